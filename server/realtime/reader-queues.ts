import type { Database } from '../database/database.ts'
import type { Change } from './change.ts'
import type { Reader } from './reader.ts'
import type { Subscription } from './subscription-index.ts'

/** Changes of one reader that one batch takes. */
const MAX_BATCH_CHANGES = 500
/** Subscriptions that one batch compares with its changes, so that other work gets its turn. */
const MAX_BATCH_SUBSCRIPTIONS = 20_000
/** Changes in one reader's queue, and in all: a reader with more has to read its lists again. */
const MAX_QUEUED_PER_READER = 10_000
const MAX_QUEUED = 200_000
/**
 * Readers served at the same time while none of the changes is a row of their own. Most of them may not see it, and
 * any number of them must not keep the database from those it concerns.
 */
const CONCURRENT_READERS = { postgres: 4, pglite: 1 } as const

/** A change in the queue of one reader. */
export interface QueuedChange {
  readonly change: Change
  /** Shared with the index: a channel that is left meanwhile is no longer in there. */
  readonly candidates: ReadonlySet<Subscription>[]
  /** Bindings with a higher id were joined after the change. */
  readonly lastId: number
  /** Whether it is a row that carries the reader's own user id. */
  isOwn: boolean
}

interface ReaderQueue {
  readonly reader: Reader
  readonly changes: QueuedChange[]
  isRunning: boolean
}

export interface ReaderQueues {
  enqueue(reader: Reader, change: QueuedChange): void
  clear(): void
}

interface ReaderQueuesOptions {
  readonly engine: Database['engine']
  /** Delivers one batch, in order. Must not reject. */
  readonly deliver: (reader: Reader, batch: readonly QueuedChange[]) => Promise<void>
  /** The queue of these changes was full, and is empty now. */
  readonly overflow: (dropped: readonly QueuedChange[]) => void
}

/**
 * One queue for each reader, so that a slow one delays no other and the order of changes is kept. Changes that arrive
 * while a batch is delivered share the next one.
 */
export function createReaderQueues({ engine, deliver, overflow }: ReaderQueuesOptions): ReaderQueues {
  const queues = new Map<string, ReaderQueue>()
  /** Queues without a row of the reader's own, waiting for their turn. */
  const pending = new Set<ReaderQueue>()
  let running = 0
  let queued = 0

  function enqueue(reader: Reader, change: QueuedChange): void {
    const queue: ReaderQueue = queues.get(reader.key) ?? { reader, changes: [], isRunning: false }
    queues.set(reader.key, queue)
    queue.changes.push(change)
    queued++
    const isFull = queue.changes.length > MAX_QUEUED_PER_READER || (queued > MAX_QUEUED && !change.isOwn)
    if (!isFull) return schedule(queue, change.isOwn)
    overflow(empty(queue))
    deleteIdle(queue)
  }

  function empty(queue: ReaderQueue): readonly QueuedChange[] {
    queued -= queue.changes.length
    return queue.changes.splice(0)
  }

  /** Deletes an empty queue; the end of its batch does that while one is running. */
  function deleteIdle(queue: ReaderQueue): void {
    if (queue.isRunning) return
    pending.delete(queue)
    queues.delete(queue.reader.key)
  }

  function schedule(queue: ReaderQueue, isOwn: boolean): void {
    if (queue.isRunning) return
    if (isOwn) {
      pending.delete(queue)
      void run(queue)
    } else {
      pending.add(queue)
      runPending()
    }
  }

  function runPending(): void {
    for (const queue of pending) {
      if (running >= CONCURRENT_READERS[engine]) return
      pending.delete(queue)
      running++
      void run(queue).finally(() => {
        running--
        runPending()
      })
    }
  }

  async function run(queue: ReaderQueue): Promise<void> {
    queue.isRunning = true
    await deliver(queue.reader, takeBatch(queue))
    queue.isRunning = false
    if (queue.changes.length === 0) queues.delete(queue.reader.key)
    else schedule(queue, queue.changes.some(({ isOwn }) => isOwn)) // prettier-ignore
  }

  function takeBatch({ changes }: ReaderQueue): readonly QueuedChange[] {
    let taken = 0
    let compared = 0
    for (const { candidates } of changes) {
      if (taken >= MAX_BATCH_CHANGES || compared >= MAX_BATCH_SUBSCRIPTIONS) break
      taken++
      for (const subscriptions of candidates) compared += subscriptions.size
    }
    queued -= taken
    return changes.splice(0, taken)
  }

  return {
    enqueue,
    clear: () => {
      for (const queue of [...queues.values()]) {
        empty(queue)
        deleteIdle(queue)
      }
    },
  }
}
