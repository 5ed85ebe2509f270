import { STREAM_END } from '../../../domain/growth-chat.ts'
import { TookTooLong } from '../_shared/model.ts'
import { AskAgain } from './kept-answer.ts'

/** Milliseconds between signs of life on a stream: shorter than the patience of common proxies. */
const PING_MS = 15_000

/** Headers that keep anything on the way from gathering or compressing the stream. */
const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
} as const

const event = (data: string): string => `data: ${data}\n\n`
const delta = (content: string): string => event(JSON.stringify({ choices: [{ delta: { content } }] }))
/** Once an answer has begun, a failure can only be told inside it. */
const failure = (message: string): string => event(JSON.stringify({ error: { message } }))

/**
 * Streams the pieces of an answer, each when the reader is ready for it.
 * @param onEnd called once, when the stream is over or its reader has gone; with the cause when it failed
 */
export function streamed(pieces: AsyncIterable<string>, onEnd: (cause?: unknown) => void): Response {
  const encoder = new TextEncoder()
  const iterator = pieces[Symbol.asyncIterator]()
  let ping: ReturnType<typeof setInterval> | undefined
  const end = (cause?: unknown) => {
    clearInterval(ping)
    onEnd(cause)
  }
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      ping = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': ping\n\n'))
      }, PING_MS)
    },
    async pull(controller) {
      const say = (text: string) => controller.enqueue(encoder.encode(text))
      try {
        const { done, value } = await iterator.next()
        if (!done) return say(delta(value))
        say(event(STREAM_END))
      } catch (cause) {
        end(cause)
        if (cause instanceof AskAgain) return controller.error(cause)
        say(failure(cause instanceof TookTooLong ? cause.message : 'The answer broke off'))
        return controller.close()
      }
      end()
      controller.close()
    },
    async cancel() {
      end()
      await iterator.return?.()
    },
  })
  return new Response(body, { headers: streamHeaders })
}
