import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { engines } from '../harness.ts'
import { ensureBuilt, type BuiltServer } from '../built-server.ts'
import { BACK_MS } from './deadlines.ts'
import { signedIn, signUp, type SignedIn } from './founder.ts'
import { subscribe } from './subscribe.ts'
import { openForTest, startForTest } from './own-server.ts'

const HOUR_MS = 3_600_000

beforeAll(ensureBuilt)

describe.each(engines)('clock changes of a running server, on %s', (engine) => {
  test.each([
    ['two hours ahead', 2 * HOUR_MS],
    ['two hours back', -2 * HOUR_MS],
  ] as const)('a clock set %s and back keeps sessions and data', { timeout: 90_000 }, async (_, shiftMs) => {
    const own = await openForTest(engine)
    const clockFile = join(own.dataDir, 'clock')
    const setClock = async (ms: number) => {
      writeFileSync(clockFile, String(ms))
      // Read every 50 ms.
      await sleep(2000)
    }
    writeFileSync(clockFile, '0')
    const preload = fileURLToPath(new URL('./shift-clock.cjs', import.meta.url))
    const server = await startForTest(own, { CLOCK_FILE: clockFile }, ['--require', preload])
    const ana = await signUp(server, 'ana')
    const first = await signIn(server, 'ana')
    expect(await ana.add('Before')).toBe(201)

    let session = first
    for (const [text, ms] of [
      ['Shifted', shiftMs],
      ['Restored', 0],
    ] as const) {
      await setClock(ms)
      const refused = await as(server, ana, session).request('/goals')
      // With the clock ahead the old token has expired; a token issued then is from the future afterwards. Both get 401.
      if (refused?.status !== 200) {
        expect(refused?.status).toBe(401)
        expect(await refused?.json()).toMatchObject({ code: 'PGRST303', message: expect.stringMatching(/^JWT /) })
      }
      session = await refresh(server, session)
      const now = as(server, ana, session)
      expect(await now.add(text)).toBe(201)
      expect((await signIn(server, 'ana')).access_token).toBeTruthy()

      const { received, statuses, stop } = await subscribe(server, now)
      await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: BACK_MS })
      expect(await now.add(`${text}, received`)).toBe(201)
      await vi.waitFor(() => expect(received).toEqual([`${text}, received`]), { timeout: BACK_MS })
      await stop()
    }
    const texts = await as(server, ana, session).texts()
    expect(texts.sort()).toEqual(['Before', 'Restored', 'Restored, received', 'Shifted', 'Shifted, received'])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    expect(server.printed()).not.toMatch(/"msg":"(request-failed|realtime-failed|database-lost)"/)
  })
})

const DAY_MS = 24 * HOUR_MS
/** Attempts with a wrong password: an account is locked after ten. */
const WRONG = 12

describe.each(engines)('a clock that is off by weeks, on %s', (engine) => {
  test.each([
    // Longer than a session may be idle.
    ['five weeks ahead', 35 * DAY_MS, 400],
    ['three weeks back', -21 * DAY_MS, 200],
  ] as const)(
    'a clock %s, and a clean-up, keep the records; sessions continue or end, and users sign in at once',
    { timeout: 90_000 },
    async (_, shiftMs, refreshed) => {
      const own = await openForTest(engine)
      const clockFile = join(own.dataDir, 'clock')
      const preload = fileURLToPath(new URL('./shift-clock.cjs', import.meta.url))
      const start = (ms: number) => {
        writeFileSync(clockFile, String(ms))
        return startForTest(own, { CLOCK_FILE: clockFile, RATE_LIMIT_FACTOR: '1' }, ['--require', preload])
      }
      let server = await start(0)
      const ana = await signUp(server, 'ana')
      expect(await ana.add('Before')).toBe(201)
      await server.end('SIGTERM')

      server = await start(shiftMs)
      await vi.waitFor(() => expect(server.printed()).toMatch(/"path":"\/functions\/v1\/clean-up","status":200/), {
        timeout: BACK_MS,
      })
      const ended = await post(server, 'refresh_token', { refresh_token: ana.refreshToken })
      expect(ended.status).toBe(refreshed)
      if (ended.status === 400) expect(await ended.json()).toMatchObject({ error_code: 'session_expired' })
      const wrong = { email: 'ana@example.com', password: 'not the password' }
      for (let count = 0; count < WRONG; count++) await post(server, 'password', wrong)
      expect((await post(server, 'password', wrong)).status).toBe(429)
      const bela = await signUp(server, 'bela')
      expect(await bela.add('Shifted')).toBe(201)

      writeFileSync(clockFile, '0')
      // Read every 50 ms.
      await vi.waitFor(async () => expect((await post(server, 'password', wrong)).status).not.toBe(429), {
        timeout: 2000,
      })
      for (const founder of [ana, bela]) {
        const name = founder === ana ? 'ana' : 'bela'
        const now = as(server, founder, await signIn(server, name))
        const { received, statuses, stop } = await subscribe(server, now)
        await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED']), { timeout: BACK_MS })
        expect(await now.add('Restored')).toBe(201)
        await vi.waitFor(() => expect(received).toEqual(['Restored']), { timeout: BACK_MS })
        await stop()
        expect((await now.texts()).sort()).toEqual([founder === ana ? 'Before' : 'Shifted', 'Restored'].sort())
      }
      expect(server.printed()).not.toMatch(/"msg":"(request-failed|realtime-failed|database-lost)"/)
    },
  )
})

interface Session {
  readonly access_token: string
  readonly refresh_token: string
}

const as = (server: BuiltServer, founder: SignedIn, { access_token }: Session): SignedIn =>
  signedIn(server, { ...founder, accessToken: access_token })

const signIn = (server: BuiltServer, name: string): Promise<Session> =>
  token(server, 'password', { email: `${name}@example.com`, password: 'secret123' })

const refresh = (server: BuiltServer, { refresh_token }: Session): Promise<Session> =>
  token(server, 'refresh_token', { refresh_token })

async function token(server: BuiltServer, grant: string, body: object): Promise<Session> {
  const answer = await post(server, grant, body)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Session
}

async function post(server: BuiltServer, grant: string, body: object): Promise<Response> {
  const { supabaseKey } = (await (await fetch(`${server.url}/config.json`)).json()) as { supabaseKey: string }
  return fetch(`${server.url}/auth/v1/token?grant_type=${grant}`, {
    method: 'POST',
    headers: { apikey: supabaseKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
