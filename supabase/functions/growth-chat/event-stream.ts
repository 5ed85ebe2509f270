import { STREAM_END } from '../../../domain/growth-chat.ts'
import { AnswerTimeout } from '../_shared/model.ts'
import { RetryLater } from './answer-writer.ts'

/** Milliseconds between keepalive comments on a stream: shorter than the idle timeout of common proxies. */
const KEEPALIVE_MS = 15_000

/** Headers that keep proxies from buffering or compressing the stream. */
const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
} as const

const event = (data: string): string => `data: ${data}\n\n`
const delta = (content: string): string => event(JSON.stringify({ choices: [{ delta: { content } }] }))
/** After the response has started, an error can only be sent inside the stream. */
const failure = (message: string): string => event(JSON.stringify({ error: { message } }))

/**
 * Streams the pieces of an answer, with backpressure.
 * @param onEnd called once, when the stream ends or the client disconnects; with the cause when it failed
 */
export function eventStreamResponse(pieces: AsyncIterable<string>, onEnd: (cause?: unknown) => void): Response {
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
      }, KEEPALIVE_MS)
    },
    async pull(controller) {
      const say = (text: string) => controller.enqueue(encoder.encode(text))
      try {
        const { done, value } = await iterator.next()
        if (!done) return say(delta(value))
        say(event(STREAM_END))
      } catch (cause) {
        end(cause)
        if (cause instanceof RetryLater) return controller.error(cause)
        say(failure(cause instanceof AnswerTimeout ? cause.message : 'The answer broke off'))
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
