import { STREAM_END } from '../../../domain/growth-chat.ts'

/** Milliseconds between signs of life on a stream: shorter than the patience of common proxies. */
const PING_MS = 15_000

/** Headers that keep anything on the way from gathering or compressing the stream. */
const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
} as const

export const delta = (content: string): string =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

export const DONE = `data: ${STREAM_END}\n\n`

/** Once an answer has begun, a failure can only be told inside it. */
export const failure = (message: string): string => `data: ${JSON.stringify({ error: { message } })}\n\n`

/**
 * Streams what `chunks` gives, as it comes.
 * @param stop called when the reader goes away or the time is over, so that nobody works for nothing
 * @param limitMs milliseconds the whole answer may take
 */
export function streamed(chunks: AsyncIterable<Uint8Array | string>, stop: () => void, limitMs: number): Response {
  const encoder = new TextEncoder()
  let ping: ReturnType<typeof setInterval> | undefined
  let limit: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const end = () => {
    isOver = true
    clearInterval(ping)
    clearTimeout(limit)
  }
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      const send = (chunk: Uint8Array | string) => {
        if (!isOver) controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
      }
      ping = setInterval(() => send(': ping\n\n'), PING_MS)
      limit = setTimeout(() => {
        stop()
        send(failure('The answer took too long'))
        if (!isOver) controller.close()
        end()
      }, limitMs)
      try {
        for await (const chunk of chunks) send(chunk)
      } catch {
        send(failure('The answer broke off'))
      }
      if (!isOver) controller.close()
      end()
    },
    cancel() {
      end()
      stop()
    },
  })
  return new Response(body, { headers: streamHeaders })
}
