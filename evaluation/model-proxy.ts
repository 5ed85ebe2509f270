import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Tokens that a model reports. */
export interface Usage {
  readonly input: number
  readonly output: number
}

interface ChatRequest {
  readonly messages?: readonly { readonly role: string; readonly content: unknown }[]
}

export interface ModelProxy {
  readonly url: string
  /** The usage reported for the last request that ended with this question; taken once. */
  takeUsage(question: string): Usage | undefined
  close(): void
}

/** Stands between the server and a model, asks for the usage in the stream, and keeps it. */
export async function startModelProxy(baseUrl: string): Promise<ModelProxy> {
  const usages = new Map<string, Usage>()
  /** Some servers refuse a field that they do not know, and some of them report the usage anyway. */
  let asksForUsage = true
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as ChatRequest
    const asked = body.messages?.findLast(({ role }) => role === 'user')?.content
    const question = typeof asked === 'string' ? asked : ''
    const ask = () =>
      fetch(`${baseUrl.replace(/\/$/, '')}${(request.url ?? '').replace(/^\/v1/, '')}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(request.headers.authorization && { Authorization: request.headers.authorization }),
        },
        body: JSON.stringify({ ...body, ...(asksForUsage && { stream_options: { include_usage: true } }) }),
      })
    let upstream = await ask()
    if (asksForUsage && upstream.status === 422) {
      asksForUsage = false
      await upstream.body?.cancel()
      upstream = await ask()
    }
    const retryAfter = upstream.headers.get('retry-after')
    response.writeHead(upstream.status, {
      'Content-Type': upstream.headers.get('content-type') ?? 'text/event-stream',
      ...(retryAfter !== null && { 'Retry-After': retryAfter }),
    })
    let text = ''
    const decoder = new TextDecoder()
    for await (const chunk of upstream.body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      response.write(chunk)
    }
    const usage = usageIn(text)
    if (usage) usages.set(question, usage)
    response.end()
  }
  const server = createServer((request, response) => {
    forward(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(502)
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    takeUsage: (question) => {
      const usage = usages.get(question)
      usages.delete(question)
      return usage
    },
    close: () => server.close(),
  }
}

/** The last usage in an event stream of chat completions; undefined when the model sends none. */
export function usageIn(stream: string): Usage | undefined {
  const match = [...stream.matchAll(/"usage"\s*:\s*(\{[^}]*\})/g)].at(-1)?.[1]
  const number = (name: string) =>
    Number(new RegExp(String.raw`"${name}"\s*:\s*(\d+)`).exec(match ?? '')?.[1] ?? Number.NaN)
  const [input, output] = [number('prompt_tokens'), number('completion_tokens')]
  return Number.isNaN(input) || Number.isNaN(output) ? undefined : { input, output }
}
