import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf, type Owner } from '../owner.ts'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'

const goal = (text: string) => ({ text, period: 'weekly' as const, completed: false })

describe.each(engines)('write limits on %s', (engine) => {
  let server: TestServer
  let ana: Person
  let ben: Person
  let owner: Owner
  beforeAll(async () => {
    // A fifth of the limits: a slow machine takes longer to write all their rows than a test may.
    server = await createTestServer(engine, { env: { RATE_LIMIT_FACTOR: '0.2' } })
    ana = await server.founder('ana')
    ben = await server.founder('ben')
    owner = await ownerOf(server.own.config, server.database)
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
  })

  const add = ({ client, id }: Person, count: number) =>
    client
      .from('goals')
      .insert(Array.from({ length: count }, (_, index) => ({ ...goal(`Goal ${index}`), user_id: id })))
  const countOf = async ({ client }: Person) =>
    (await client.from('goals').select('*', { count: 'exact', head: true })).count

  test('rejects an insert of more than 1,000 rows with 413 and writes none', async () => {
    const { status, error } = await add(ana, 1001)
    expect([status, error?.message]).toEqual([413, 'A write takes at most 1000 rows'])
    expect(await countOf(ana)).toBe(0)
    expect((await add(ana, 1000)).error).toBeNull()
  })

  test('rejects an update or delete of more than 1,000 rows with 413 and changes none', async () => {
    const cleo = await server.founder('cleo')
    for (const rows of [1000, 1]) expect((await add(cleo, rows)).error).toBeNull()
    const mine = () => cleo.client.from('goals')
    const refusals = [
      await mine().update({ completed: true }).eq('user_id', cleo.id),
      await mine().delete().eq('user_id', cleo.id),
      await mine().delete().eq('user_id', cleo.id).select('id'),
    ]
    for (const { status, error } of refusals) {
      expect([status, error?.code, error?.message]).toEqual([413, '54000', 'A write takes at most 1000 rows'])
    }
    expect(await countOf(cleo)).toBe(1001)
    const { count } = await mine().select('id', { count: 'exact', head: true }).eq('completed', true)
    expect(count).toBe(0)
    expect((await mine().update({ completed: true }).eq('text', 'Goal 1')).error).toBeNull()
  })

  test('counts the rows that updates match towards the rate limit', async () => {
    const dana = await server.founder('dana')
    expect((await add(dana, 1000)).error).toBeNull()
    const statuses: number[] = []
    for (let round = 0; round < 5 && !statuses.includes(429); round++) {
      statuses.push(
        (
          await dana.client
            .from('goals')
            .update({ completed: round % 2 === 0 })
            .eq('user_id', dana.id)
        ).status,
      )
    }
    // 4,000 at once: the inserted rows, and three updates of all of them.
    expect(statuses).toEqual([204, 204, 204, 429])
  })

  test('the service role writes more than 1,000 rows in one request', async () => {
    const rows = Array.from({ length: 1500 }, () => ({ ...goal('x'), user_id: ben.id }))
    expect((await server.client(server.secretKey).from('goals').insert(rows)).error).toBeNull()
  })

  test('limits the writes of one user with 429 and retry-after; other users are not limited', async () => {
    const statuses: number[] = []
    let retryAfter = 0
    for (let round = 0; round < 4 && !statuses.includes(429); round++) {
      const answers = await Promise.all(Array.from({ length: 40 }, () => add(ana, 1)))
      statuses.push(...answers.map(({ status }) => status))
      const refused = answers.find(({ status }) => status === 429)
      if (refused) retryAfter = Number(/in (\d+) s/.exec(refused.error?.hint ?? '')?.[1])
    }
    expect(new Set(statuses)).toEqual(new Set([201, 429]))
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThanOrEqual(59)
    expect(retryAfter).toBe(1)
    // Changes, deletions and functions that write count too; reads do not.
    const headers = {
      apikey: server.publishableKey,
      Authorization: `Bearer ${(await ana.client.auth.getSession()).data.session?.access_token ?? ''}`,
    }
    const write = (method: string, path: string, body?: object) =>
      fetch(`${server.url}/rest/v1${path}`, {
        method,
        headers: { ...headers, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    const all = await Promise.all(
      Array.from({ length: 20 }, () => [
        write('PATCH', '/goals?text=eq.none', { completed: true }),
        write('DELETE', '/goals?text=eq.none'),
        write('POST', '/rpc/my_sessions', {}),
      ]).flat(),
    )
    const refused = all.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.headers.get('retry-after')).toBe('1')
    expect((await ana.client.from('goals').select('id').limit(1)).error).toBeNull()
    expect((await add(ben, 1)).error).toBeNull()
  })

  describe('of bytes', () => {
    /** As if an account had stored, and written today, so many bytes. */
    const had = async (stored: number, written: number) => {
      const person = await server.founder(`bytes-${stored}-${written}`)
      await owner.query(
        `insert into private.account_storage (user_id, stored, written, day_ends_at) values ($1, $2, $3, now() + interval '1 hour')`,
        [person.id, stored, written],
      )
      return person
    }
    const send = async ({ client, id }: Person) =>
      fetch(`${server.url}/rest/v1/goals`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          Authorization: `Bearer ${(await client.auth.getSession()).data.session?.access_token ?? ''}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ ...goal('Ten demos'), user_id: id }),
      })

    test('more than a day allows gets 429 and retry-after, and is not stored', async () => {
      const cleo = await had(0, 10_000_000)
      const response = await send(cleo)
      expect(response.status).toBe(429)
      expect(await response.json()).toMatchObject({
        code: 'over_request_rate_limit',
        message: 'You have written as much as an account may write in a day',
      })
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3500)
      expect(await countOf(cleo)).toBe(0)
    })

    test('a full account gets 413 with what to do, and stores no more', async () => {
      const dora = await had(100_000_000, 0)
      const { status, error } = await add(dora, 1)
      expect([status, error?.code, error?.message, error?.hint]).toEqual([
        413,
        '54000',
        'This account is full: it stores 100 MB of text',
        'Delete what is no longer needed.',
      ])
      expect(await countOf(dora)).toBe(0)
    })
  })
})
