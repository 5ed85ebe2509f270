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
