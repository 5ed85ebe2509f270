import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
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

test('a name that resolves to another address than the checked one connects to the checked one', async () => {
  const { port, requests } = await receiver((_, response) => response.end())
  // Public when it is looked up first, this machine afterwards.
  const answers = [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1'], ['::1'], ['0.0.0.0']]
  let asked = 0
  for (const answer of answers) {
    const post = createPost(() => {
      asked++
      return Promise.resolve(answer)
    })
    expect(await post(at(`https://rebinding.example:${port}/in`))).toEqual({
      kind: 'failed',
      reason: postFailures.private,
    })
  }
  // No second look-up, that could say something else, comes between the check and the connection.
  expect(asked).toBe(answers.length)
  expect(requests).toEqual([])
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

test('a name without addresses, a closed port and a server that is stopping are told apart', async () => {
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
