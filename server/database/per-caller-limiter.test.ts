import { expect, test } from 'vitest'
import { PerCallerLimiter } from './per-caller-limiter.ts'

/** Work that runs until `end`, and reports whether it has started. */
function work() {
  let end = () => undefined as void
  const ended = new Promise<void>((resolve) => (end = resolve))
  const state = { started: false }
  const run = () => {
    state.started = true
    return ended
  }
  return { run, end, state }
}

test('limits the statements of one caller, while another caller’s start at once', async () => {
  const limiter = new PerCallerLimiter(2)
  const [one, two, three, other] = [work(), work(), work(), work()]
  const running = [one, two, three].map(({ run }) => limiter.run('ana', run))
  running.push(limiter.run('ben', other.run))
  expect([one, two, three, other].map(({ state }) => state.started)).toEqual([true, true, false, true])
  one.end()
  await expect.poll(() => three.state.started).toBe(true)
  for (const { end } of [two, three, other]) end()
  await Promise.all(running)
})

test('does not limit statements without a caller', async () => {
  const limiter = new PerCallerLimiter(1)
  const [one, two] = [work(), work()]
  const running = [limiter.run(undefined, one.run), limiter.run(undefined, two.run)]
  expect([one.state.started, two.state.started]).toEqual([true, true])
  one.end()
  two.end()
  await Promise.all(running)
})

test('a failed statement releases its slot', async () => {
  const limiter = new PerCallerLimiter(1)
  const failing = limiter.run('ana', async () => Promise.reject(new Error('mine')))
  const after = limiter.run('ana', async () => 'mine too')
  await expect(failing).rejects.toThrow('mine')
  await expect(after).resolves.toBe('mine too')
})

test('rejects a caller with 500 queued statements', async () => {
  const limiter = new PerCallerLimiter(1)
  const slow = work()
  const running = Array.from({ length: 501 }, () => limiter.run('ana', slow.run))
  await expect(limiter.run('ana', slow.run)).rejects.toThrow('too many statements of one caller are queued')
  slow.end()
  await Promise.all(running)
})

test('pauses a caller after each timeout, longer each time, with one statement at a time afterwards', async () => {
  let now = 0
  const limiter = new PerCallerLimiter(2, () => now)
  const run = () => limiter.run('eve', async () => 'done')
  limiter.penalize('eve')
  await expect(run()).rejects.toMatchObject({ seconds: 5 })
  await expect(limiter.run('ana', async () => 'done')).resolves.toBe('done')
  now = 5_000
  const [one, two] = [work(), work()]
  const running = [one, two].map((each) => limiter.run('eve', each.run))
  expect([one.state.started, two.state.started]).toEqual([true, false])
  one.end()
  await expect.poll(() => two.state.started).toBe(true)
  limiter.penalize('eve')
  two.end()
  await Promise.all(running)
  await expect(run()).rejects.toMatchObject({ seconds: 10 })
  now = 15_000 + 60_000
  limiter.penalize('eve')
  await expect(run()).rejects.toMatchObject({ seconds: 5 })
})

test('a queued statement can be rejected while its caller is paused, and its slot is released', async () => {
  const limiter = new PerCallerLimiter(1)
  const slow = work()
  const running = limiter.run('eve', slow.run)
  const waiting = [1, 2].map(() => limiter.run('eve', async () => limiter.refuseWhilePaused('eve')))
  limiter.penalize('eve')
  slow.end()
  await running
  for (const refused of waiting) await expect(refused).rejects.toThrow('took too long')
})
