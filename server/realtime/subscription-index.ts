import type { Binding } from './binding.ts'
import type { Change } from './change.ts'
import type { Channel } from './channel.ts'
import { comparableKey, indexableEquality } from './filter.ts'
import { tableKey, type Published } from './published.ts'
import type { Reader } from './reader.ts'

/** One binding of one joined channel. */
export interface Subscription {
  readonly channel: Channel
  readonly binding: Binding
}

/** Subscriptions of one reader that a change may concern. The rest of each binding is not checked yet. */
export interface Candidates {
  readonly reader: Reader
  readonly subscriptions: ReadonlySet<Subscription>
  /** Whether they filter for rows that carry the reader's own user id. */
  readonly isOwn: boolean
}

/** Subscriptions under one key of the index, by reader. */
type Bucket = Map<string, Set<Subscription>>

interface Entry {
  readonly indexKey: string
  readonly readerKey: string
  readonly subscription: Subscription
}

/**
 * Finds the subscriptions that a change may concern without looking at the others: by table, then by an equality on a
 * column that the change carries, such as `user_id=eq.…`. Only subscriptions without such a filter are found by every
 * change of their table.
 */
export class SubscriptionIndex {
  readonly #published: () => Published
  readonly #buckets = new Map<string, Bucket>()
  readonly #entries = new Map<Channel, readonly Entry[]>()

  constructor(published: () => Published) {
    this.#published = published
  }

  add(channel: Channel): void {
    const readerKey = channel.reader.key
    const entries = channel.bindings.map((binding) => ({
      indexKey: this.#keyOf(binding),
      readerKey,
      subscription: { channel, binding },
    }))
    this.#entries.set(channel, entries)
    for (const { indexKey, subscription } of entries) {
      const bucket: Bucket = this.#buckets.get(indexKey) ?? new Map<string, Set<Subscription>>()
      this.#buckets.set(indexKey, bucket)
      const subscriptions = bucket.get(readerKey) ?? new Set()
      bucket.set(readerKey, subscriptions.add(subscription))
    }
  }

  remove(channel: Channel): void {
    for (const { indexKey, readerKey, subscription } of this.#entries.get(channel) ?? []) {
      const bucket = this.#buckets.get(indexKey)
      const subscriptions = bucket?.get(readerKey)
      subscriptions?.delete(subscription)
      if (subscriptions?.size === 0) bucket?.delete(readerKey)
      if (bucket?.size === 0) this.#buckets.delete(indexKey)
    }
    this.#entries.delete(channel)
  }

  /** Channels whose index key is outdated, because the tables' keys have changed. */
  outdated(): Channel[] {
    return [...this.#entries]
      .filter(([, entries]) =>
        entries.some(({ indexKey, subscription }) => indexKey !== this.#keyOf(subscription.binding)),
      )
      .map(([channel]) => channel)
  }

  *find({ schema, table, type, old, new: current }: Change): Iterable<Candidates> {
    const unfiltered = [keyOfAll, keyOfSchema(schema), keyOfTable(schema, table)]
    for (const indexKey of unfiltered) yield* this.#at(indexKey, undefined)
    for (const [column, key] of Object.entries((type === 'DELETE' ? old : current) ?? {})) {
      const value = comparableKey(key)
      if (value !== undefined) yield* this.#at(keyOfValue(schema, table, column, value), value)
    }
  }

  *#at(indexKey: string, value: string | undefined): Iterable<Candidates> {
    for (const subscriptions of this.#buckets.get(indexKey)?.values() ?? []) {
      const [first] = subscriptions
      if (!first) continue
      const { reader } = first.channel
      yield { reader, subscriptions, isOwn: value !== undefined && reader.caller.userId === value }
    }
  }

  #keyOf(binding: Binding): string {
    const { schema, table } = binding
    if (schema === undefined) return keyOfAll
    if (table === undefined) return keyOfSchema(schema)
    const published = this.#published().get(tableKey(schema, table))
    const equality = published && indexableEquality(binding.filters, published)
    return equality === undefined
      ? keyOfTable(schema, table)
      : keyOfValue(schema, table, equality.column, equality.value)
  }
}

const keyOfAll = JSON.stringify([])
const keyOfSchema = (schema: string): string => JSON.stringify([schema])
const keyOfTable = (schema: string, table: string): string => JSON.stringify([schema, table])
const keyOfValue = (schema: string, table: string, column: string, value: string): string =>
  JSON.stringify([schema, table, column, value])
