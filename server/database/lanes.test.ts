import { EventEmitter } from 'node:events'
import type { Client } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Lanes, LaneUnavailable } from './lanes.ts'

/** Connections that are only told apart. */
function connections() {
  const opened: EventEmitter[] = []
  const connect = async (): Promise<Client> => {
    const client = Object.assign(new EventEmitter(), { end: async () => undefined })
    opened.push(client)
    return client as unknown as Client
  }
  return { opened, connect }
}

/** Work that ends when told to. */
function work() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const clients: Client[] = []
  return { end, clients, run: async (client: Client) => (clients.push(client), ended) }
}

describe('Lanes', () => {
  test('opens a connection only when one is needed', async () => {
    const { opened, connect } = connections()
    const lanes = new Lanes(connect, 4, 2)
    for (let round = 0; round < 3; round++) await lanes.run('shared', async () => undefined)
    expect(opened).toHaveLength(1)
  })

  describe('with idle connections', () => {
    afterEach(() => vi.useRealTimers())

    /** Three reads: one, a second after `ms`, and a third right after it. */
    async function threeReads(ms: number) {
      vi.useFakeTimers({ toFake: ['performance'] })
      const { opened, connect } = connections()
      const lanes = new Lanes(connect, 4, 8)
      const reads = [work(), work(), work()] as const
      const running = [lanes.run('shared', reads[0].run)]
      vi.advanceTimersByTime(ms)
      running.push(lanes.run('shared', reads[1].run), lanes.run('shared', reads[2].run))
      for (const { end } of reads) end()
      await Promise.all(running)
      return opened
    }

    test('puts reads behind one that has just begun', async () => {
      expect(await threeReads(1)).toHaveLength(1)
    })

    test('sends a read once more, on another connection, when the one before it does not end', async () => {
      const { opened, connect } = connections()
      const lanes = new Lanes(connect, 4, 8)
      const [slow, behind] = [work(), work()]
      const running = lanes.run('shared', slow.run)
      let hasEnded = false
      const read = lanes.run('shared', behind.run).then(() => (hasEnded = true))
      await expect.poll(() => behind.clients.length).toBe(2)
      expect(opened).toHaveLength(2)
      expect(behind.clients[1]).not.toBe(slow.clients[0])
      expect(hasEnded).toBe(false)
      behind.end()
      await read
      slow.end()
      await running
    })

    test('sends no read twice while every connection is at work', async () => {
      const { connect } = connections()
      const lanes = new Lanes(connect, 2, 8)
      const [write, slow, behind] = [work(), work(), work()]
      const running = [
        lanes.run('exclusive', write.run),
        lanes.run('shared', slow.run),
        lanes.run('shared', behind.run),
      ]
      await new Promise((resolve) => setTimeout(resolve, 600))
      expect(behind.clients).toHaveLength(1)
      write.end()
      await expect.poll(() => behind.clients.length).toBe(2)
      slow.end()
      behind.end()
      await Promise.all(running)
      // What has been answered is not sent again.
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(behind.clients).toHaveLength(2)
    })

    test('leaves some to callers that have no other statement under way', async () => {
      const { connect } = connections()
      const lanes = new Lanes(connect, 3, 1, 1)
      const [first, second, further, other] = [work(), work(), work(), work()]
      const running = [lanes.run('shared', first.run, true), lanes.run('shared', second.run, true)]
      running.push(lanes.run('shared', further.run, true))
      await Promise.resolve()
      running.push(lanes.run('shared', other.run, false))
      await expect.poll(() => other.clients.length).toBe(1)
      expect(further.clients).toHaveLength(0)
      first.end()
      second.end()
      await expect.poll(() => further.clients.length).toBe(1)
      for (const { end } of [further, other]) end()
      await Promise.all(running)
    })

    test('sends no read twice that is slow itself', async () => {
      const { opened, connect } = connections()
      const lanes = new Lanes(connect, 4, 8)
      const [quick, slow] = [work(), work()]
      const running = [lanes.run('shared', quick.run), lanes.run('shared', slow.run)]
      quick.end()
      await new Promise((resolve) => setTimeout(resolve, 400))
      expect([slow.clients.length, opened.length]).toEqual([1, 1])
      slow.end()
      await Promise.all(running)
    })

    test('puts nobody behind one that takes long', async () => {
      expect(await threeReads(50)).toHaveLength(2)
    })

    test('puts nobody behind others where reads have been taking long', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const { opened, connect } = connections()
      const lanes = new Lanes(connect, 4, 8)
      for (let round = 0; round < 20; round++) {
        await lanes.run('shared', async () => void vi.advanceTimersByTime(20))
      }
      await Promise.all([lanes.run('shared', async () => 1), lanes.run('shared', async () => 2)])
      expect(opened).toHaveLength(2)
    })
  })

  test('puts two reads on one connection, and a third waits', async () => {
    const { opened, connect } = connections()
    const lanes = new Lanes(connect, 1, 2)
    const [first, second, third] = [work(), work(), work()]
    const running = [first, second, third].map(({ run }) => lanes.run('shared', run))
    await expect.poll(() => first.clients.length + second.clients.length).toBe(2)
    expect(third.clients).toEqual([])
    first.end()
    await expect.poll(() => third.clients.length).toBe(1)
    second.end()
    third.end()
    await Promise.all(running)
    expect(opened).toHaveLength(1)
  })

  test('gives a transaction a connection to itself, in its turn', async () => {
    const { connect } = connections()
    const lanes = new Lanes(connect, 1, 2)
    const [read, transaction, later] = [work(), work(), work()]
    const running = [
      lanes.run('shared', read.run),
      lanes.run('exclusive', transaction.run),
      lanes.run('shared', later.run),
    ]
    await expect.poll(() => read.clients.length).toBe(1)
    expect([transaction.clients, later.clients]).toEqual([[], []])
    read.end()
    await expect.poll(() => transaction.clients.length).toBe(1)
    expect(later.clients).toEqual([])
    transaction.end()
    await expect.poll(() => later.clients.length).toBe(1)
    later.end()
    await Promise.all(running)
  })

  test('opens a new connection after one broke', async () => {
    const { opened, connect } = connections()
    const lanes = new Lanes(connect, 1, 2)
    await lanes.run('shared', async () => undefined)
    opened[0]?.emit('end')
    await lanes.run('shared', async () => undefined)
    expect(opened).toHaveLength(2)
  })

  test('tells when no connection can be had, and tries again the next time', async () => {
    const { connect } = connections()
    let isDown = true
    const lanes = new Lanes(async () => (isDown ? Promise.reject(new Error('refused')) : connect()), 1, 2)
    await expect(lanes.run('shared', async () => 1)).rejects.toBeInstanceOf(LaneUnavailable)
    isDown = false
    await expect(lanes.run('shared', async () => 1)).resolves.toBe(1)
  })

  test('what waits when it is closed is told so', async () => {
    const { connect } = connections()
    const lanes = new Lanes(connect, 1, 2)
    const slow = work()
    const running = lanes.run('exclusive', slow.run)
    const waiting = lanes.run('exclusive', async () => undefined)
    await expect.poll(() => slow.clients.length).toBe(1)
    await lanes.close()
    await expect(waiting).rejects.toBeInstanceOf(LaneUnavailable)
    slow.end()
    await running
  })

  test('a failure of the work is the caller’s, and the connection goes on', async () => {
    const { opened, connect } = connections()
    const lanes = new Lanes(connect, 1, 2)
    await expect(lanes.run('exclusive', async () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
    await expect(lanes.run('exclusive', async () => 1)).resolves.toBe(1)
    expect(opened).toHaveLength(1)
  })
})
