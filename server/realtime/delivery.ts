import type { Identify } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Binding } from './binding.ts'
import { parseChange, type Change } from './change.ts'
import type { Channel } from './channel.ts'
import { filterByKeys } from './filter.ts'
import type { Published, PublishedTable } from './published.ts'
import { createReader, type Reader } from './reader.ts'
import { createReaderQueues, type QueuedChange } from './reader-queues.ts'
import type { Subscription, SubscriptionIndex } from './subscription-index.ts'
import { changeData, checkVisibility, planVisibilityQueries, type VisibleRow } from './visibility.ts'

interface DeliveryOptions {
  readonly database: Database
  readonly identify: Identify
  readonly log: Log
  readonly published: () => Published
  readonly subscriptions: SubscriptionIndex
  /** The highest id of a binding so far. */
  readonly lastId: () => number
}

/** A change and the subscriptions of one reader whose filters it may pass. */
interface Match {
  readonly change: Change
  readonly subscriptions: readonly Subscription[]
}

/** A row that one reader sees, with its table. */
interface Visible {
  readonly table: PublishedTable
  readonly row: VisibleRow
}

/**
 * Delivers changes to the subscribers who may see them, in three steps: match, check visibility, push. Errors in one
 * subscriber do not affect the others.
 */
export function createDelivery({ database, identify, log, published, subscriptions, lastId }: DeliveryOptions) {
  const queues = createReaderQueues({
    engine: database.engine,
    deliver,
    overflow: (dropped) => {
      const channels = dropped.flatMap(({ candidates }) => candidates).flatMap(channelsOf)
      failAll(channels, 'too many changes at once')
    },
  })

  /** Queues a change for each reader with a subscription that it may concern. */
  function enqueue(change: Change): void {
    const byReader = new Map<string, { reader: Reader; queued: QueuedChange }>()
    for (const { reader, subscriptions: candidates, isOwn } of subscriptions.find(change)) {
      const known = byReader.get(reader.key)
      if (known) {
        known.queued.candidates.push(candidates)
        known.queued.isOwn ||= isOwn
      } else {
        byReader.set(reader.key, { reader, queued: { change, candidates: [candidates], lastId: lastId(), isOwn } })
      }
    }
    for (const { reader, queued } of byReader.values()) queues.enqueue(reader, queued)
  }

  async function deliver(reader: Reader, batch: readonly QueuedChange[]): Promise<void> {
    const matches = match(reader, batch)
    try {
      const current = await withoutEndedSessions(reader, matches)
      const visible = await selectVisible(reader, current)
      push(reader, current, visible)
    } catch (cause) {
      log({ kind: 'realtime-failed', cause })
      failAll(channelsOf(matches.flatMap((one) => one.subscriptions)), 'changes could not be read')
    }
  }

  /**
   * Authenticates every token that is about to receive something: its session may have ended, or may have been
   * downgraded. Then the change is queued for the reader that the channel has from now on.
   */
  async function withoutEndedSessions(reader: Reader, matches: readonly Match[]): Promise<readonly Match[]> {
    const checks = new Map<string | undefined, ReturnType<Identify>>()
    const ended = new Set<Channel>()
    for (const channel of new Set(channelsOf(matches.flatMap((one) => one.subscriptions)))) {
      const { credentials, caller } = channel.reader
      const check = checks.get(credentials.token) ?? identify(credentials)
      checks.set(credentials.token, check)
      const current = await check
      if (channel.reader.credentials !== credentials) {
        // The client has sent a newer token meanwhile, which this check does not cover.
        if (channel.reader.key !== reader.key) ended.add(channel)
      } else if (!current.ok) {
        ended.add(channel)
        channel.fail(current.failure.kind)
      } else if (current.value.claims !== caller.claims) {
        channel.renew(createReader(current.value, credentials))
        if (channel.reader.key !== reader.key) ended.add(channel)
      }
    }
    if (ended.size === 0) return matches
    return matches.map(({ change, subscriptions: all }) => {
      for (const subscription of all.filter(({ channel }) => ended.has(channel) && channel.isJoined)) {
        const candidates = [new Set([subscription])]
        queues.enqueue(subscription.channel.reader, { change, candidates, lastId: lastId(), isOwn: false })
      }
      return { change, subscriptions: all.filter(({ channel }) => !ended.has(channel)) }
    })
  }

  async function selectVisible(reader: Reader, matches: readonly Match[]): Promise<ReadonlyMap<Change, Visible>> {
    const visible = new Map<Change, Visible>()
    const bound = matches.map((one) => ({
      change: one.change,
      bindings: one.subscriptions.map(({ binding }) => binding),
    }))
    const queries = planVisibilityQueries(reader.caller, published(), bound)
    await Promise.all(
      queries.map(async (query) => {
        const { table, changes } = query
        const result = await checkVisibility(database, query)
        if (result.ok) {
          for (const [change, row] of result.value) visible.set(change, { table, row })
        } else if (result.failure.kind === 'postgres') {
          // A filter may fail on a row that exists (`match.[`).
          const affected = matches.filter(({ change }) => changes.includes(change))
          failAll(channelsOf(affected.flatMap((one) => one.subscriptions)), result.failure.message)
        } else {
          throw new Error(`reading changes of ${table.name} failed: ${result.failure.message}`)
        }
      }),
    )
    return visible
  }

  return {
    /** Delivers the change that a notification names. */
    notified(payload: string): void {
      try {
        enqueue(parseChange(payload))
      } catch (cause) {
        // Every login of the database may notify this channel, with any payload.
        log({ kind: 'realtime-failed', cause })
      }
    },
    /** Empties the queues. The caller fails the channels. */
    clear: () => queues.clear(),
  }
}

/** The subscriptions that are still joined as this reader and that each change may pass. */
function match(reader: Reader, batch: readonly QueuedChange[]): readonly Match[] {
  return batch
    .map(({ change, candidates, lastId }) => ({
      change,
      subscriptions: candidates
        .flatMap((some) => [...some])
        .filter(
          ({ channel, binding }) => isJoinedAs(channel, reader) && binding.id <= lastId && mayPass(binding, change),
        ),
    }))
    .filter(({ subscriptions }) => subscriptions.length > 0)
}

/** Whether the binding covers the change, as far as its keys say. */
function mayPass({ types, schema, table, filters }: Binding, change: Change): boolean {
  if (!types.has(change.type)) return false
  if ((schema ?? change.schema) !== change.schema || (table ?? change.table) !== change.table) return false
  const keys = (change.type === 'DELETE' ? change.old : change.new) ?? {}
  return filters.every((filter) => filterByKeys(filter, keys) !== false)
}

/** Sends each visible change to the channels with a binding that it passes. */
function push(reader: Reader, matches: readonly Match[], visible: ReadonlyMap<Change, Visible>): void {
  for (const { change, subscriptions } of matches) {
    const seen = visible.get(change)
    if (!seen) continue
    const ids = new Map<Channel, number[]>()
    for (const { channel, binding } of subscriptions) {
      // The channel may have ended, or got another user's token, while the query ran.
      if (!isJoinedAs(channel, reader) || !seen.row.passes.has(binding.filtersKey)) continue
      ids.set(channel, [...(ids.get(channel) ?? []), binding.id])
    }
    if (ids.size === 0) continue
    const data = changeData(seen.table, reader.caller, change, seen.row)
    for (const [channel, own] of ids) channel.push('postgres_changes', `{"ids":${JSON.stringify(own)},"data":${data}}`)
  }
}

const isJoinedAs = (channel: Channel, reader: Reader): boolean => channel.isJoined && channel.reader.key === reader.key

function failAll(channels: readonly Channel[], reason: string): void {
  for (const channel of new Set(channels)) channel.fail(reason)
}

const channelsOf = (subscriptions: Iterable<Subscription>): Channel[] =>
  Array.from(subscriptions, ({ channel }) => channel)
