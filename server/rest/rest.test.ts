import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { fail, succeed } from '../../domain/result.ts'
import type { TokenFailure } from '../database/caller.ts'
import { DatabaseError, type Database, type DatabaseFailure } from '../database/database.ts'
import type { ApiEnv } from '../http/context.ts'
import { createRest } from './rest.ts'

const away: DatabaseFailure = { kind: 'unavailable', message: 'no connection' }
const emptyCatalogue =
  '{"tables":[{"schema":"public","name":"goals","columns":[],"primaryKey":[]}],"functions":[],"types":[]}'

/** A database that fails callers' statements, and the server's own too unless `isReadable`. */
function brokenDatabase(failure: DatabaseFailure, isReadable: boolean): Database {
  const query = () => {
    if (!isReadable) return Promise.reject(new DatabaseError(away))
    return Promise.resolve([{ catalogue: emptyCatalogue }] as never)
  }
  return {
    engine: 'postgres',
    asCaller: () => Promise.resolve(fail(failure)),
    query,
    transaction: (work) => work({ query }),
    listen: () => Promise.resolve(() => Promise.resolve()),
    close: () => Promise.resolve(),
  }
}

function send(
  database: Database,
  path: string,
  { method = 'GET', token }: { method?: string; token?: TokenFailure } = {},
) {
  const identify = () =>
    Promise.resolve(token ? fail(token) : succeed({ role: 'anon', claims: '{"role":"anon"}' } as const))
  const app = new Hono<ApiEnv>()
  app.use(async (context, next) => {
    context.set('credentials', { keyRole: 'anon', token: undefined })
    await next()
  })
  app.route('/rest/v1', createRest({ database, identify, log: () => undefined }).app)
  return app.request(`/rest/v1${path}`, { method })
}

describe('the tables API', () => {
  test.each([
    [away, 503, 'PGRST000'],
    [{ kind: 'overloaded', message: 'all busy' }, 504, 'PGRST003'],
  ] as const)('answers %j with Retry-After', async (failure, status, code) => {
    const found = await send(brokenDatabase(failure, true), '/goals')
    expect([found.status, found.headers.get('retry-after')]).toEqual([status, '1'])
    expect(await found.json()).toMatchObject({ code })
  })

  test('the tables API answers 503 while the catalogue cannot be loaded', async () => {
    const found = await send(brokenDatabase(away, false), '/goals')
    expect([found.status, found.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await found.json()).toMatchObject({ code: 'PGRST002' })
  })

  test('rejects an expired token before it parses the request', async () => {
    const found = await send(brokenDatabase(away, true), '/goals?select=', {
      token: { kind: 'expired', secondsAgo: 60 },
    })
    expect(found.status).toBe(401)
    expect(found.headers.get('www-authenticate')).toContain('JWT expired')
    expect(await found.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' })
  })

  test('answers OPTIONS with the methods of a table', async () => {
    const found = await send(brokenDatabase(away, true), '/goals', { method: 'OPTIONS' })
    expect([found.status, found.headers.get('allow')]).toEqual([200, 'OPTIONS,GET,HEAD'])
  })

  test('answers 404 below a table', async () => {
    const found = await send(brokenDatabase(away, true), '/goals/1')
    expect([found.status, await found.json()]).toMatchObject([404, { code: 'PGRST125' }])
  })
})
