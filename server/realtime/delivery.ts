import type { Identify } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import { filterByKeys, type Binding, type Filter } from './binding.ts'
import { readChange, type Change } from './change.ts'
import type { Channel, Reader } from './channel.ts'
import { tableKey, type Published, type PublishedTable } from './published.ts'
import { oldRecord, questionSql, readableColumns, readAnswer, type Question, type SeenRow } from './visible-rows.ts'

/** Changes that are taken up together, and that may wait: beyond that, clients had better read their lists anew. */
const MOST_TOGETHER = 500
const MOST_WAITING = 10_000

interface DeliveryOptions {
  readonly database: Database
  readonly identify: Identify
  readonly log: Log
  readonly published: () => Published
  readonly channels: () => Iterable<Channel>
}

/** A binding of a channel that a change may concern. */
interface Hearing {
  readonly channel: Channel
  readonly bindings: readonly Binding[]
  readonly change: Change
}

/** One question to PostgreSQL, and who waits for its answer. */
interface Asking {
  readonly reader: Reader
  readonly channels: Set<Channel>
  readonly table: PublishedTable
  readonly kind: Question['kind']
  readonly changes: Change[]
  /** By their text, so that many bindings with one filter cost one column. */
  readonly filters: Map<string, readonly Filter[]>
  answer: readonly (SeenRow | undefined)[]
}

/**
 * Brings changes to those who may see them. What arrives while PostgreSQL is asked is gathered, so that a burst costs
 * few questions: one for each table and distinct reader. Order of changes is kept.
 */
export function createDelivery({ database, identify, log, published, channels }: DeliveryOptions) {
  let waiting: Change[] = []
  let isBusy = false

  function failAll(reason: string): void {
    waiting = []
    for (const channel of [...channels()]) channel.fail(reason)
  }

  /** Gives up what waits, for those who would have heard of it: one founder's flood leaves the others alone. */
  function failConcerned(): void {
    const concerned = new Set(waiting.flatMap(hearingsOf).map(({ channel }) => channel))
    waiting = []
    for (const channel of concerned) channel.fail('too many changes at once')
  }

  async function work(): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      while (waiting.length > 0) await deliver(waiting.splice(0, MOST_TOGETHER))
    } catch (cause) {
      log({ kind: 'realtime-failed', cause })
      failAll('changes could not be read')
    } finally {
      isBusy = false
    }
  }

  async function deliver(changes: readonly Change[]): Promise<void> {
    const hearings = await withoutEnded(changes.flatMap(hearingsOf))
    const askings = gather(hearings)
    await Promise.all([...askings.values()].map(ask))
    const texts = new Map<string, string>()
    for (const hearing of hearings) tell(hearing, askings, texts)
  }

  function hearingsOf(change: Change): Hearing[] {
    const key = tableKey(change.schema, change.table)
    const keys = (change.type === 'DELETE' ? change.old : change.new) ?? {}
    const hearings: Hearing[] = []
    for (const channel of channels()) {
      const bindings = channel.bindings.filter(
        ({ types, tables, filters }) =>
          types.has(change.type) && tables.has(key) && filters.every((filter) => filterByKeys(filter, keys) !== false),
      )
      if (bindings.length > 0) hearings.push({ channel, bindings, change })
    }
    return hearings
  }

  /** Nobody hears anything on a session that is over, or on a token that has ended. */
  async function withoutEnded(hearings: readonly Hearing[]): Promise<Hearing[]> {
    const ended = new Map<Channel, string>()
    await Promise.all(
      [...new Set(hearings.map(({ channel }) => channel))].map(async (channel) => {
        const known = await identify(channel.reader.credentials)
        if (!known.ok) ended.set(channel, known.failure.kind)
      }),
    )
    for (const [channel, reason] of ended) channel.fail(reason)
    return hearings.filter(({ channel }) => !ended.has(channel))
  }

  function gather(hearings: readonly Hearing[]): Map<string, Asking> {
    const askings = new Map<string, Asking>()
    for (const { channel, bindings, change } of hearings) {
      const table = published().get(tableKey(change.schema, change.table))
      if (!table || readableColumns(table, channel.reader.caller).length === 0) continue
      const key = askingKey(channel.reader, change)
      const asking: Asking = askings.get(key) ?? {
        reader: channel.reader,
        channels: new Set(),
        table,
        kind: kindOf(change),
        changes: [],
        filters: new Map(),
        answer: [],
      }
      askings.set(key, asking)
      asking.channels.add(channel)
      if (asking.changes.at(-1) !== change) asking.changes.push(change)
      for (const { filters } of bindings) asking.filters.set(filtersKey(filters), filters)
    }
    return askings
  }

  async function ask(asking: Asking): Promise<void> {
    const { reader, table, kind, changes } = asking
    const question: Question = { caller: reader.caller, table, kind, changes, filters: [...asking.filters.values()] }
    const rows = await database.asCaller(reader.caller, questionSql(question), { access: 'read' })
    if (rows.ok) asking.answer = readAnswer(question, rows.value.rows)
    // A filter may fail on a row that is there (`match.[`): that is the affair of whoever asked for it, of nobody else.
    else if (rows.failure.kind === 'postgres') for (const channel of asking.channels) channel.fail(rows.failure.message)
    else throw new Error(`reading changes of ${table.name} failed: ${rows.failure.message}`)
  }

  function tell(
    { channel, bindings, change }: Hearing,
    askings: Map<string, Asking>,
    texts: Map<string, string>,
  ): void {
    const key = askingKey(channel.reader, change)
    const asking = askings.get(key)
    const position = asking?.changes.indexOf(change) ?? -1
    const row = asking?.answer[position]
    if (!asking || !row) return
    const order = [...asking.filters.keys()]
    const ids = bindings.filter(({ filters }) => row.passes[order.indexOf(filtersKey(filters))]).map(({ id }) => id)
    if (ids.length === 0) return
    const textKey = `${key}/${position}`
    const data = texts.get(textKey) ?? dataText(asking, change, row)
    texts.set(textKey, data)
    channel.push('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${data}}`)
  }

  return {
    /** Takes a notice up. */
    notified(payload: string): void {
      try {
        waiting.push(readChange(payload))
      } catch (cause) {
        // Whoever may connect to the database may notify this channel.
        return log({ kind: 'realtime-failed', cause })
      }
      if (waiting.length > MOST_WAITING) failConcerned()
      void work()
    },
    failAll,
  }
}

const kindOf = ({ type }: Change): Question['kind'] => (type === 'DELETE' ? 'deleted' : 'present')

const askingKey = (reader: Reader, change: Change): string =>
  `${kindOf(change)} ${tableKey(change.schema, change.table)} ${reader.key}`

const filtersKey = (filters: readonly Filter[]): string =>
  JSON.stringify(filters.map(({ column, ...filter }) => ({ column: column.name, ...filter })))

/** The change as the client reads it; the record is PostgreSQL's own JSON, passed on as it is. */
function dataText({ table, reader }: Asking, change: Change, row: SeenRow): string {
  const readable = new Set(readableColumns(table, reader.caller))
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
