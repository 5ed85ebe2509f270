import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestServer, engines, type Person, type TestServer } from '../harness.ts'
import { ownerOf, type Owner } from '../owner.ts'

/** A lock is waited for 3 s. */
const MOST_MS = 6000

describe.each(engines)('what the database refuses for now, on %s', (engine) => {
  let server: TestServer
  let owner: Owner
  let ana: Person
  beforeAll(async () => {
    server = await createTestServer(engine)
    owner = await ownerOf(server.own.config, server.database)
    ana = await server.founder('ana')
    await owner.query('create sequence public.attempts')
    await owner.query(`create function public.conflict(attempts integer) returns integer language plpgsql security definer as $$
      begin
        if nextval('public.attempts') <= attempts then
          raise exception using errcode = '40P01', message = 'deadlock detected', detail = 'Process 4711 waits for ShareLock';
        end if;
        return 1;
      end $$`)
    await owner.query('grant execute on function public.conflict(integer) to authenticated')
    await owner.query(`notify pgrst, 'reload schema'`)
  })
  afterAll(async () => {
    await owner.end()
    await server.close()
  })

  const send = async (path: string, body?: object) => {
    const { data } = await ana.client.auth.getSession()
    const answer = await fetch(server.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        apikey: server.publishableKey,
        authorization: `Bearer ${data.session?.access_token}`,
        'content-type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const json = answer.status === 201 ? undefined : ((await answer.json()) as { message?: string })
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), message: json?.message, json }
  }
  const signUp = (name: string) =>
    send('/auth/v1/signup', { email: `${name}@example.com`, password: 'secret123', data: { first_name: name } })
  const addGoal = () => send('/rest/v1/goals', { user_id: ana.id, text: 'Ship', period: 'weekly' })

  test('a statement that meets a deadlock runs once more, and then is refused without the numbers of processes', async () => {
    expect((await send('/rest/v1/rpc/conflict', { attempts: 1 })).status).toBe(200)
    await owner.query(`select setval('public.attempts', 1, false)`)
    const refused = await send('/rest/v1/rpc/conflict', { attempts: 2 })
    expect(refused).toMatchObject({ status: 503, retryAfter: '1', message: expect.stringContaining('try again') })
    expect(JSON.stringify(refused.json)).not.toMatch(/4711|deadlock/)
  })

  test('so it is in an account', async () => {
    await owner.query(`create function public.conflict_at_sign_up() returns trigger language plpgsql security definer as
      'begin perform public.conflict(2); return new; end'`)
    await owner.query(`create trigger conflict after insert on auth.users
      for each row execute function public.conflict_at_sign_up()`)
    await owner.query(`select setval('public.attempts', 2, false)`)
    expect((await signUp('repeated')).status).toBe(200)
    await owner.query(`select setval('public.attempts', 1, false)`)
    const refused = await signUp('refused')
    expect(refused).toMatchObject({ status: 503, retryAfter: '1', message: expect.stringContaining('try again') })
    await owner.query('drop trigger conflict on auth.users')
  })

  // The embedded engine has one session, so no one else can hold a lock.
  describe.runIf(engine === 'postgres')('while another session has locked', () => {
    const locked = async <Value>(table: string, work: () => Promise<Value>): Promise<Value> => {
      await owner.query(`begin; lock table ${table} in access exclusive mode`)
      return work().finally(() => owner.query('rollback'))
    }

    test.each(['goals', 'traction_loops', 'traction_points', 'weekly_checkins', 'runway_data', 'squad_messages'])(
      '%s, a founder can sign up',
      async (table) => {
        expect((await locked(`public.${table}`, () => signUp(table))).status).toBe(200)
      },
    )

    test('what a sign-up needs, it gets 503 with Retry-After', async () => {
      const startedAt = performance.now()
      const refused = await locked('public.profiles', () => signUp('late'))
      expect(refused).toMatchObject({ status: 503, retryAfter: '1', message: expect.stringContaining('try again') })
      expect(performance.now() - startedAt).toBeLessThan(MOST_MS)
      expect((await signUp('late')).status).toBe(200)
    })
  })

  // The embedded database has one session, so nothing waits for a lock of another.
  test.runIf(engine === 'postgres')(
    'refreshes and sign-outs of a user whose rows are locked leave connections to others',
    async () => {
      const [ben, cleo] = [await server.founder('ben'), await server.founder('cleo')]
      const sessionOf = async ({ client }: Person) => (await client.auth.getSession()).data.session
      const [held, free] = [await sessionOf(ben), await sessionOf(cleo)]
      const refresh = (session: typeof held) =>
        send('/auth/v1/token?grant_type=refresh_token', { refresh_token: session?.refresh_token })
      const signOut = () =>
        fetch(`${server.url}/auth/v1/logout?scope=others`, {
          method: 'POST',
          headers: { apikey: server.publishableKey, authorization: `Bearer ${held?.access_token}` },
        })
      await owner.query('begin')
      await owner.query('select from auth.users where id = $1 for update', [ben.id])
      await owner.query('select from auth.sessions where user_id = $1 for update', [ben.id])
      const waiting = Array.from({ length: 30 }, () => [refresh(held), signOut()]).flat()
      expect(await refresh(free)).toMatchObject({ status: 200 })
      const statuses = (await Promise.all(waiting)).map(({ status }) => status)
      await owner.query('rollback')
      expect(new Set(statuses)).toEqual(new Set([503]))
    },
  )

  // A read-only embedded database refuses its migrations too: it does not start.
  test.runIf(engine === 'postgres')('a read-only database refuses changes in words, and reads go on', async () => {
    expect((await addGoal()).status).toBe(201)
    await setReadOnly(true)
    const refused = {
      status: 503,
      retryAfter: '1',
      message: 'Nothing can be saved at the moment, please try again later',
    }
    await vi.waitFor(async () => expect(await addGoal()).toMatchObject(refused))
    expect(await signUp('nobody')).toMatchObject(refused)
    expect(await send('/rest/v1/goals?select=text')).toMatchObject({ status: 200, json: [{ text: 'Ship' }] })
    expect(await send('/auth/v1/user')).toMatchObject({ status: 200, json: { id: ana.id } })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await setReadOnly(false)
    await vi.waitFor(async () => expect((await addGoal()).status).toBe(201))
  })

  /** As an operator does it; the server's connections begin again. */
  async function setReadOnly(isReadOnly: boolean): Promise<void> {
    const setting = `default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`
    const [row] = await owner.query<{ name: string }>('select current_database() as name')
    await owner.query(`begin read write; alter database ${row?.name} set ${setting}; commit`)
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query not like 'listen%'`)
  }
})
