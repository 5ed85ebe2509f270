import { expect, test } from 'vitest'
import type { Database } from '../../database/database.ts'
import { createSessionCheck, type SessionCheck } from './session-check.ts'

const row = (id: string) => ({ id, aal: 'aal1', presentedCounter: null, loweredCounter: null })

function counting(live: Set<string>) {
  const asked: string[][] = []
  const query = async (_: string, [ids]: readonly unknown[]) => {
    asked.push(ids as string[])
    return (ids as string[]).filter((id) => live.has(id)).map(row)
  }
  return { asked, database: { query } as unknown as Database }
}

const isLive = (check: SessionCheck, id: string) => {
  const found = check.find(id)
  return found instanceof Promise ? found.then(Boolean) : Boolean(found)
}

function withheld() {
  let answer: (rows: { id: string }[]) => void = () => undefined
  const answered = new Promise<{ id: string }[]>((resolve) => (answer = resolve))
  return { answered, answer: (rows: { id: string }[]) => answer(rows) }
}

test('many at once are one question, and each session is asked for once', async () => {
  const { asked, database } = counting(new Set(['a', 'b']))
  const check = createSessionCheck(database, () => new Date(0))
  const answers = await Promise.all(['a', 'b', 'c', 'a'].map(async (id) => isLive(check, id)))
  expect(answers).toEqual([true, true, false, true])
  expect(asked).toEqual([['a', 'b', 'c']])
})

test('an answer is believed for less than five seconds, and forgotten on demand', async () => {
  const live = new Set(['a'])
  const { asked, database } = counting(live)
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
  expect(asked).toHaveLength(3)
})

test('a database that fails is asked again the next time', async () => {
  let isAway = true
  const query = async () => (isAway ? Promise.reject(new Error('away')) : [row('a')])
  const check = createSessionCheck({ query } as unknown as Database, () => new Date(0))
  await expect(isLive(check, 'a')).rejects.toThrow('away')
  isAway = false
  expect(await isLive(check, 'a')).toBe(true)
})

test('who goes on working is asked for along with others, and who does not is left out', async () => {
  const { asked, database } = counting(new Set(['a', 'b', 'c', 'd', 'e']))
  let now = 0
  const check = createSessionCheck(database, () => new Date(now))
  await Promise.all(['a', 'b', 'c'].map(async (id) => isLive(check, id)))
  void isLive(check, 'a')
  now = 2499
  await isLive(check, 'd')
  void isLive(check, 'b')
  now = 2500
  await isLive(check, 'e')
  expect(asked).toEqual([['a', 'b', 'c'], ['d'], ['e', 'a', 'b']])
  now = 5000
  expect([isLive(check, 'a'), isLive(check, 'b')]).toEqual([true, true])
})

test('an answer that was under way while a session was forgotten is not kept', async () => {
  const { answered, answer } = withheld()
  const asked: unknown[] = []
  const query = async (_: string, [ids]: readonly unknown[]) => {
    asked.push(ids)
    return asked.length === 1 ? answered : []
  }
  const check = createSessionCheck({ query } as unknown as Database, () => new Date(0))
  const before = isLive(check, 'a')
  await new Promise((resolve) => setImmediate(resolve))
  check.forget(['a'])
  answer([row('a')])
  expect(await before).toBe(true)
  expect(await isLive(check, 'a')).toBe(false)
  expect(asked).toEqual([['a'], ['a']])
})

test('an answer that took longer than it is believed is not waited for by who comes later', async () => {
  const { answered, answer } = withheld()
  let asked = 0
  const query = async () => (++asked === 1 ? answered : [])
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

test('a clock that was set back makes nothing believed for longer', async () => {
  const live = new Set(['a'])
  const { asked, database } = counting(live)
  let now = 10_000
  const check = createSessionCheck(database, () => new Date(now))
  await isLive(check, 'a')
  live.delete('a')
  now = 9_999
  expect(await isLive(check, 'a')).toBe(false)
  expect(asked).toEqual([['a'], ['a']])
})
