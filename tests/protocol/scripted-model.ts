import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ModelRequest {
  readonly authorization: string | undefined
  readonly body: {
    readonly stream: boolean
    readonly model?: string
    readonly max_tokens?: number
    readonly stream_options?: object
    readonly tools?: readonly object[]
    readonly messages: { role: string; content: string }[]
  }
}

export type ScriptedModel = Awaited<ReturnType<typeof startModel>>

/** A server with the OpenAI chat-completions API, whose responses the test scripts. */
export async function startModel() {
  const requests: ModelRequest[] = []
  const aborted: string[] = []
  let respond: (response: ServerResponse) => unknown = (response) => response.end()
  const server: Server = createServer((request: IncomingMessage, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      requests.push({ authorization: request.headers.authorization, body: JSON.parse(body) as ModelRequest['body'] })
      respond(response)
    })
    response.on('close', () => !response.writableFinished && aborted.push(request.url ?? ''))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    aborted,
    respondsWith: (next: typeof respond) => (respond = next),
    close: () => server.close(),
  }
}

/** Text in the form of the stream. */
export const frame = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`
export const speak = (response: ServerResponse, ...contents: string[]) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' })
  for (const content of contents) response.write(frame(content))
}
