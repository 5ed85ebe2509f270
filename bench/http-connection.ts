import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

const headEnd = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/**
 * One keep-alive connection with one request at a time, on a bare socket: a real client would cost as much as the
 * server it measures. Reads bodies with a content-length or in chunks; chunks are not put together.
 */
export class HttpConnection {
  readonly #socket: Socket
  #bytes: Buffer | undefined
  #answered: ((answer: Answer) => void) | undefined
  #failed: ((error: Error) => void) | undefined

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk))
    this.#socket.on('error', (error) => this.#failed?.(error))
    this.#socket.on('close', () => this.#failed?.(new Error('the server closed the connection')))
  }

  /** Whether the server has closed it, as it does when no request comes for some seconds. */
  get isClosed(): boolean {
    return this.#socket.destroyed
  }

  /** @throws {Error} when the connection closes before the response */
  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.isClosed) throw new Error('the server closed the connection')
      this.#answered = resolve
      this.#failed = reject
      this.#socket.write(request, 'latin1')
    })
  }

  close(): void {
    this.#failed = undefined
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    const bytes = this.#bytes ? Buffer.concat([this.#bytes, chunk]) : chunk
    const answer = readAnswer(bytes)
    this.#bytes = answer ? undefined : bytes
    if (answer) this.#answered?.(answer)
  }
}

/** @returns undefined while the response is incomplete */
function readAnswer(bytes: Buffer): Answer | undefined {
  const start = bytes.indexOf(headEnd) + headEnd.length
  if (start < headEnd.length) return undefined
  const head = bytes.toString('latin1', 0, start)
  const status = Number(head.slice(9, 12))
  const [, length] = /^content-length: *(\d+)/im.exec(head) ?? []
  if (length !== undefined) {
    if (bytes.length < start + Number(length)) return undefined
  } else if (status !== 204 && !bytes.subarray(-lastChunk.length).equals(lastChunk)) return undefined
  return { status, body: bytes.subarray(start) }
}

interface RequestOptions {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly apiKey: string
  readonly token?: string
  readonly headers?: readonly string[]
  readonly body?: object
}

/** A request as the official client writes it. */
export function requestText({ method, path, apiKey, token, headers = [], body }: RequestOptions): string {
  const content = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    `apikey: ${apiKey}`,
    `authorization: Bearer ${token ?? apiKey}`,
    'accept: application/json',
    'x-client-info: supabase-js-web/2.109.0',
    ...headers,
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(content)}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${content}`
}
