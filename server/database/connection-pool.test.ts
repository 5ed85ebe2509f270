import { EventEmitter } from 'node:events'
import type { Client } from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ConnectionPool, PoolUnavailable, type PooledStatement } from './connection-pool.ts'

/** Fake connections. */
function connections() {
  const opened: EventEmitter[] = []
  const connect = async (): Promise<Client> => {
    const stream = { destroy: vi.fn<(error: Error) => void>() }
    const client = Object.assign(new EventEmitter(), { end: async () => undefined, connection: { stream } })
    opened.push(client)
    return client as unknown as Client
  }
  return { opened, connect }
}

/** Work that runs until `end`. */
function work() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => (end = resolve))
  const clients: Client[] = []
  return { end, clients, run: async (client: Client) => (clients.push(client), ended) }
}

describe('ConnectionPool', () => {
  test('opens a connection only when one is needed', async () => {
    const { opened, connect } = connections()
    const pool = new ConnectionPool(connect, 4, 2)
    for (let round = 0; round < 3; round++) await pool.run('shared', async () => undefined)
    expect(opened).toHaveLength(1)
  })

  test('opens another connection in place of a dropped one, and keeps the others', async () => {
    const { opened, connect } = connections()
    const pool = new ConnectionPool(connect, 2)
    const [busy, next] = [work(), work()]
    const running = pool.run('exclusive', busy.run)
    await pool.run('exclusive', async () => undefined)
    pool.drop((_, isIdle) => isIdle)
    const other = pool.run('exclusive', next.run)
    busy.end()
    next.end()
    await Promise.all([running, other])
    expect([busy.clients[0], next.clients[0]]).toEqual([opened[0], opened[2]])
    const destroyed = (opened as unknown as Client[]).map(({ connection }) => vi.mocked(connection.stream.destroy))
    expect(destroyed.map(({ mock }) => mock.calls.length)).toEqual([0, 1, 0])
  })

  describe('with idle connections', () => {
    afterEach(() => vi.useRealTimers())

    /** Three reads: one, a second after `ms`, and a third right after it. */
    async function threeReads(ms: number) {
      vi.useFakeTimers({ toFake: ['performance'] })
      const { opened, connect } = connections()
      const pool = new ConnectionPool(connect, 4, 8)
      const reads = [work(), work(), work()] as const
      const running = [pool.run('shared', reads[0].run)]
      vi.advanceTimersByTime(ms)
      running.push(pool.run('shared', reads[1].run), pool.run('shared', reads[2].run))
      for (const { end } of reads) end()
      await Promise.all(running)
      return opened
    }

    test('pipelines reads behind one that has just started', async () => {
      expect(await threeReads(1)).toHaveLength(1)
    })

    test('sends a read again on another connection when the statement before it does not end', async () => {
      const { opened, connect } = connections()
      const pool = new ConnectionPool(connect, 4, 8)
      const [slow, behind] = [work(), work()]
      const running = pool.run('shared', slow.run)
      let hasEnded = false
      const read = pool.run('shared', behind.run).then(() => (hasEnded = true))
      await expect.poll(() => behind.clients.length).toBe(2)
      expect(opened).toHaveLength(2)
      expect(behind.clients[1]).not.toBe(slow.clients[0])
      expect(hasEnded).toBe(false)
      behind.end()
      await read
      slow.end()
      await running
    })

    test('does not send a read twice while every connection is busy', async () => {
      const { connect } = connections()
      const pool = new ConnectionPool(connect, 2, 8)
      const [write, slow, behind] = [work(), work(), work()]
      const running = [pool.run('exclusive', write.run), pool.run('shared', slow.run), pool.run('shared', behind.run)]
      await new Promise((resolve) => setTimeout(resolve, 600))
      expect(behind.clients).toHaveLength(1)
      write.end()
      await expect.poll(() => behind.clients.length).toBe(2)
      slow.end()
      behind.end()
      await Promise.all(running)
      // A completed read is not sent again.
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(behind.clients).toHaveLength(2)
    })

    test('reserves connections for callers without another statement in flight', async () => {
      const { connect } = connections()
      const pool = new ConnectionPool(connect, 3, 1, 1)
      const additional = { isAdditional: true }
      const [first, second, further, other] = [work(), work(), work(), work()]
      const running = [pool.run('shared', first.run, additional), pool.run('shared', second.run, additional)]
      running.push(pool.run('shared', further.run, additional))
      await Promise.resolve()
      running.push(pool.run('shared', other.run))
      await expect.poll(() => other.clients.length).toBe(1)
      expect(further.clients).toHaveLength(0)
      first.end()
      second.end()
      await expect.poll(() => further.clients.length).toBe(1)
      for (const { end } of [further, other]) end()
      await Promise.all(running)
    })

    test('the queue is first in, first out, and within it a lower rank goes first', async () => {
      const { connect } = connections()
      const pool = new ConnectionPool(connect, 1)
      const started: string[] = []
      const running = (name: string, given: PooledStatement = {}) =>
        pool.run('exclusive', async () => void started.push(name), given)
      const ended = [running('first')]
      ended.push(running('overdrawn', { rank: () => 100 }), running('additional', { isAdditional: true }))
      ended.push(running('second'), running('more overdrawn', { rank: () => 200 }), running('third'))
      await Promise.all(ended)
      expect(started).toEqual(['first', 'additional', 'second', 'third', 'overdrawn', 'more overdrawn'])
    })

    test('reserves connections for statements whose text is not known to be slow', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const { connect } = connections()
      const pool = new ConnectionPool(connect, 3, 1, 1)
      const [blocked, second, further, quick, last] = [work(), work(), work(), work(), work()]
      const [slow, other] = [{ text: 'select from locked' }, { text: 'select from other' }]
      const running = [pool.run('exclusive', blocked.run, slow), pool.run('exclusive', second.run, slow)]
      vi.advanceTimersByTime(500)
      running.push(pool.run('exclusive', further.run, slow), pool.run('exclusive', quick.run, other))
      await expect.poll(() => quick.clients.length).toBe(1)
      expect(further.clients).toHaveLength(0)
      quick.end()
      blocked.end()
      await expect.poll(() => further.clients.length).toBe(1)
      vi.advanceTimersByTime(500)
      for (const { end } of [second, further]) end()
      await Promise.all(running)

      // A slow text is forgotten when a statement with it ends quickly.
      await pool.run('exclusive', async () => undefined, slow)
      const three = [1, 2, 3].map(() => pool.run('exclusive', last.run, slow))
      await expect.poll(() => last.clients.length).toBe(3)
      last.end()
      await Promise.all(three)
    })

    test('a statement that was slow once keeps its turn among others', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const { connect } = connections()
      const pool = new ConnectionPool(connect, 2, 1, 1)
      const slow = { text: 'insert into busy' }
      await pool.run('exclusive', async () => void vi.advanceTimersByTime(700), slow)
      const [first, second, again, later] = [work(), work(), work(), work()]
      const running = [first, second].map(({ run }) => pool.run('exclusive', run, { text: 'select' }))
      running.push(pool.run('exclusive', again.run, slow), pool.run('exclusive', later.run, { text: 'select' }))
      await expect.poll(() => second.clients.length).toBe(1)
      expect(again.clients).toHaveLength(0)
      first.end()
      await expect.poll(() => again.clients.length).toBe(1)
      expect(later.clients).toHaveLength(0)
      for (const { end } of [second, again, later]) end()
      await Promise.all(running)
    })

    test('a statement that is refused before it is sent does not count as the end of the one that runs', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const { connect } = connections()
      const pool = new ConnectionPool(connect, 3, 8, 1)
      const [blocked, others] = [work(), [work(), work(), work()]]
      const slow = { text: 'select from locked' }
      const running = [pool.run('shared', blocked.run, slow)]
      const refuse = async () => Promise.reject(new Error('paused'))
      await expect(pool.run('shared', refuse, { text: 'select' })).rejects.toThrow('paused')
      vi.advanceTimersByTime(600)
      running.push(...others.map(({ run }) => pool.run('exclusive', run, { text: 'select' })))
      await expect.poll(() => others.filter(({ clients }) => clients.length === 1).length).toBe(2)
      for (const { end } of [blocked, ...others]) end()
      await Promise.all(running)
    })

    test('does not send a slow read twice', async () => {
      const { opened, connect } = connections()
      const pool = new ConnectionPool(connect, 4, 8)
      const [quick, slow] = [work(), work()]
      const running = [pool.run('shared', quick.run), pool.run('shared', slow.run)]
      quick.end()
      await new Promise((resolve) => setTimeout(resolve, 400))
      expect([slow.clients.length, opened.length]).toEqual([1, 1])
      slow.end()
      await Promise.all(running)
    })

    test('does not queue a read behind a slow one', async () => {
      expect(await threeReads(50)).toHaveLength(2)
    })

    test('does not queue a read on a connection whose reads have been slow', async () => {
      vi.useFakeTimers({ toFake: ['performance'] })
      const { opened, connect } = connections()
      const pool = new ConnectionPool(connect, 4, 8)
      for (let round = 0; round < 20; round++) {
        await pool.run('shared', async () => void vi.advanceTimersByTime(20))
      }
      await Promise.all([pool.run('shared', async () => 1), pool.run('shared', async () => 2)])
      expect(opened).toHaveLength(2)
    })
  })

  test('runs two reads on one connection, and queues a third', async () => {
    const { opened, connect } = connections()
    const pool = new ConnectionPool(connect, 1, 2)
    const [first, second, third] = [work(), work(), work()]
    const running = [first, second, third].map(({ run }) => pool.run('shared', run))
    await expect.poll(() => first.clients.length + second.clients.length).toBe(2)
    expect(third.clients).toEqual([])
    first.end()
    await expect.poll(() => third.clients.length).toBe(1)
    second.end()
    third.end()
    await Promise.all(running)
    expect(opened).toHaveLength(1)
  })

  test('runs a transaction on a separate connection, in the order of the queue', async () => {
    const { connect } = connections()
    const pool = new ConnectionPool(connect, 1, 2)
    const [read, transaction, later] = [work(), work(), work()]
    const running = [
      pool.run('shared', read.run),
      pool.run('exclusive', transaction.run),
      pool.run('shared', later.run),
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
    const pool = new ConnectionPool(connect, 1, 2)
    await pool.run('shared', async () => undefined)
    opened[0]?.emit('end')
    await pool.run('shared', async () => undefined)
    expect(opened).toHaveLength(2)
  })

  test('fails when no connection can be opened, and tries again the next time', async () => {
    const { connect } = connections()
    let isDown = true
    const pool = new ConnectionPool(async () => (isDown ? Promise.reject(new Error('refused')) : connect()), 1, 2)
    await expect(pool.run('shared', async () => 1)).rejects.toBeInstanceOf(PoolUnavailable)
    isDown = false
    await expect(pool.run('shared', async () => 1)).resolves.toBe(1)
  })

  test('rejects queued statements when it is closed', async () => {
    const { connect } = connections()
    const pool = new ConnectionPool(connect, 1, 2)
    const slow = work()
    const running = pool.run('exclusive', slow.run)
    const waiting = pool.run('exclusive', async () => undefined)
    await expect.poll(() => slow.clients.length).toBe(1)
    await pool.close()
    await expect(waiting).rejects.toBeInstanceOf(PoolUnavailable)
    slow.end()
    await running
  })

  test('an error in a statement reaches its caller, and the connection stays usable', async () => {
    const { opened, connect } = connections()
    const pool = new ConnectionPool(connect, 1, 2)
    await expect(pool.run('exclusive', async () => Promise.reject(new Error('mine')))).rejects.toThrow('mine')
    await expect(pool.run('exclusive', async () => 1)).resolves.toBe(1)
    expect(opened).toHaveLength(1)
  })

  describe('when no further connection is accepted', () => {
    afterEach(() => vi.useRealTimers())

    /** Connections of which `limits.most` are accepted. */
    function limited(most: number) {
      const limits = { most, refused: 0 }
      const { opened, connect } = connections()
      return {
        limits,
        opened,
        connect: async () => {
          if (opened.length < limits.most) return connect()
          limits.refused++
          await new Promise((resolve) => setTimeout(resolve))
          throw new Error('too many connections')
        },
      }
    }

    test('statements wait for those that are open', async () => {
      const { limits, opened, connect } = limited(2)
      const pool = new ConnectionPool(connect, 8)
      const some = Array.from({ length: 30 }, work)
      const running = some.map(({ run }) => pool.run('exclusive', run))
      await expect.poll(() => some.filter(({ clients }) => clients.length > 0)).toHaveLength(2)
      for (const { end } of some) end()
      await Promise.all(running)
      expect(some.map(({ clients }) => clients.length)).toEqual(some.map(() => 1))
      expect(opened).toHaveLength(2)
      // The six that came before the first refusal.
      expect(limits.refused).toBe(6)
    })

    test('a statement of a caller with another one is not left out', async () => {
      const { connect } = limited(2)
      const pool = new ConnectionPool(connect, 8, 1, 4)
      const additional = Array.from({ length: 5 }, () =>
        pool.run('shared', async () => undefined, { isAdditional: true }),
      )
      const others = Array.from({ length: 5 }, () => pool.run('shared', async () => undefined))
      await expect(Promise.all([...additional, ...others])).resolves.toHaveLength(10)
    })

    test('one statement a second tries to open another, until one is accepted', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const { limits, opened, connect } = limited(1)
      const pool = new ConnectionPool(connect, 8)
      const some = Array.from({ length: 20 }, work)
      const running = some.map(({ run }) => pool.run('exclusive', run))
      await vi.advanceTimersByTimeAsync(500)
      expect(limits.refused).toBe(7)
      await vi.advanceTimersByTimeAsync(2000)
      expect(limits.refused).toBe(9)
      limits.most = 3
      await vi.advanceTimersByTimeAsync(1000)
      expect(opened).toHaveLength(3)
      for (const { end } of some) end()
      await expect(Promise.all(running)).resolves.toHaveLength(20)
    })

    test('a statement fails when none is open', async () => {
      const pool = new ConnectionPool(limited(0).connect, 8)
      await expect(pool.run('shared', async () => undefined)).rejects.toThrow(PoolUnavailable)
    })
  })
})
