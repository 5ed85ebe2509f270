import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { succeed } from '../../domain/result.ts'
import { eventsOf } from '../../supabase/functions/_shared/read-calendar.ts'
import { keyCaller, type Identify } from '../../server/database/caller.ts'
import type { Database } from '../../server/database/database.ts'
import type { ApiEnv } from '../../server/http/context.ts'
import { createGate } from '../../server/http/gate.ts'
import { createRest } from '../../server/rest/rest.ts'
import { administer } from '../engines.ts'
import { serveGate } from '../harness.ts'
import { shapeMissing } from '../supabase-cluster.ts'
import { openSupabaseShape, type SupabaseShape } from '../supabase-shape.ts'
import { readStream } from './cofounder-chat.ts'
import { startOnDeno } from './deno.ts'

const PUBLISHABLE_KEY = 'sb_publishable_web'
const SECRET_KEY = 'sb_secret_default'

/** An unsigned token: there is no auth server here. */
const tokenOf = (id: string) =>
  `e30.${Buffer.from(JSON.stringify({ sub: id, session_id: id, role: 'authenticated', aal: 'aal1' })).toString('base64url')}.`
const claimsOf = (token: string) => Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
const userOf = (token: string) => (JSON.parse(claimsOf(token)) as { sub: string }).sub
const identify: Identify = ({ keyRole, token }) =>
  Promise.resolve(
    succeed(
      token === undefined
        ? keyCaller(keyRole ?? 'anon')
        : { role: 'authenticated', claims: claimsOf(token), userId: userOf(token) },
    ),
  )

/** The project's API for the functions: this server's data API, and an auth server that knows its users. */
async function serveProject(database: Database) {
  const roleOf = (key: string) => (key === SECRET_KEY ? 'service_role' : key === PUBLISHABLE_KEY ? 'anon' : undefined)
  const gate = createGate({ publicUrl: 'http://localhost:3000', trustProxy: 0, roleOf, log: () => undefined })
  gate.route('/rest/v1', createRest({ database, identify, log: () => undefined, rateLimitFactor: 1000 }).app)
  const auth = new Hono<ApiEnv>().get('/user', async (c) => {
    const id = userOf((c.req.header('authorization') ?? '').replace('Bearer ', ''))
    const known = await database.query('select from auth.users where id::text = $1', [id])
    return known.length > 0 ? c.json({ id, factors: [] }) : c.json({ msg: 'invalid JWT' }, 403)
  })
  gate.route('/auth/v1', auth)
  return serveGate(gate)
}

describe.skipIf(shapeMissing)('functions on Deno and a database of the shape of Supabase', () => {
  const ana = randomUUID()
  let shape: SupabaseShape
  let database: Database
  let api: Awaited<ReturnType<typeof serveProject>>
  let functions: Awaited<ReturnType<typeof startOnDeno>>[]
  beforeAll(async () => {
    shape = openSupabaseShape()
    const project = await shape.project()
    database = project.database
    // The schema of functions that this server's data API calls; PostgREST does their work itself.
    await administer(project.urlOf('supabase_admin'), [
      'create schema server',
      'grant usage on schema server to anon, authenticated, service_role',
      `create function server.raise_error(text, text, text, text) returns boolean language plpgsql as $$
         begin raise exception using errcode = $1, message = $2; end
       $$`,
    ])
    await database.query(
      `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
       values ($1, 'ana@example.com', now(), '{"first_name": "Ana", "last_name": "Adler"}')`,
      [ana],
    )
    await database.query(
      'insert into auth.sessions (id, user_id, created_at, updated_at) values ($1, $1, now(), now())',
      [ana],
    )
    await database.query(
      `insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
       values (gen_random_uuid(), $1, 'password', now(), now())`,
      [ana],
    )
    api = await serveProject(database)
    const env = {
      SUPABASE_URL: api.url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: PUBLISHABLE_KEY }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: SECRET_KEY }),
    }
    functions = await Promise.all(
      ['growth-chat', 'summarize-check-ins', 'calendar-feed'].map((name) => startOnDeno(name, env)),
    )
  })
  afterAll(async () => {
    await Promise.all(functions.map((each) => each.stop()))
    await api.close()
    await shape.close()
  })

  const asAna = { apikey: PUBLISHABLE_KEY, Authorization: `Bearer ${tokenOf(ana)}`, 'Content-Type': 'application/json' }

  test('growth-chat answers from the founder’s records and stores the turn', async () => {
    const goal = { user_id: ana, text: 'Ten demos', period: 'weekly' }
    const added = await fetch(`${api.url}/rest/v1/goals`, {
      method: 'POST',
      headers: asAna,
      body: JSON.stringify(goal),
    })
    expect(added.status).toBe(201)
    const turn = randomUUID()
    const answer = await fetch(functions[0]!.url, {
      method: 'POST',
      headers: asAna,
      body: JSON.stringify({ messages: [{ role: 'user', content: 'What are my goals?' }], turn }),
    })
    expect(answer.status).toBe(200)
    expect(await readStream(answer)).toEqual({ text: expect.stringContaining('Ten demos'), end: 'done' })
    const stored = await database.query(
      'select role from public.ai_conversations where turn = $1 order by created_at',
      [turn],
    )
    expect(stored).toEqual([{ role: 'user' }, { role: 'assistant' }])
  })

  test('summarize-check-ins summarizes the queued check-in for the secret key only', async () => {
    await database.query(
      `insert into public.weekly_checkins (user_id, week_of, mood, wins, next_priority)
       values ($1, date_trunc('week', now()), 4, 'Two demos', 'Pricing')`,
      [ana],
    )
    const run = (key: string) =>
      fetch(functions[1]!.url, { method: 'POST', headers: { apikey: key, Authorization: `Bearer ${key}` } })
    expect((await run(PUBLISHABLE_KEY)).status).toBe(403)
    expect((await run(SECRET_KEY)).status).toBe(200)
    expect(await database.query('select ai_summary is not null as done from public.weekly_checkins')).toEqual([
      { done: true },
    ])
  })

  test('calendar-feed returns the founder’s calendar at the secret address', async () => {
    const made = await fetch(`${api.url}/rest/v1/rpc/new_calendar_feed`, {
      method: 'POST',
      headers: asAna,
      body: JSON.stringify({ time_zone: 'UTC' }),
    })
    const key = (await made.json()) as string
    const feed = await fetch(`${functions[2]!.url}/calendar-feed?key=${key}`)
    expect(feed.status).toBe(200)
    expect(eventsOf(await feed.text())).toMatchObject([{ summary: 'Ten demos' }])
  })
})
