import { request, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { engines } from '../harness.ts'
import { startRestServer, type RestServer, type Sent } from './rest-server.ts'

const ANA = '6c0f3d0a-3f0e-4f4e-9b57-0d8f0f9f3a01'
const BEN = '6c0f3d0a-3f0e-4f4e-9b57-0d8f0f9f3a02'

const statements = [
  `create table public.numbers (id int primary key, text text, n numeric, json json, doc jsonb)`,
  // Seven letters each, and 131,072 digits once they are numbers.
  `insert into public.numbers
   select i, '1e131071', case when i <= 200 then 1e131071::numeric end, '1e131071', null from generate_series(1, 1000) i`,
  `create table public.pages (id int primary key, content text)`,
  `insert into public.pages select i, repeat('x', 20000) from generate_series(1, 1000) i`,
  `create function public.all_numbers() returns setof numeric language sql stable as 'select n from public.numbers'`,
  // Not in SQL: the planner would compute it, too.
  `create function public.long_text() returns text language plpgsql stable as $$ begin return repeat('x', 25200000); end $$`,
  `create function public.write_text() returns text language sql volatile as $$ select repeat('x', 6000000) $$`,
  `grant execute on function public.all_numbers(), public.long_text(), public.write_text() to authenticated`,
  `grant select, update on public.numbers, public.pages to authenticated`,
]

const STOPPED = 'A statement was stopped because it took too long'
const tooLong = { status: 400, code: '54000', message: 'The response is longer than 25165824 bytes' }

describe.each(engines)('the size of responses, on %s', (engine) => {
  let server: RestServer
  beforeAll(async () => {
    server = await startRestServer(engine, statements, { rateLimitFactor: 1 })
  })
  afterAll(() => server.close())

  /** Sent again when a busy machine has used up the caller's share of the embedded engine's time. */
  async function as(userId: string, path: string, sent: Sent = {}): Promise<Response> {
    const answer = await server.send(path, { ...sent, headers: { ...sent.headers, authorization: `Bearer ${userId}` } })
    if (answer.status !== 429 || !(await answer.clone().text()).includes(STOPPED)) return answer
    await sleep(1000 * Number(answer.headers.get('retry-after')))
    return as(userId, path, sent)
  }
  async function refusalOf(path: string, sent?: Sent) {
    const answer = await as(ANA, path, sent)
    const { code, message } = (await answer.json()) as { code: string; message: string }
    return { status: answer.status, code, message }
  }

  // Before the tests that take more than the caller's share of the embedded engine's time: it would be refused for that.
  test('unsent responses to writes count: most of forty concurrent ones get 429', async () => {
    const writes = await Promise.all(
      Array.from({ length: 40 }, () => openWithoutReading(ANA, '/rpc/write_text', 'POST')),
    )
    const statuses = writes.map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    // 6 MB each: 64 MiB, and the six writes in flight when the limit was reached.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(18)
    for (const answer of writes) answer.destroy()
    await vi.waitFor(async () => expect((await as(ANA, '/pages')).status).toBe(200), { timeout: 60_000 })
  })

  test('a caller with 64 MiB of unsent responses gets 429 until they are read or closed', async () => {
    const unread: IncomingMessage[] = []
    // One after another: on the embedded engine a slow statement ends when others wait.
    for (let count = 0; count < 3; count++) unread.push(await openWithoutReading(ANA))
    expect(unread.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    // 60 MB are unsent: 20 more do not fit, small responses do.
    expect(await refusalOf('/pages')).toMatchObject({ status: 429, code: 'over_request_rate_limit' })
    expect((await as(ANA, '/pages?id=eq.1')).status).toBe(200)
    expect((await as(BEN, '/pages')).status).toBe(200)
    for (const answer of unread) answer.destroy()
    await vi.waitFor(async () => expect((await as(ANA, '/pages')).status).toBe(200), { timeout: 60_000 })
  })

  test.each([
    ['a:text::numeric,b:text::numeric,c:text::numeric', 'text', 'numeric'],
    ['text::numeric', 'text', 'numeric'],
    ['text::jsonb', 'text', 'jsonb'],
    ['json::jsonb', 'json', 'jsonb'],
    ['doc->>a::numeric', 'text', 'numeric'],
    ['text::regclass', 'text', 'regclass'],
  ])('rejects a cast that could grow a response: select=%s', async (select, from, to) => {
    const message = `cannot cast type ${from} to ${to}`
    expect(await refusalOf(`/numbers?select=${select}`)).toEqual({ status: 400, code: '42846', message })
  })

  test('rejects selecting one column more than three times with 400 PGRST100', async () => {
    const message = 'n is selected more than 3 times'
    expect(await refusalOf('/numbers?select=a:n,b:n,c:n,d:n')).toEqual({ status: 400, code: 'PGRST100', message })
  })

  test.each([
    ['JSON', '/numbers?select=n', {}],
    ['JSON without nulls', '/numbers?select=n', { accept: 'application/vnd.pgrst.array+json;nulls=stripped' }],
    ['a function with rows', '/rpc/all_numbers', {}],
    ['a function with one value', '/rpc/long_text', {}],
  ])('rejects a response above the byte limit with 400 54000 before building it: %s', async (_, path, headers) => {
    expect(await refusalOf(path, { headers })).toEqual(tooLong)
  })

  test('limits CSV responses, which are written in this process, to 8 MiB', async () => {
    const headers = { accept: 'text/csv' }
    const message = 'The response is longer than 8388608 bytes'
    expect(await refusalOf('/numbers?select=n&id=lte.70', { headers })).toEqual({ ...tooLong, message })
    expect((await as(ANA, '/numbers?select=n&id=lte.50', { headers })).status).toBe(200)
  })

  test('sends responses below the byte limit, and HEAD for larger ones', async () => {
    const half = await as(ANA, '/numbers?select=n&id=lte.100')
    expect(half.status).toBe(200)
    expect((await half.text()).length).toBeGreaterThan(13_000_000)
    expect((await as(ANA, '/numbers?select=n', { method: 'HEAD' })).status).toBe(200)
  })

  test('rolls back a write whose response would exceed the byte limit', async () => {
    const headers = { prefer: 'return=representation' }
    const sent = { method: 'PATCH', body: { text: 'changed' }, headers }
    expect(await refusalOf('/numbers?id=lte.200&select=n', sent)).toEqual(tooLong)
    const changed = await as(ANA, '/numbers?text=eq.changed&select=id')
    expect(await changed.json()).toEqual([])
  })

  /** Sends a request and leaves the response body unread. */
  function openWithoutReading(
    userId: string,
    path = '/pages',
    method: 'GET' | 'POST' = 'GET',
  ): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { apikey: server.secretKey, authorization: `Bearer ${userId}` }
      const sent = request(`${server.url}/rest/v1${path}`, { method, headers, agent: false }, resolve)
      sent.on('error', reject)
      onTestFinished(() => void sent.destroy())
      sent.end()
    })
  }
})
