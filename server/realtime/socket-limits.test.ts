import { expect, test } from 'vitest'
import { SocketLimits, type SocketUse } from './socket-limits.ts'
import { TokenBucket } from '../token-bucket.ts'

function openMany(limits: SocketLimits, network: string, count: number): SocketUse[] {
  return Array.from({ length: count }, () => limits.open(network)).filter((use) => use !== undefined)
}

test('a network has at most 200 sockets without a channel, and another network as many', () => {
  const limits = new SocketLimits(1)
  expect(openMany(limits, 'a', 250)).toHaveLength(200)
  expect(openMany(limits, 'b', 1)).toHaveLength(1)
})

test('a network has at most 1,000 sockets with a channel, and one more when one is closed', () => {
  const limits = new SocketLimits(1)
  const uses: SocketUse[] = []
  for (let count = 0; count < 1000; count++) {
    const use = limits.open('a')
    if (!use) break
    expect(use.join(`user-${count % 100}`, 1)).toBeUndefined()
    uses.push(use)
  }
  expect(uses).toHaveLength(1000)
  expect(limits.open('a')).toBeUndefined()
})

test('a user has at most 50 sockets over several networks, and one more when one is closed', () => {
  const limits = new SocketLimits(1)
  const [first] = Array.from({ length: 50 }, (_, index) => {
    const use = limits.open(`network-${index}`)
    expect(use?.join('ana', 1)).toBeUndefined()
    return use
  })
  const further = limits.open('a')
  expect(further?.join('ana', 1)).toMatch(/^Too many connections/)
  expect(limits.open('a')?.join('ben', 1)).toBeUndefined()
  first?.close()
  first?.leave('ana', 1)
  expect(further?.join('ana', 1)).toBeUndefined()
})

test('a user has at most 500 bindings, and room for more after leaving', () => {
  const limits = new SocketLimits(1)
  const [one, two] = openMany(limits, 'a', 2)
  expect(one?.join('ana', 400)).toBeUndefined()
  expect(two?.join('ana', 101)).toMatch(/^Too many subscriptions/)
  one?.leave('ana', 1)
  expect(two?.join('ana', 101)).toBeUndefined()
})

test('a user has at most 500 bindings, those on other users’ sockets included', () => {
  const limits = new SocketLimits(1)
  const [one, two] = openMany(limits, 'a', 2)
  expect(one?.join('ana', 400)).toBeUndefined()
  expect(two?.join('ben', 200)).toBeUndefined()
  // Ben's bindings on the socket count for ben.
  expect(two?.join('ana', 100)).toBeUndefined()
  expect(two?.join('ana', 1)).toMatch(/^Too many subscriptions/)
  expect(one?.join('ben', 301)).toMatch(/^Too many subscriptions/)
  expect(one?.join('ben', 300)).toBeUndefined()
  two?.close()
  expect(one?.join('ana', 100)).toBeUndefined()
  expect(one?.join('ben', 201)).toMatch(/^Too many subscriptions/)
})

test('a closed socket counts for no user, even if its token check ends later', () => {
  const limits = new SocketLimits(1)
  const [one, two] = openMany(limits, 'a', 2)
  one?.join('ana', 500)
  one?.close()
  expect(one?.join('ana', 500)).toBe('The connection is closed')
  one?.leave('ana', 500)
  expect(two?.join('ana', 500)).toBeUndefined()
  expect(two?.join('ana', 1)).toMatch(/^Too many subscriptions/)
})

test('a server has at most 20,000 sockets, and one more when one is closed', () => {
  const limits = new SocketLimits(1)
  const uses = Array.from({ length: 20_000 }, (_, index) => limits.open(`network-${index % 100}`))
  expect(uses).not.toContain(undefined)
  expect(limits.isFull).toBe(true)
  uses[0]?.close()
  expect(limits.isFull).toBe(false)
})

test('a user joins at most 300 times at once, the secret key without a limit', () => {
  const limits = new SocketLimits(1)
  const [one, two] = openMany(limits, 'a', 2)
  const refused = Array.from({ length: 400 }, () => one?.join('ana', 0)).filter((reason) => reason !== undefined)
  expect(refused.length).toBeGreaterThanOrEqual(99 - 5)
  expect(refused.length).toBeLessThanOrEqual(100)
  for (let count = 0; count < 1000; count++) expect(two?.join(undefined, 1)).toBeUndefined()
})

test('a token bucket refills over time', () => {
  let now = 0
  const bucket = new TokenBucket({ burst: 2, perSecond: 10 }, () => now)
  expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 100])
  now = 50
  expect(bucket.take()).toBe(50)
  now = 101
  expect(bucket.take()).toBe(0)
  expect(bucket.isFull).toBe(false)
  now = 1000
  expect(bucket.isFull).toBe(true)
  expect([bucket.spend(), bucket.spend(), bucket.spend(), bucket.spend()]).toEqual([0, 0, 100, 200])
})
