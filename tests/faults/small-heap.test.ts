import { request, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { engines } from '../harness.ts'
import { readStream } from '../protocol/cofounder-chat.ts'
import { frame, startModel } from '../protocol/scripted-model.ts'
import { ensureBuilt, type BuiltServer } from '../built-server.ts'
import { BACK_MS } from './deadlines.ts'
import { figure } from './figure.ts'
import { signUp, type SignedIn } from './founder.ts'
import { slowness } from '../slowness.ts'
import { subscribe } from './subscribe.ts'
import { openForTest, startForTest } from './own-server.ts'

const HEAP_MB = 256
const MB = 1024 * 1024
const FOUNDERS = 4
/** Each founder's list has 2.4 MB, and 7.2 in the response. */
const LIST = { rows: 500, characters: 4800 }
/** Requests in which it is written: a body has 1 MiB at most. */
const PARTS = 10
const LIST_PATH = '/squad_messages?select=content,again:content,more:content&limit=1000'
/** Clients of each founder: some read their responses, others do not. Together they ask for 460 MB at once, on a fast machine. */
const READERS = Math.ceil(4 / slowness())
const UNREAD = Math.ceil(12 / slowness())
const LOAD_MS = 4000 * slowness()
/** Off the heap, as buffers: responses that are not read (docs/operating.md), and what the allocator keeps. */
const MOST_ADDED = 640 * MB
/** Bytes of objects and buffers; the allocator gives pages back later. */
const MOST_LEFT = 128 * MB
/** Too many requests or bytes, no room now, out of time, and canceled for the same reason. */
const REFUSED = ['429', '503', '504', '500 57014']

beforeAll(ensureBuilt)

describe.each(engines)('a heap of 256 MB, on %s', (engine) => {
  test(
    'with a heap of 256 MB, long lists, writes, live changes and an answer are served or refused',
    { timeout: 180_000 },
    async () => {
      const model = await startModel()
      onTestFinished(() => void model.close())
      const server = await startForTest(await openForTest(engine), { AI_BASE_URL: model.url }, [
        `--max-old-space-size=${HEAP_MB}`,
      ])
      const ana = await signUp(server, 'ana')
      const founders = await Promise.all(
        Array.from({ length: FOUNDERS }, (_, index) => signUp(server, `founder${index}`)),
      )
      const content = 'x'.repeat(LIST.characters)
      for (const founder of founders) {
        for (let part = 0; part < PARTS; part++) {
          const rows = Array.from({ length: LIST.rows / PARTS }, () => ({ user_id: founder.id, content }))
          expect((await founder.request('/squad_messages', { method: 'POST', body: rows }))?.status).toBe(201)
        }
      }
      const { received, statuses, stop } = await subscribe(server, ana)
      await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: BACK_MS })
      const before = await figure(server.url, 'process_resident_memory_bytes')
      const inUseBefore = await inUse(server.url)

      model.respondsWith(async (response) => {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' })
        for (let word = 0; word < 40; word++) {
          response.write(frame('word '))
          await sleep(LOAD_MS / 40)
        }
        response.end('data: [DONE]\n\n')
      })
      const answer = readStream(await ask(server, ana))
      const endsAt = performance.now() + LOAD_MS
      const answered = new Map<string, number>()
      const count = (answer: string) => answered.set(answer, (answered.get(answer) ?? 0) + 1)
      const unread = founders.flatMap((founder) => Array.from({ length: UNREAD }, () => openUnread(server, founder)))
      const readers = founders.flatMap((founder) =>
        Array.from({ length: READERS }, async () => {
          while (performance.now() < endsAt) {
            const response = await founder.request(LIST_PATH)
            const body = await response?.arrayBuffer()
            count(answerOf(response?.status, Buffer.from(body ?? new ArrayBuffer(0))))
          }
        }),
      )
      const written: string[] = []
      // This process also reads the lists: on a slow machine nothing else may be done in that time.
      const writer = async () => {
        while (performance.now() < endsAt || (written.length === 0 && performance.now() < endsAt + BACK_MS)) {
          const text = `Goal ${written.length}`
          const status = await ana.add(text)
          count(String(status))
          if (status === 201) written.push(text)
        }
      }
      let most = 0
      const watch = async () => {
        while (performance.now() < endsAt) {
          most = Math.max(most, await figure(server.url, 'process_resident_memory_bytes'))
          await sleep(100)
        }
      }
      await Promise.all([...readers, writer(), watch()])
      const opened = await Promise.all(unread)
      for (const response of opened) {
        const isFailed = response.statusCode === 500
        count(answerOf(response.statusCode, isFailed ? await buffer(response) : Buffer.alloc(0)))
      }
      console.log(
        `${engine}: ${[...answered].map(([answer, times]) => `${times} times ${answer}`).join(', ')}; ${Math.round((most - before) / MB)} MB more at most`,
      )

      expect([...answered.keys()].filter((answer) => !['200', '201', ...REFUSED].includes(answer))).toEqual([])
      expect(written.length).toBeGreaterThan(0)
      expect(await answer).toMatchObject({ end: 'done' })
      await vi.waitFor(() => expect(received).toEqual(written), { timeout: BACK_MS })
      expect(most - before).toBeLessThan(MOST_ADDED)

      for (const response of opened) response.destroy()
      await vi.waitFor(
        async () => {
          // Memory is freed when more is asked for.
          const response = await founders[0]?.request(LIST_PATH)
          await response?.arrayBuffer()
          expect((await inUse(server.url)) - inUseBefore).toBeLessThan(MOST_LEFT)
        },
        { timeout: BACK_MS, interval: 200 },
      )
      await stop()
    },
  )
})

/** The status, with the code of a failure of the server. */
const answerOf = (status: number | undefined, body: Buffer): string =>
  status === 500 ? `500 ${(JSON.parse(body.toString()) as { code: string }).code}` : String(status)

/** Bytes of objects and buffers. */
async function inUse(url: string): Promise<number> {
  const names = ['nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes']
  const figures = await Promise.all(names.map((name) => figure(url, name)))
  return figures.reduce((sum, bytes) => sum + bytes, 0)
}

const headersOf = (founder: SignedIn) => ({
  'Content-Type': 'application/json',
  apikey: founder.publicKey,
  Authorization: `Bearer ${founder.accessToken}`,
})

const ask = (server: BuiltServer, founder: SignedIn): Promise<Response> =>
  fetch(`${server.url}/functions/v1/growth-chat`, {
    method: 'POST',
    headers: headersOf(founder),
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Go on?' }], userId: founder.id }),
  })

/** A list of which nothing but the head is read. Without `fetch`, which reads ahead. */
function openUnread(server: BuiltServer, founder: SignedIn): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(`${server.url}/rest/v1${LIST_PATH}`, { agent: false, headers: headersOf(founder) })
      .once('response', (response) => resolve(response.pause()))
      .once('error', reject)
      .end()
  })
}
