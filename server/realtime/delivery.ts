import type { Identify } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { filterByKeys, type Binding, type Filter } from './binding.ts'
import { readChange, type Change } from './change.ts'
import type { Channel, Reader } from './channel.ts'
import { tableKey, type Published, type PublishedTable } from './published.ts'
import { readerKey } from './reader.ts'
import type { Subscription, SubscriptionIndex } from './subscription-index.ts'
import { oldRecord, questionSql, readableColumns, readAnswer, type Question, type SeenRow } from './visible-rows.ts'

/** Changes of one reader that are checked in one batch. */
const MOST_TOGETHER = 500
/** Bindings that one batch compares with its changes: beyond that, other work gets its turn first. */
const MOST_COMPARED = 20_000
/** Changes that may wait for one reader, and for all: beyond that, the reader had better read its lists again. */
const MOST_WAITING = 10_000
const MOST_WAITING_IN_ALL = 200_000
/**
 * Readers that are served at the same time if the change is none of their own rows. Most of them may not see it, and
 * any number of them must not take the database away from those it concerns.
 */
const OTHERS_AT_ONCE = { postgres: 4, pglite: 1 } as const

interface DeliveryOptions {
  readonly database: Database
  readonly identify: Identify
  readonly log: Log
  readonly published: () => Published
  readonly subscriptions: SubscriptionIndex
  /** The highest id of a binding so far. */
  readonly lastId: () => number
}

/** A change that waits for one reader. */
interface Waiting {
  readonly change: Change
  /** Shared with the index: a channel that is left meanwhile is no longer in there. */
  readonly candidates: ReadonlySet<Subscription>[]
  /** Bindings with a higher id were joined later. */
  readonly lastId: number
  isOwn: boolean
}

/** The changes that wait for one reader, in their order. */
interface ReaderQueue {
  readonly reader: Reader
  readonly waiting: Waiting[]
  isRunning: boolean
}

/** A change and the subscriptions of one reader whose filters it may pass. */
interface MatchedChange {
  readonly change: Change
  readonly subscriptions: readonly Subscription[]
}

/** Which rows of one table the reader sees, asked in one query. */
interface VisibilityQuery {
  readonly table: PublishedTable
  readonly kind: Question['kind']
  readonly changes: Change[]
  /** By their text, so that many bindings with one filter cost one column. */
  readonly filters: Map<string, readonly Filter[]>
  rows: readonly (SeenRow | undefined)[]
}

/**
 * Brings changes to those who may see them: match, check visibility, push. Each reader has a queue, so that a slow
 * one delays no other and the order of changes is kept. Changes that arrive while a query runs share the next one.
 */
export function createDelivery({ database, identify, log, published, subscriptions, lastId }: DeliveryOptions) {
  const queues = new Map<string, ReaderQueue>()
  const others = new Set<ReaderQueue>()
  let othersRunning = 0
  let waitingInAll = 0

  function enqueue(change: Change): void {
    const matches = new Map<string, { reader: Reader; waiting: Waiting }>()
    for (const { reader, subscriptions: candidates, isOwn } of subscriptions.find(change)) {
      const known = matches.get(reader.key)
      if (known) {
        known.waiting.candidates.push(candidates)
        known.waiting.isOwn ||= isOwn
      } else {
        const waiting: Waiting = { change, candidates: [candidates], lastId: lastId(), isOwn }
        matches.set(reader.key, { reader, waiting })
      }
    }
    for (const { reader, waiting } of matches.values()) enqueueFor(reader, waiting)
  }

  function enqueueFor(reader: Reader, waiting: Waiting): void {
    const queue: ReaderQueue = queues.get(reader.key) ?? { reader, waiting: [], isRunning: false }
    queues.set(reader.key, queue)
    queue.waiting.push(waiting)
    waitingInAll++
    const isFull = queue.waiting.length > MOST_WAITING || (waitingInAll > MOST_WAITING_IN_ALL && !waiting.isOwn)
    if (isFull) {
      drop(queue)
      return forgetIdle(queue)
    }
    schedule(queue, waiting.isOwn)
  }

  /** Gives up what waits for one reader: others are not affected. */
  function drop(queue: ReaderQueue): void {
    const dropped = queue.waiting.splice(0)
    waitingInAll -= dropped.length
    failAll(dropped.flatMap(({ candidates }) => candidates).flatMap(channelsOf), 'too many changes at once')
  }

  /** Deletes an emptied queue. While one runs, its end does that. */
  function forgetIdle(queue: ReaderQueue): void {
    if (queue.isRunning) return
    others.delete(queue)
    queues.delete(queue.reader.key)
  }

  function schedule(queue: ReaderQueue, isOwn: boolean): void {
    if (queue.isRunning) return
    if (isOwn) {
      others.delete(queue)
      void run(queue)
    } else {
      others.add(queue)
      runOthers()
    }
  }

  function runOthers(): void {
    for (const queue of others) {
      if (othersRunning >= OTHERS_AT_ONCE[database.engine]) return
      others.delete(queue)
      othersRunning++
      void run(queue).finally(() => {
        othersRunning--
        runOthers()
      })
    }
  }

  /** Serves one batch of a reader. Never rejects. */
  async function run(queue: ReaderQueue): Promise<void> {
    queue.isRunning = true
    const matches = takeBatch(queue)
    try {
      await deliver(queue.reader, matches)
    } catch (cause) {
      log({ kind: 'realtime-failed', cause })
      failAll(channelsOf(matches.flatMap((match) => match.subscriptions)), 'changes could not be read')
    }
    queue.isRunning = false
    if (queue.waiting.length === 0) queues.delete(queue.reader.key)
    else schedule(queue, queue.waiting.some(({ isOwn }) => isOwn)) // prettier-ignore
  }

  function takeBatch({ reader, waiting }: ReaderQueue): MatchedChange[] {
    const matches: MatchedChange[] = []
    let taken = 0
    let compared = 0
    for (const { change, candidates, lastId: newest } of waiting) {
      if (taken >= MOST_TOGETHER || compared >= MOST_COMPARED) break
      taken++
      const all = candidates.flatMap((some) => [...some])
      compared += all.length
      const passing = all.filter(
        ({ channel, binding }) =>
          channel.isJoined && channel.reader.key === reader.key && binding.id <= newest && mayPass(binding, change),
      )
      if (passing.length > 0) matches.push({ change, subscriptions: passing })
    }
    waiting.splice(0, taken)
    waitingInAll -= taken
    return matches
  }

  async function deliver(reader: Reader, matched: readonly MatchedChange[]): Promise<void> {
    const matches = await withoutChangedSessions(reader, matched)
    const queries = visibilityQueries(reader, matches)
    await Promise.all([...queries.values()].map((query) => ask(reader, query, matches)))
    const texts = new Map<Change, string>()
    for (const match of matches) push(reader, match, queries, texts)
  }

  /**
   * Checks every token that is about to receive something: its session may be over, or may have fallen below the
   * level of the token. Then the change waits for the reader that the channel has from now on.
   */
  async function withoutChangedSessions(
    reader: Reader,
    matches: readonly MatchedChange[],
  ): Promise<readonly MatchedChange[]> {
    const channels = new Set(channelsOf(matches.flatMap((match) => match.subscriptions)))
    const checks = new Map<string | undefined, ReturnType<Identify>>()
    const gone = new Set<Channel>()
    for (const channel of channels) {
      const { credentials, caller } = channel.reader
      const check = checks.get(credentials.token) ?? identify(credentials)
      checks.set(credentials.token, check)
      const known = await check
      if (channel.reader.credentials !== credentials) {
        // The client has sent a newer token meanwhile: the check says nothing about that one.
        if (channel.reader.key !== reader.key) gone.add(channel)
      } else if (!known.ok) {
        gone.add(channel)
        channel.fail(known.failure.kind)
      } else if (known.value.claims !== caller.claims) {
        channel.renew({ caller: known.value, credentials, key: readerKey(known.value) })
        if (channel.reader.key !== reader.key) gone.add(channel)
      }
    }
    if (gone.size === 0) return matches
    return matches.map(({ change, subscriptions: all }) => {
      for (const subscription of all.filter(({ channel }) => gone.has(channel) && channel.isJoined)) {
        const candidates = [new Set([subscription])]
        enqueueFor(subscription.channel.reader, { change, candidates, lastId: lastId(), isOwn: false })
      }
      return { change, subscriptions: all.filter(({ channel }) => !gone.has(channel)) }
    })
  }

  /** One query for each table, and for rows that exist and rows that are deleted. */
  function visibilityQueries({ caller }: Reader, matches: readonly MatchedChange[]): Map<string, VisibilityQuery> {
    const queries = new Map<string, VisibilityQuery>()
    for (const { change, subscriptions: passing } of matches) {
      const table = published().get(tableKey(change.schema, change.table))
      if (!table || passing.length === 0 || readableColumns(table, caller).length === 0) continue
      const key = queryKey(change)
      const query: VisibilityQuery = queries.get(key) ?? {
        table,
        kind: kindOf(change),
        changes: [],
        filters: new Map<string, readonly Filter[]>(),
        rows: [],
      }
      queries.set(key, query)
      query.changes.push(change)
      for (const { binding } of passing) query.filters.set(binding.filtersKey, binding.filters)
    }
    return queries
  }

  async function ask({ caller }: Reader, query: VisibilityQuery, matches: readonly MatchedChange[]): Promise<void> {
    const { table, kind, changes } = query
    const question: Question = { caller, table, kind, changes, filters: [...query.filters.values()] }
    const answer = await database.asCaller(caller, questionSql(question), { access: 'read' })
    if (answer.ok) {
      query.rows = readAnswer(question, answer.value.rows)
    } else if (answer.failure.kind === 'postgres') {
      // A filter may fail on a row that exists (`match.[`).
      const asked = matches.filter(({ change }) => changes.includes(change))
      failAll(channelsOf(asked.flatMap((match) => match.subscriptions)), answer.failure.message)
    } else {
      throw new Error(`reading changes of ${table.name} failed: ${answer.failure.message}`)
    }
  }

  function push(
    reader: Reader,
    { change, subscriptions: passing }: MatchedChange,
    queries: ReadonlyMap<string, VisibilityQuery>,
    texts: Map<Change, string>,
  ): void {
    const query = queries.get(queryKey(change))
    const row = query?.rows[query.changes.indexOf(change)]
    if (!query || !row) return
    const positions = new Map([...query.filters.keys()].map((key, position) => [key, position]))
    const ids = new Map<Channel, number[]>()
    for (const { channel, binding } of passing) {
      // The channel may have ended, or got another user's token, while the query ran.
      if (!channel.isJoined || channel.reader.key !== reader.key) continue
      if (!row.passes[positions.get(binding.filtersKey) ?? -1]) continue
      const own = ids.get(channel) ?? []
      ids.set(channel, own)
      own.push(binding.id)
    }
    if (ids.size === 0) return
    const data = texts.get(change) ?? dataText(query.table, reader, change, row)
    texts.set(change, data)
    for (const [channel, own] of ids) {
      channel.push('postgres_changes', `{"ids":${JSON.stringify(own)},"data":${data}}`)
    }
  }

  return {
    /** Takes up a notification. */
    notified(payload: string): void {
      try {
        enqueue(readChange(payload))
      } catch (cause) {
        // Whoever may connect to the database may notify this channel.
        log({ kind: 'realtime-failed', cause })
      }
    },
    /** Forgets what waits: the channels it was for are failed by the caller. */
    clear(): void {
      for (const queue of [...queues.values()]) {
        waitingInAll -= queue.waiting.splice(0).length
        forgetIdle(queue)
      }
    },
  }
}

function failAll(channels: readonly Channel[], reason: string): void {
  for (const channel of new Set(channels)) channel.fail(reason)
}

const channelsOf = (subscriptions: Iterable<Subscription>): Channel[] =>
  [...subscriptions].map(({ channel }) => channel)

/** Whether the binding covers the change, as far as its keys say. */
function mayPass({ types, schema, table, filters }: Binding, change: Change): boolean {
  if (!types.has(change.type)) return false
  if ((schema ?? change.schema) !== change.schema || (table ?? change.table) !== change.table) return false
  const keys = (change.type === 'DELETE' ? change.old : change.new) ?? {}
  return filters.every((filter) => filterByKeys(filter, keys) !== false)
}

const kindOf = ({ type }: Change): Question['kind'] => (type === 'DELETE' ? 'deleted' : 'present')

const queryKey = (change: Change): string => `${kindOf(change)} ${tableKey(change.schema, change.table)}`

/** The change as the client reads it; the record is PostgreSQL's own JSON, passed on as it is. */
function dataText(table: PublishedTable, { caller }: Reader, change: Change, row: SeenRow): string {
  const readable = new Set(readableColumns(table, caller))
  const columns = table.columns.filter(({ name }) => readable.has(name)).map(({ name, type }) => ({ name, type }))
  const { schema, type, commit_timestamp } = change
  const head = JSON.stringify({ schema, table: change.table, type, commit_timestamp, columns, errors: null }).slice(
    0,
    -1,
  )
  switch (type) {
    case 'INSERT':
      return `${head},"record":${row.record}}`
    case 'UPDATE':
      return `${head},"record":${row.record},"old_record":${oldRecord(table, change.old)}}`
    case 'DELETE':
      return `${head},"old_record":${row.record}}`
    default:
      return type satisfies never
  }
}
