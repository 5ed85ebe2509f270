import type { Person, TestServer } from '../harness.ts'

/** A founder's client of growth-chat, like the page: over HTTP, with the user's token. */
export async function chatOf(server: Pick<TestServer, 'url' | 'publishableKey'>, person: Person) {
  const { data } = await person.client.auth.getSession()
  const headers = {
    'Content-Type': 'application/json',
    apikey: server.publishableKey,
    Authorization: `Bearer ${data.session?.access_token ?? ''}`,
  }
  const at = (url = server.url) => `${url}/functions/v1/growth-chat`
  return {
    ask: (question: string, turn?: string, init: RequestInit & { url?: string } = {}) =>
      fetch(at(init.url), {
        method: 'POST',
        headers,
        body: JSON.stringify({ messages: [{ role: 'user', content: question }], userId: person.id, turn }),
        ...init,
      }),
    stop: (turn: string) => fetch(`${at()}?turn=${turn}`, { method: 'DELETE', headers }),
    /** The stored messages, in the order of the conversation. */
    stored: async (turn: string) => {
      const rows = person.client.from('ai_conversations').select('role, content').eq('turn', turn)
      return (await rows.order('created_at').throwOnError()).data
    },
  }
}

/** The text of a stream, and how it ended: `data: [DONE]`, an error event, or cut off. */
export async function readStream(answer: Response): Promise<{ text: string; end: 'done' | 'failed' | 'cut' }> {
  let stream = ''
  try {
    for await (const chunk of answer.body as ReadableStream<Uint8Array>) stream += Buffer.from(chunk).toString('latin1')
  } catch {
    // Cut off: the chunks so far count.
  }
  const events = [
    ...Buffer.from(stream, 'latin1')
      .toString()
      .matchAll(/^data: (.*)\n\n/gm),
  ].map(([, data = '']) => data)
  const frames = events.filter((data) => data !== '[DONE]').map((data) => JSON.parse(data) as Frame)
  const text = frames.map(({ choices }) => choices?.[0]?.delta.content ?? '').join('')
  const isFailed = frames.some(({ error }) => error !== undefined)
  return { text, end: isFailed ? 'failed' : events.at(-1) === '[DONE]' ? 'done' : 'cut' }
}

interface Frame {
  readonly choices?: readonly { readonly delta: { readonly content: string } }[]
  readonly error?: unknown
}
