import { expect, test } from 'vitest'
import { FairShare } from './fair-share.ts'

/** Work that ends when told to, and says when it began. */
function work() {
  let end = () => undefined as void
  const ended = new Promise<void>((resolve) => (end = resolve))
  const begun = { yet: false }
  const run = () => {
    begun.yet = true
    return ended
  }
  return { run, end, begun }
}

test('one caller has so many statements under way, and another one starts at once', async () => {
  const share = new FairShare(2)
  const [one, two, three, other] = [work(), work(), work(), work()]
  const running = [one, two, three].map(({ run }) => share.run('ana', run))
  running.push(share.run('ben', other.run))
  expect([one, two, three, other].map(({ begun }) => begun.yet)).toEqual([true, true, false, true])
  one.end()
  await expect.poll(() => three.begun.yet).toBe(true)
  for (const { end } of [two, three, other]) end()
  await Promise.all(running)
})

test('what nobody in particular asks is not counted', async () => {
  const share = new FairShare(1)
  const [one, two] = [work(), work()]
  const running = [share.run(undefined, one.run), share.run(undefined, two.run)]
  expect([one.begun.yet, two.begun.yet]).toEqual([true, true])
  one.end()
  two.end()
  await Promise.all(running)
})

test('a failure hands the place on', async () => {
  const share = new FairShare(1)
  const failing = share.run('ana', async () => Promise.reject(new Error('mine')))
  const after = share.run('ana', async () => 'mine too')
  await expect(failing).rejects.toThrow('mine')
  await expect(after).resolves.toBe('mine too')
})

test('who does not stop asking is refused', async () => {
  const share = new FairShare(1)
  const slow = work()
  const running = Array.from({ length: 501 }, () => share.run('ana', slow.run))
  await expect(share.run('ana', slow.run)).rejects.toThrow('too many statements of one caller wait')
  slow.end()
  await Promise.all(running)
})

test('a caller whose statement was stopped pauses, longer each time, and has one place then', async () => {
  let now = 0
  const share = new FairShare(2, () => now)
  const run = () => share.run('eve', async () => 'done')
  share.penalize('eve')
  await expect(run()).rejects.toMatchObject({ seconds: 5 })
  await expect(share.run('ana', async () => 'done')).resolves.toBe('done')
  now = 5_000
  const [one, two] = [work(), work()]
  const running = [one, two].map((each) => share.run('eve', each.run))
  expect([one.begun.yet, two.begun.yet]).toEqual([true, false])
  one.end()
  await expect.poll(() => two.begun.yet).toBe(true)
  share.penalize('eve')
  two.end()
  await Promise.all(running)
  await expect(run()).rejects.toMatchObject({ seconds: 10 })
  now = 15_000 + 60_000
  share.penalize('eve')
  await expect(run()).rejects.toMatchObject({ seconds: 5 })
})

test('what waits while its caller is paused can be refused, and the place goes on', async () => {
  const share = new FairShare(1)
  const slow = work()
  const running = share.run('eve', slow.run)
  const waiting = [1, 2].map(() => share.run('eve', async () => share.refuseWhilePaused('eve')))
  share.penalize('eve')
  slow.end()
  await running
  for (const refused of waiting) await expect(refused).rejects.toThrow('took too long')
})
