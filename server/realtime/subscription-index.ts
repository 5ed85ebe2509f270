import { comparableKey, indexableEquality, type Binding } from './binding.ts'
import type { Change } from './change.ts'
import type { Channel, Reader } from './channel.ts'
import { tableKey, type Published } from './published.ts'

/** One binding of one joined channel. */
export interface Subscription {
  readonly channel: Channel
  readonly binding: Binding
}

/** Subscriptions of one reader that a change may concern. What else the binding says is still to be checked. */
export interface Match {
  readonly reader: Reader
  readonly subscriptions: ReadonlySet<Subscription>
  /** Whether they ask for rows that carry the reader's own user id. */
  readonly isOwn: boolean
}

/** Subscriptions in one place of the index, by reader. */
type Bucket = Map<string, Set<Subscription>>

interface Entry {
  readonly place: string
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
      place: this.#placeOf(binding),
      readerKey,
      subscription: { channel, binding },
    }))
    this.#entries.set(channel, entries)
    for (const { place, subscription } of entries) {
      const bucket: Bucket = this.#buckets.get(place) ?? new Map<string, Set<Subscription>>()
      this.#buckets.set(place, bucket)
      const subscriptions = bucket.get(readerKey) ?? new Set()
      bucket.set(readerKey, subscriptions.add(subscription))
    }
  }

  remove(channel: Channel): void {
    for (const { place, readerKey, subscription } of this.#entries.get(channel) ?? []) {
      const bucket = this.#buckets.get(place)
      const subscriptions = bucket?.get(readerKey)
      subscriptions?.delete(subscription)
      if (subscriptions?.size === 0) bucket?.delete(readerKey)
      if (bucket?.size === 0) this.#buckets.delete(place)
    }
    this.#entries.delete(channel)
  }

  /** Channels that would be found in another place by now: the columns that changes carry are different. */
  misplaced(): Channel[] {
    return [...this.#entries]
      .filter(([, entries]) => entries.some(({ place, subscription }) => place !== this.#placeOf(subscription.binding)))
      .map(([channel]) => channel)
  }

  *find({ schema, table, type, old, new: current }: Change): Iterable<Match> {
    const everyTable = [placeOfAll, placeOfSchema(schema), placeOfTable(schema, table)]
    for (const place of everyTable) yield* this.#at(place, undefined)
    for (const [column, key] of Object.entries((type === 'DELETE' ? old : current) ?? {})) {
      const value = comparableKey(key)
      if (value !== undefined) yield* this.#at(placeOfValue(schema, table, column, value), value)
    }
  }

  *#at(place: string, value: string | undefined): Iterable<Match> {
    for (const subscriptions of this.#buckets.get(place)?.values() ?? []) {
      const [first] = subscriptions
      if (!first) continue
      const { reader } = first.channel
      yield { reader, subscriptions, isOwn: value !== undefined && reader.caller.userId === value }
    }
  }

  #placeOf(binding: Binding): string {
    const { schema, table } = binding
    if (schema === undefined) return placeOfAll
    if (table === undefined) return placeOfSchema(schema)
    const published = this.#published().get(tableKey(schema, table))
    const equality = published && indexableEquality(binding, published)
    return equality === undefined
      ? placeOfTable(schema, table)
      : placeOfValue(schema, table, equality.column, equality.value)
  }
}

const placeOfAll = JSON.stringify([])
const placeOfSchema = (schema: string): string => JSON.stringify([schema])
const placeOfTable = (schema: string, table: string): string => JSON.stringify([schema, table])
const placeOfValue = (schema: string, table: string, column: string, value: string): string =>
  JSON.stringify([schema, table, column, value])
