import { afterEach, describe, expect, test, vi } from 'vitest'
import { decodeProtectedHeader } from 'jose'
import { changeKeys } from '../../server/operations/change-keys.ts'
import { engines } from '../harness.ts'
import { addFounder, closeAll, place, signIn, start, type RunningServer } from './running-server.ts'

/** Milliseconds until every server signs with the new key, and the slack for a slow machine. */
const NOTICED_MS = 10_000
const SLACK_MS = 10_000
const PATIENCE = { timeout: NOTICED_MS + SLACK_MS, interval: 200 }

interface Session {
  readonly access_token: string
  readonly refresh_token: string
}

afterEach(closeAll)

const sessionAt = async (server: RunningServer) => (await signIn(server, 'ana@example.com')) as Session
const kidOf = ({ access_token }: Session) => decodeProtectedHeader(access_token).kid

async function published({ server, url }: RunningServer): Promise<(string | undefined)[]> {
  const answer = await fetch(`${url}/auth/v1/.well-known/jwks.json`, { headers: { apikey: server.publishableKey } })
  const { keys } = (await answer.json()) as { keys: { kid?: string; d?: string }[] }
  expect(keys.filter(({ d }) => d !== undefined)).toEqual([])
  return keys.map(({ kid }) => kid)
}

async function readingGoals({ server, url }: RunningServer, { access_token }: Session): Promise<number> {
  const headers = { apikey: server.publishableKey, Authorization: `Bearer ${access_token}` }
  const answer = await fetch(`${url}/rest/v1/goals`, { headers })
  await answer.arrayBuffer()
  return answer.status
}

async function refreshed({ server, url }: RunningServer, { refresh_token }: Session): Promise<Session> {
  const answer = await fetch(`${url}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token }),
  })
  return (await answer.json()) as Session
}

describe.each(engines)('signing keys on %s', (engine) => {
  test(
    'signing keys are rotated and revoked while servers run, and users stay signed in',
    { timeout: 120_000 },
    async () => {
      const where = await place(engine)
      const one = await start(where)
      // The embedded database is limited to one server.
      const other = engine === 'postgres' ? await start(where) : one
      await addFounder(one, 'ana')
      const before = await sessionAt(one)
      const old = kidOf(before)
      expect(await changeKeys(where.config, { verb: 'list' })).toEqual([old])

      const [signing, ...accepted] = await changeKeys(where.config, { verb: 'rotate' })
      expect(signing).not.toBe(old)
      expect(accepted).toEqual([old])
      for (const server of [one, other]) {
        expect(await readingGoals(server, before)).toBe(200)
        await vi.waitFor(async () => expect(kidOf(await sessionAt(server))).toBe(signing), PATIENCE)
        expect(await published(server)).toEqual([signing, old])
        expect(await readingGoals(server, before)).toBe(200)
      }

      await expect(changeKeys(where.config, { verb: 'revoke', kid: signing ?? '' })).rejects.toThrow('rotate first')
      await expect(changeKeys(where.config, { verb: 'revoke', kid: 'other' })).rejects.toThrow('there is no key other')
      expect(await changeKeys(where.config, { verb: 'revoke', kid: old ?? '' })).toEqual([signing])
      for (const server of [one, other]) {
        await vi.waitFor(async () => expect(await readingGoals(server, before)).toBe(401), PATIENCE)
        expect(await published(server)).toEqual([signing])
      }
      const after = await refreshed(one, before)
      expect(kidOf(after)).toBe(signing)
      expect(await readingGoals(other, after)).toBe(200)
    },
  )

  test('signing keys are rotated without a running server, and the next one signs with the new key', async () => {
    const where = await place(engine)
    const running = await start(where)
    await addFounder(running, 'ana')
    const before = await sessionAt(running)
    await running.stop()
    const [signing] = await changeKeys(where.config, { verb: 'rotate' })
    const again = await start(where)
    expect(kidOf(await sessionAt(again))).toBe(signing)
    // The issuer contains the port, which has changed: only the key is compared.
    expect(await published(again)).toEqual([signing, kidOf(before)])
  })
})

test.runIf(engines.includes('postgres'))(
  'a token signed with a key that another server has just created is accepted at once',
  async () => {
    const where = await place('postgres')
    const old = await start(where)
    await addFounder(old, 'ana')
    const [signing] = await changeKeys(where.config, { verb: 'rotate' })
    // This server has read the new key; the other one has had no request since.
    const next = await start(where)
    const session = await sessionAt(next)
    expect(kidOf(session)).toBe(signing)
    await vi.waitFor(async () => expect(await readingGoals(old, session)).toBe(200), { timeout: 3000, interval: 50 })
  },
)

test('rotation does not change keys configured by the operator', async () => {
  const { config } = await place('pglite')
  const given = { ...config, SUPABASE_JWT_KEYS: '{"keys":[]}' }
  await expect(changeKeys(given, { verb: 'rotate' })).rejects.toThrow('those in SUPABASE_JWT_KEYS')
})
