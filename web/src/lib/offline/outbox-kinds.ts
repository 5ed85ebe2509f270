import type { QueryKey } from '@tanstack/react-query'
import { UNRATED } from '../../../../domain/decisions.ts'
import { dayOf } from '../../../../domain/week.ts'
import { keys } from '../data/keys.ts'
import { inPages, without, type Cursor, type Pages } from '../data/pages.ts'
import { appendedRow, isDuplicate, unsavedId } from '../data/use-optimistic.ts'
import { tables } from '../session/client.ts'
import { texts } from '../texts/texts.ts'
import type { ToastText } from '../texts/toasts.ts'
import { Refusal } from './outbox-lane.ts'
import type { OutboxKind, OutboxRow } from './outbox.ts'

type Table = 'goals' | 'squad_messages' | 'decisions' | 'own_notes' | 'weekly_checkins'
type Columns = Readonly<Record<string, unknown>>

/** As `Shown` has it, of rows that each list knows. */
interface ShownRow {
  readonly queryKey: readonly string[]
  readonly apply: (rows: never) => unknown
  readonly undo: (rows: never) => unknown
}

/** How a kind is stored, shown and reported. */
interface StoredKind<Kind extends OutboxKind> {
  readonly table: Table
  /** The columns of its row, besides the user's id. */
  readonly columns: (row: OutboxRow<Kind>) => Columns
  /** For a duplicate key: the column that finds what is stored, and those in which it is the same if this row has arrived. */
  readonly stored: { readonly by: 'id' | 'week_of'; readonly same: readonly string[] }
  /** Said for a duplicate key when something else is stored. */
  readonly taken?: string
  /** The lists that are refetched afterwards. */
  readonly writes: (user: string) => readonly QueryKey[]
  /** How it is shown at once in a list, if it is. */
  readonly shown?: (user: string, row: OutboxRow<Kind>) => ShownRow
  readonly succeeded: ToastText | string
  readonly failed: string
}

/** The kinds that are stored as one row of one table. */
export type StoredKinds = Exclude<OutboxKind, 'question'>

export const storedKinds: { readonly [Kind in StoredKinds]: StoredKind<Kind> } = {
  goal: {
    table: 'goals',
    columns: ({ id, payload }) => ({ id, ...payload, completed: false }),
    stored: { by: 'id', same: [] },
    writes: (user) => [keys.goals.every(user)],
    shown: (user, row) => {
      const goal = {
        ...unsaved(user, row),
        ...row.payload,
        completed: false,
        completed_at: null,
        carried_at: null,
        position: row.enteredAt / 1000,
      }
      return shownFirst(keys.goals.in(user, row.payload.period), row, goal)
    },
    succeeded: texts.goals.created,
    failed: texts.goals.createFailed,
  },
  message: {
    table: 'squad_messages',
    columns: ({ id, payload }) => ({ id, ...payload, sender_type: 'user' }),
    stored: { by: 'id', same: ['content'] },
    taken: texts.squad.taken,
    writes: (user) => [keys.squadMessages.every(user), keys.commentCounts(user)],
    shown: (user, row) => {
      const { about_kind = null, about_id = null } = row.payload
      const sender = { sender_type: 'user', sender_name: null }
      const message = { ...unsaved(user, row), ...row.payload, ...sender, about_kind, about_id }
      return {
        queryKey: about_id ? keys.squadMessages.about(user, about_id) : keys.squadMessages.recent(user),
        apply: (rows: readonly (typeof message)[]) => appendedRow.apply(rows, message),
        undo: (rows: readonly (typeof message)[]) => appendedRow.undo(rows, message),
      }
    },
    succeeded: texts.squad.sent,
    failed: texts.squad.sendFailed,
  },
  decision: {
    table: 'decisions',
    // It may have waited past the day of its review, and no decision is due before it is logged.
    columns: ({ id, payload }) => ({ id, ...payload, review_on: notBefore(payload.review_on), ...UNRATED }),
    stored: { by: 'id', same: [] },
    writes: (user) => [keys.decisions.every(user)],
    succeeded: texts.decisions.logged,
    failed: texts.decisions.logFailed,
  },
  'own-note': {
    table: 'own_notes',
    columns: ({ id, payload }) => ({ id, ...payload }),
    stored: { by: 'id', same: ['content'] },
    writes: (user) => [keys.ownNotes(user)],
    shown: (user, row) => shownFirst(keys.ownNotes(user), row, { ...unsaved(user, row), ...row.payload }),
    succeeded: texts.notes.saved,
    failed: texts.notes.saveFailed,
  },
  'check-in': {
    table: 'weekly_checkins',
    columns: ({ payload }) => payload,
    stored: { by: 'week_of', same: ['mood', 'wins', 'blockers', 'next_priority', 'priority_outcome'] },
    taken: texts.checkIns.taken,
    writes: (user) => [keys.checkIns.every(user)],
    succeeded: texts.checkIns.saved,
    failed: texts.checkIns.saveFailed,
  },
}

const unsaved = (user: string, { id, enteredAt }: OutboxRow) => ({
  id: unsavedId(id),
  user_id: user,
  created_at: new Date(enteredAt).toISOString(),
})

/** As the first one of a list in pages; it may have been stored, and read, by an attempt whose response was lost. */
const shownFirst = (queryKey: readonly string[], { id }: OutboxRow, row: Cursor): ShownRow => ({
  queryKey,
  apply: (pages: Pages<Cursor>) =>
    inPages(pages, (rows, page) => (page === 0 && rows.every((one) => one.id !== id) ? [row, ...rows] : rows)),
  undo: (pages: Pages<Cursor>) => without(pages, row),
})

function notBefore(day: string | null): string | null {
  const today = dayOf(new Date())
  return day !== null && day < today ? today : day
}

/** Milliseconds of an attempt. */
const ATTEMPT_TIMEOUT_MS = 30_000

/** Statuses of requests that may succeed later: the session expired, a timeout, too many requests. */
const TEMPORARY = new Set([401, 408, 429])

/** The status is 0 where the server was not reached. */
const isRefusal = (status: number) => status >= 400 && status < 500 && !TEMPORARY.has(status)

export const kindOf = ({ kind }: OutboxRow<StoredKinds>) => storedKinds[kind] as StoredKind<StoredKinds>

/** The table and the columns that are inserted for a row. */
export const insertedRow = (user: string, row: OutboxRow<StoredKinds>) => ({
  table: kindOf(row).table,
  columns: { user_id: user, ...kindOf(row).columns(row) },
})

/**
 * Stores a row, unless an attempt before has.
 * @throws Refusal; other errors when the server cannot be reached, or cannot store it now
 */
export async function store(user: string, row: OutboxRow<StoredKinds>): Promise<void> {
  const { stored, taken } = kindOf(row)
  const { table, columns } = insertedRow(user, row)
  // Their columns differ; PostgreSQL checks them.
  const rows = (await tables()).from(table as 'goals')
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)
  const { error, status } = await rows.insert(columns as never).abortSignal(timeout)
  if (!error) return
  if (!isRefusal(status)) throw new Error(error.message)
  if (!isDuplicate(error)) throw new Refusal(error.message)
  const known: Columns | null = (
    await rows
      .select()
      .eq('user_id', user)
      .eq(stored.by as 'id', String((columns as Columns)[stored.by]))
      .abortSignal(timeout)
      .maybeSingle()
      .throwOnError()
  ).data
  if (!known || stored.same.some((name) => known[name] !== (columns as Columns)[name])) {
    throw new Refusal(taken ?? error.message)
  }
}
