import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { succeed } from '../../domain/result.ts'
import { eventsOf } from '../../supabase/functions/_shared/read-calendar.ts'
import { keyCaller, type CallerRole, type Identify } from '../../server/database/caller.ts'
import type { Database } from '../../server/database/database.ts'
import type { ApiEnv } from '../../server/http/context.ts'
import { createGate } from '../../server/http/gate.ts'
import { createRest } from '../../server/rest/rest.ts'
import { administer } from '../engines.ts'
import { serveGate } from '../harness.ts'
import { openAuthServer, type AuthServer, type Claims } from '../supabase-apps.ts'
import { shapeMissing } from '../supabase-cluster.ts'
import { openSupabaseShape, type SupabaseShape } from '../supabase-shape.ts'
import { readStream } from './cofounder-chat.ts'
import { startOnDeno } from './deno.ts'

const PUBLISHABLE_KEY = 'sb_publishable_web'
const SECRET_KEY = 'sb_secret_default'

/** An unsigned token: there is no auth server here. */
const unsigned = (claims: Claims) => `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`
const tokenOf = (id: string) => unsigned({ sub: id, session_id: id, role: 'authenticated', aal: 'aal1' })
const claimsOf = (token: string) => Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()
const parsed = (token: string) => JSON.parse(claimsOf(token)) as { sub: string; role: CallerRole }
const userOf = (token: string) => parsed(token).sub
const identify: Identify = ({ keyRole, token }) =>
  Promise.resolve(
    succeed(
      token === undefined
        ? keyCaller(keyRole ?? 'anon')
        : { role: parsed(token).role, claims: claimsOf(token), userId: userOf(token) },
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
  let auth: AuthServer
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
    auth = await openAuthServer(project.urlOf('supabase_auth_admin'))
    api = await serveProject(database)
    const env = {
      SUPABASE_URL: api.url,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: PUBLISHABLE_KEY }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: SECRET_KEY }),
    }
    functions = await Promise.all(
      ['growth-chat', 'summarize-check-ins', 'calendar-feed', 'mcp'].map((name) => startOnDeno(name, env)),
    )
  })
  afterAll(async () => {
    await Promise.all(functions.map((each) => each.stop()))
    await api.close()
    await auth.close()
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

  test('an app finds the auth server, and works with the token that its hook makes until it is disconnected', async () => {
    const url = functions[3]!.url
    const send = (token?: string) =>
      fetch(url, {
        method: 'POST',
        body: '{}',
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      })
    const first = await send()
    expect([first.status, first.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer scope="email", resource_metadata="${api.url}/functions/v1/mcp/.well-known/oauth-protected-resource"`,
    ])
    const metadata = await fetch(`${url}/mcp/.well-known/oauth-protected-resource`)
    expect(await metadata.json()).toMatchObject({
      resource: `${api.url}/functions/v1/mcp`,
      authorization_servers: [`${api.url}/auth/v1`],
      scopes_supported: ['email'],
    })

    const client = await auth.register()
    const allowed = await fetch(`${api.url}/rest/v1/rpc/allow_app`, {
      method: 'POST',
      headers: asAna,
      body: JSON.stringify({ client, scopes: ['records:read', 'records:write'] }),
    })
    expect(allowed.status).toBe(204)
    await auth.consent(ana, client)
    const { claims } = await auth.exchange(ana, client)
    const requestInit = { headers: { Authorization: `Bearer ${unsigned(claims)}` } }
    const app = new Client({ name: 'test', version: '1' })
    await app.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
    expect((await app.listTools()).tools.map(({ name }) => name)).toEqual([
      'query_records', 'find_records', 'add_goal', 'complete_goal', 'log_check_in', 'log_decision', 'undo',
    ]) // prettier-ignore
    await app.callTool({ name: 'add_goal', arguments: { text: 'Call ten banks', period: 'weekly' } })
    const found = await app.callTool({ name: 'find_records', arguments: { kind: 'goal', words: 'banks' } })
    expect(JSON.stringify(found.content)).toContain('Call ten banks')
    expect(await database.query('select kind, app from public.app_entries')).toEqual([
      { kind: 'goal', app: 'Assistant' },
    ])

    for (const token of [tokenOf(ana), SECRET_KEY]) expect((await send(token)).status).toBe(401)
    const asApp = { ...asAna, Authorization: `Bearer ${unsigned(claims)}` }
    const refused = await fetch(functions[0]!.url, { method: 'POST', headers: asApp, body: '{"messages": []}' })
    expect(refused.status).toBe(401)
    await auth.revoke(ana, client)
    await expect(app.listTools()).rejects.toThrow('Not the token of a connected app')
  })
})
