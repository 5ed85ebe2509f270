import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type ClientRequest, type RequestListener } from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { postFailures, type OutgoingPost } from '../../domain/outgoing-post.ts'
import { createPost } from './outgoing-post.ts'

async function receiver(listener: RequestListener) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, requests }
}

const signal = new AbortController().signal
const at = (url: string, more: Partial<OutgoingPost> = {}): OutgoingPost => ({
  url,
  headers: { 'Content-Type': 'application/json' },
  body: '{"é":1}',
  isPrivateAllowed: false,
  signal,
  ...more,
})
const loopback = (port: number, path = '/in') => at(`http://127.0.0.1:${port}${path}`, { isPrivateAllowed: true })

test('what is posted arrives, and the status and Retry-After come back', async () => {
  let body = ''
  const { port } = await receiver((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => response.writeHead(429, { 'Retry-After': '7' }).end('slow down'))
  })
  expect(await createPost()(loopback(port))).toEqual({ kind: 'answered', status: 429, retryAfter: '7' })
  expect(body).toBe('{"é":1}')
})

test('a name with a private address among its addresses is not connected to', async () => {
  const { port, requests } = await receiver((_, response) => response.end())
  const answers = [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1'], ['::1'], ['0.0.0.0']]
  for (const answer of answers) {
    const result = await createPost(() => Promise.resolve(answer))(at(`https://private.example:${port}/in`))
    expect([answer, result]).toEqual([answer, { kind: 'failed', reason: postFailures.private }])
  }
  expect(requests).toEqual([])
})

test('a name that is public when it is checked and private afterwards connects to the checked address', async () => {
  // Public, and of no network: no one can be reached there.
  const nobody = '3000::1'
  const answers = [[nobody], ['127.0.0.1'], ['127.0.0.1']]
  const stopping = new AbortController()
  const connectedTo: string[] = []
  const watch = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    request.socket?.on('connectionAttempt', (address: string) => {
      connectedTo.push(address)
      setImmediate(() => stopping.abort())
    })
  }
  subscribe('http.client.request.start', watch)
  onTestFinished(() => void unsubscribe('http.client.request.start', watch))
  const post = createPost(async () => {
    // Until its socket is known.
    await new Promise(setImmediate)
    return answers.shift() ?? []
  })
  await post(at('https://rebinding.example/in', { signal: stopping.signal })).catch(() => undefined)
  expect(connectedTo).toEqual([nobody])
  // There is no second look-up, which could have another result.
  expect(answers).toHaveLength(2)
})

test('a private address that is written in the URL is not connected to', async () => {
  const { port, requests } = await receiver((_, response) => response.end())
  for (const host of ['127.0.0.1', '2130706433', '[::ffff:127.0.0.1]', 'localhost']) {
    const result = await createPost(() => Promise.resolve(['93.184.216.34']))(at(`https://${host}:${port}/in`))
    expect([host, result]).toEqual([host, { kind: 'failed', reason: postFailures.private }])
  }
  expect(requests).toEqual([])
})

test('a redirect is not followed', async () => {
  const { port, requests } = await receiver((_, response) => response.writeHead(307, { Location: '/elsewhere' }).end())
  expect(await createPost()(loopback(port))).toMatchObject({ status: 307 })
  expect(requests).toEqual(['POST /in'])
})

test('a response without an end is left after 4 KiB', async () => {
  let written = 0
  let closed = () => {}
  const isClosed = new Promise<void>((resolve) => (closed = resolve))
  const { port } = await receiver((_, response) => {
    response.writeHead(200)
    const timer = setInterval(() => {
      written += 1024
      response.write('x'.repeat(1024))
    }, 1)
    response.on('close', () => {
      clearInterval(timer)
      closed()
    })
  })
  expect(await createPost()(loopback(port))).toMatchObject({ status: 200 })
  await isClosed
  expect(written).toBeLessThan(200_000)
})

/** Writes this as soon as something arrives, and nothing else. @returns its port */
async function rawReceiver(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

test('an upgrade is a status as others, and its connection is closed', async () => {
  let isClosed = () => {}
  const closed = new Promise<void>((resolve) => (isClosed = resolve))
  const port = await rawReceiver((socket) => {
    socket.on('close', isClosed)
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  })
  expect(await createPost()(loopback(port))).toEqual({ kind: 'answered', status: 101, retryAfter: null })
  await closed
})

test.each([
  ['before it answers', ''],
  ['within its head', 'HTTP/1.1 200 OK\r\nContent-'],
  ['after an interim response', 'HTTP/1.1 100 Continue\r\n\r\n'],
])('a service that closes the connection %s has failed', async (_, text) => {
  const port = await rawReceiver((socket) => socket.end(text))
  expect(await createPost()(loopback(port))).toEqual({ kind: 'failed', reason: postFailures.unreachable })
})

test('a name without addresses, a closed port and a server that is stopping are distinguished', async () => {
  const nowhere = await createPost(() => Promise.resolve([]))(at('https://nowhere.example/in'))
  expect(nowhere).toEqual({ kind: 'failed', reason: postFailures.unknownHost })
  const { port } = await receiver(() => undefined)
  const closed = await createPost()(loopback(1))
  expect(closed).toEqual({ kind: 'failed', reason: postFailures.unreachable })
  const stopping = new AbortController()
  const post = createPost()({ ...loopback(port), signal: stopping.signal })
  stopping.abort()
  await expect(post).rejects.toMatchObject({ name: 'AbortError' })
})
