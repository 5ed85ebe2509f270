import { expect, test } from 'vitest'
import type { Database } from '../database/database.ts'
import { createSessionCheck } from './session-check.ts'

function counting(live: Set<string>) {
  const asked: string[][] = []
  const query = async (_: string, [ids]: readonly unknown[]) => {
    asked.push(ids as string[])
    return (ids as string[]).filter((id) => live.has(id)).map((id) => ({ id }))
  }
  return { asked, database: { query } as unknown as Database }
}

test('many at once are one question, and each session is asked for once', async () => {
  const { asked, database } = counting(new Set(['a', 'b']))
  const check = createSessionCheck(database, () => new Date(0))
  const answers = await Promise.all(['a', 'b', 'c', 'a'].map(async (id) => check.isLive(id)))
  expect(answers).toEqual([true, true, false, true])
  expect(asked).toEqual([['a', 'b', 'c']])
})

test('an answer is believed for less than five seconds, and forgotten on demand', async () => {
  const live = new Set(['a'])
  const { asked, database } = counting(live)
  let now = 0
  const check = createSessionCheck(database, () => new Date(now))
  await check.isLive('a')
  live.delete('a')
  now = 4999
  expect(check.isLive('a')).toBe(true)
  now = 5000
  expect(await check.isLive('a')).toBe(false)
  live.add('a')
  check.forget(['a'])
  expect(await check.isLive('a')).toBe(true)
  expect(asked).toHaveLength(3)
})

test('a database that fails is asked again the next time', async () => {
  let isAway = true
  const query = async () => (isAway ? Promise.reject(new Error('away')) : [{ id: 'a' }])
  const check = createSessionCheck({ query } as unknown as Database, () => new Date(0))
  await expect(check.isLive('a')).rejects.toThrow('away')
  isAway = false
  expect(await check.isLive('a')).toBe(true)
})
