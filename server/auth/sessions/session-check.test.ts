import { expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { createSessionCheck, type SessionCheck } from './session-check.ts'

const row = (id: string) => ({ id, aal: 'aal1', presentedCounter: null, loweredCounter: null })

function counting(live: Set<string>) {
  const queries: string[][] = []
  const query = async (_: string, [ids]: readonly unknown[]) => {
    queries.push(ids as string[])
    return (ids as string[]).filter((id) => live.has(id)).map(row)
  }
  return { queries, database: { query } as unknown as Database }
}

const isLive = (check: SessionCheck, id: string) => {
  const found = check.find(id)
  return found instanceof Promise ? found.then(Boolean) : Boolean(found)
}

function pendingQuery() {
  let answer: (rows: { id: string }[]) => void = () => undefined
  const answered = new Promise<{ id: string }[]>((resolve) => (answer = resolve))
  return { answered, answer: (rows: { id: string }[]) => answer(rows) }
}

test('concurrent checks share one query, with each session once', async () => {
  const { queries, database } = counting(new Set(['a', 'b']))
  const check = createSessionCheck(database, () => new Date(0))
  const answers = await Promise.all(['a', 'b', 'c', 'a'].map(async (id) => isLive(check, id)))
  expect(answers).toEqual([true, true, false, true])
  expect(queries).toEqual([['a', 'b', 'c']])
})

test('caches a session for less than five seconds, and forget removes it', async () => {
  const live = new Set(['a'])
  const { queries, database } = counting(live)
  let now = 0
  const check = createSessionCheck(database, () => new Date(now))
  await isLive(check, 'a')
  live.delete('a')
  now = 4999
  expect(isLive(check, 'a')).toBe(true)
  now = 5000
  expect(await isLive(check, 'a')).toBe(false)
  live.add('a')
  check.forget(['a'])
  expect(await isLive(check, 'a')).toBe(true)
  expect(queries).toHaveLength(3)
})

test('queries again after a database error', async () => {
  let isUnavailable = true
  const query = async () => (isUnavailable ? Promise.reject(new Error('away')) : [row('a')])
  const check = createSessionCheck({ query } as unknown as Database, () => new Date(0))
  await expect(isLive(check, 'a')).rejects.toThrow('away')
  isUnavailable = false
  expect(await isLive(check, 'a')).toBe(true)
})

test('a query for one session also refreshes active sessions, and omits idle ones', async () => {
  const { queries, database } = counting(new Set(['a', 'b', 'c', 'd', 'e']))
  let now = 0
  const check = createSessionCheck(database, () => new Date(now))
  await Promise.all(['a', 'b', 'c'].map(async (id) => isLive(check, id)))
  void isLive(check, 'a')
  now = 2499
  await isLive(check, 'd')
  void isLive(check, 'b')
  now = 2500
  await isLive(check, 'e')
  expect(queries).toEqual([['a', 'b', 'c'], ['d'], ['e', 'a', 'b']])
  now = 5000
  expect([isLive(check, 'a'), isLive(check, 'b')]).toEqual([true, true])
})

test('does not cache the result of a query in flight when its session was forgotten', async () => {
  const { answered, answer } = pendingQuery()
  const queries: unknown[] = []
  const query = async (_: string, [ids]: readonly unknown[]) => {
    queries.push(ids)
    return queries.length === 1 ? answered : []
  }
  const check = createSessionCheck({ query } as unknown as Database, () => new Date(0))
  const before = isLive(check, 'a')
  await new Promise((resolve) => setImmediate(resolve))
  check.forget(['a'])
  answer([row('a')])
  expect(await before).toBe(true)
  expect(await isLive(check, 'a')).toBe(false)
  expect(queries).toEqual([['a'], ['a']])
})

test('a later check does not share a query that has taken five seconds', async () => {
  const { answered, answer } = pendingQuery()
  let queries = 0
  const query = async () => (++queries === 1 ? answered : [])
  let now = 0
  const check = createSessionCheck({ query } as unknown as Database, () => new Date(now))
  const before = isLive(check, 'a')
  await new Promise((resolve) => setImmediate(resolve))
  now = 4999
  const joined = isLive(check, 'a')
  now = 5000
  const later = isLive(check, 'a')
  answer([row('a')])
  expect(await Promise.all([before, joined, later])).toEqual([true, true, false])
})

test('a clock that is set back does not extend the cache', async () => {
  const live = new Set(['a'])
  const { queries, database } = counting(live)
  let now = 10_000
  const check = createSessionCheck(database, () => new Date(now))
  await isLive(check, 'a')
  live.delete('a')
  now = 9_999
  expect(await isLive(check, 'a')).toBe(false)
  expect(queries).toEqual([['a'], ['a']])
})
