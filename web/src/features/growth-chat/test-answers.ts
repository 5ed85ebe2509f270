import type { TestServer } from '../../testing/server.ts'
import { FOUNDER } from '../../testing/people.ts'

/** A part of an answer's stream, as the server sends it. */
export const frame = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`

const DONE = 'data: [DONE]\n\n'

/** A response with the server's stream. */
export const stream = (...frames: string[]): Response =>
  new Response([': a comment\n\n', ...frames].join(''), { headers: { 'Content-Type': 'text/event-stream' } })

interface Asked {
  readonly turn: string
  readonly messages: readonly { readonly content: string }[]
}

/** Stores a turn, as the server does once it is complete. */
function storeTurn(server: TestServer, { turn, messages }: Asked, answer: string): void {
  const question = messages.at(-1)?.content ?? ''
  const rows = [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ] as const
  const at = (index: number) => new Date(Date.now() + index).toISOString()
  server.has({
    ai_conversations: rows.map((row, index) => ({ user_id: FOUNDER.id, turn, created_at: at(index), ...row })),
  })
}

/** The server answers each question with this text, at once. */
export function answersWith(server: TestServer, ...words: string[]): void {
  server.on('POST functions/growth-chat', ({ body }) => {
    storeTurn(server, body as Asked, words.join(''))
    return stream(...words.map(frame), DONE)
  })
}

/** The server streams an answer when the test calls for it, and stops when it is asked to. */
export function streams(server: TestServer, ...beginning: string[]) {
  const encoder = new TextEncoder()
  let text = ''
  let asked: Asked | undefined
  let opened: ReadableStreamDefaultController<Uint8Array> | undefined
  const says = (more: string) => {
    text += more
    opened?.enqueue(encoder.encode(frame(more)))
  }
  const ends = (more = '') => {
    if (more) says(more)
    if (asked && text) storeTurn(server, asked, text)
    opened?.enqueue(encoder.encode(DONE))
    opened?.close()
    opened = undefined
  }
  server.on('POST functions/growth-chat', ({ body }) => {
    asked = body as Asked
    const content = new ReadableStream<Uint8Array>({
      start: (controller) => {
        opened = controller
        for (const words of beginning) says(words)
      },
    })
    return new Response(content, { headers: { 'Content-Type': 'text/event-stream' } })
  })
  server.on('DELETE functions/growth-chat', () => ends())
  return { says, ends, breaks: () => opened?.error(new TypeError('network error')) }
}
