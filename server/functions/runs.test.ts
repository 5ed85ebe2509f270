import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Listener } from '../database/database.ts'
import { startRuns } from './runs.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** `hourly` has a schedule, `other` does not; each run lasts until the test ends it. */
async function start() {
  const ran: string[] = []
  const ends: (() => void)[] = []
  let listener: Listener | undefined
  let isListening = true
  const stop = await startRuns({
    database: {
      listen: async (channel, given) => {
        expect(channel).toBe('functions')
        listener = given
        return async () => void (isListening = false)
      },
    },
    names: new Set(['hourly', 'other']),
    schedules: new Map([['hourly', 3600]]),
    run: (name, signal) => {
      ran.push(name)
      return new Promise((resolve) => {
        ends.push(resolve)
        signal.addEventListener('abort', () => resolve())
      })
    },
  })
  const end = async () => {
    ends.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { ran, end, stop, isListening: () => isListening, listener: listener as Listener }
}

test('a function runs when it is notified', async () => {
  const { ran, listener } = await start()
  listener.notified('other')
  expect(ran).toEqual(['other'])
})

test('ignores a notification for an unknown function', async () => {
  const { ran, listener } = await start()
  listener.notified('../auth/v1/logout')
  expect(ran).toEqual([])
})

test('runs of one function do not overlap, and several notifications during a run cause one more', async () => {
  const { ran, end, listener } = await start()
  for (let time = 0; time < 3; time++) listener.notified('other')
  listener.notified('hourly')
  expect(ran).toEqual(['other', 'hourly'])
  await end()
  expect(ran).toEqual(['other', 'hourly', 'other'])
  await end()
  await end()
  expect(ran).toHaveLength(3)
  listener.notified('other')
  expect(ran).toHaveLength(4)
})

test('a scheduled function runs soon after the start, and then at its interval', async () => {
  const { ran, end } = await start()
  expect(ran).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(ran).toEqual(['hourly'])
  await end()
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(ran).toEqual(['hourly', 'hourly'])
})

test('scheduled functions run when the database is restored', async () => {
  const { ran, listener } = await start()
  listener.lost()
  listener.restored()
  expect(ran).toEqual(['hourly'])
})

test('stopping aborts the runs, waits for them, and starts no other', async () => {
  const { ran, stop, isListening, listener } = await start()
  listener.notified('other')
  listener.notified('other')
  await stop()
  listener.notified('hourly')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(ran).toEqual(['other'])
  expect(isListening()).toBe(false)
})
