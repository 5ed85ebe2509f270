import { expect, test } from 'vitest'
import { SessionTime } from './session-time.ts'

test('a slow statement uses up the share of its account and of its network', () => {
  const time = new SessionTime()
  time.of('eve', '203.0.113.7').spend(501)
  expect(time.of('eve', '198.51.100.1').spent).toBe('account')
  expect(time.of('ana', '203.0.113.7')).toMatchObject({ spent: 'network', overdrawnMs: 0 })
  expect(time.of(undefined, '203.0.113.7').spent).toBe('network')
  expect(time.of('ana', '198.51.100.1').spent).toBeUndefined()
})

test('a cancelled statement is the fault of its network, or of its own account', () => {
  const time = new SessionTime()
  time.of('eve', '203.0.113.7').spend(501)
  const [own, others] = [time.of('eve', '203.0.113.7'), time.of('ana', '203.0.113.7')]
  own.cancelled()
  others.cancelled()
  expect([own.isNetworksFault, others.isNetworksFault]).toEqual([false, true])
})

test('a share is counted over several statements, and repaid in a bounded time', () => {
  const time = new SessionTime()
  const eve = time.of('eve', 'n')
  eve.spend(300)
  expect(eve.spent).toBeUndefined()
  expect(eve.overdrawnMs).toBe(0)
  for (let count = 0; count < 100; count++) eve.spend(60_000)
  expect(eve.spent).toBe('account')
  expect(eve.overdrawnMs).toBeGreaterThan(1000)
  expect(eve.secondsToRepay).toBeGreaterThan(10)
  expect(eve.secondsToRepay).toBeLessThanOrEqual(40)
})

test("the server's own requests are not counted", () => {
  const time = new SessionTime()
  time.of(undefined, '').spend(5000)
  expect(time.of(undefined, '')).toMatchObject({ spent: undefined, overdrawnMs: 0 })
})
