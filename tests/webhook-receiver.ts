import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedWebhook {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly at: number
}

interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** A service that takes webhooks, by path; it accepts what it was not told to answer otherwise. */
export async function openReceiver() {
  const received: ReceivedWebhook[] = []
  const answers = new Map<string, Answer[]>()
  const stuck = new Set<string>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      received.push({ path, headers: request.headers, body, at: Date.now() })
      if (stuck.has(path)) return
      const { status, headers = {} } = answers.get(path)?.shift() ?? { status: 204 }
      response.writeHead(status, headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    received,
    on: (path: string) => received.filter((one) => one.path === path),
    /** The next requests to a path are answered like this, one after the other. */
    answer: (path: string, ...next: readonly Answer[]) =>
      void answers.set(path, [...(answers.get(path) ?? []), ...next]),
    /** Never answers on this path. */
    hang: (path: string) => void stuck.add(path),
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
