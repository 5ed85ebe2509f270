import type { SubjectKind } from '../../../../domain/comments.ts'
import type { GoalPeriod } from '../../../../domain/goals.ts'
import type { Tables } from '../../../../domain/tables.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { createStore, useStore } from '../data/store.ts'
import { newUuid } from '../data/uuid.ts'
import { OUTBOX } from '../session/clear-user-data.ts'
import { readDraft, writeDraft } from './drafts.ts'
import { local, tab } from './storage.ts'

/** The content of rows, by kind. outbox-kinds.ts says how each is stored; a question is sent by its conversation. */
export interface OutboxPayloads {
  goal: { readonly text: string; readonly period: GoalPeriod; readonly target?: number; readonly unit?: string }
  /** `content` begins with the recipients. */
  message: { readonly content: string; readonly about_kind?: SubjectKind; readonly about_id?: string }
  /** `review_on` null: the founder is not asked. */
  decision: Readonly<Pick<Tables['decisions'], 'title' | 'reason' | 'category' | 'expected' | 'review_on'>>
  'own-note': { readonly content: string }
  'check-in': Readonly<
    Omit<Tables['weekly_checkins'], 'id' | 'user_id' | 'ai_summary' | 'created_at' | 'corrected_at'>
  > & {
    readonly week_of: IsoDate
  }
  /** `conversation`: missing for the founder's first one. `insteadOf`: the turn that is asked again, in other words. */
  question: { readonly question: string; readonly conversation?: string; readonly insteadOf?: string }
}

export type OutboxKind = keyof OutboxPayloads

const KINDS: Readonly<Record<OutboxKind, true>> = {
  goal: true,
  message: true,
  decision: true,
  'own-note': true,
  'check-in': true,
  question: true,
}

/** Something typed that the server is not known to have. */
export interface OutboxRow<Kind extends OutboxKind = OutboxKind> {
  /** Of the row that it becomes: sent twice, it is stored once. */
  readonly id: string
  readonly kind: Kind
  readonly payload: OutboxPayloads[Kind]
  /** Milliseconds since the epoch. Rows of a kind are sent in this order, those of a moment by their number. */
  readonly enteredAt: number
  readonly number: number
  /** Milliseconds since the epoch, before which it can be taken back; 0: it is sent at once. */
  readonly sendAt: number
  /** The tab in which it was entered; another one sends it only later. */
  readonly tab: string
  /** Milliseconds since the epoch. */
  readonly changedAt: number
  /** An attempt was made, which may have arrived. */
  readonly isTried?: boolean
  /** `new`: no attempt has failed. `waiting`: it is sent by itself. `refused`: it is left to the user, with the reason. */
  readonly state: 'new' | 'waiting' | 'refused'
  readonly reason?: string
}

/** Milliseconds in which a proposed message can be taken back. Once it is stored, it cannot be deleted. */
export const UNDO_MS = 10_000

/** Milliseconds in which what was taken out of the outbox is the same row when it is sent unchanged: it may have arrived. */
const SAME_ROW_WINDOW_MS = 5 * 60 * 1000

const TAB_ID = 'tab-id'

/** This tab; a reload does not change it. */
function tabId(): string {
  const stored = tab.getItem(TAB_ID)
  if (stored) return stored
  const id = newUuid()
  tab.setItem(TAB_ID, id)
  return id
}

export const isOwn = (row: OutboxRow): boolean => row.tab === tabId()

const noop = () => undefined

/** In local storage, so that it outlives its tab; one entry for each row, since tabs do not wait for each other. */
const prefixOf = (user: string) => `${OUTBOX}${user}:`
const keyOf = (user: string, id: string) => prefixOf(user) + id

/** Counts changes in this tab and in others. */
const changes = createStore(0)
const changed = () => changes.set(changes.current() + 1)
addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(OUTBOX)) changed()
})

export const onOutboxChange = changes.subscribe

let parsed: { entries: string; rows: readonly OutboxRow[] } | undefined

/** The user's rows, in the order in which they are sent; always the same array until one changes. */
export function outboxOf(user: string): readonly OutboxRow[] {
  const stored = local.keys(prefixOf(user))
  const entries = stored.map((key) => key + local.getItem(key)).join()
  if (parsed?.entries !== entries) {
    const rows = stored.flatMap((key) => read(key) ?? [])
    parsed = { entries, rows: rows.toSorted(byEntry) }
  }
  return parsed.rows
}

const byEntry = (one: OutboxRow, other: OutboxRow) => one.enteredAt - other.enteredAt || one.number - other.number

const isOf =
  <Kind extends OutboxKind>(kind: Kind) =>
  (row: OutboxRow): row is OutboxRow<Kind> =>
    row.kind === kind

export const rowsOf = <Kind extends OutboxKind>(user: string, kind: Kind): OutboxRow<Kind>[] =>
  outboxOf(user).filter(isOf(kind))

/** The user's rows of a kind. */
export function useOutbox<Kind extends OutboxKind>(user: string, kind: Kind): OutboxRow<Kind>[] {
  useStore(changes)
  return rowsOf(user, kind)
}

export function useOutboxSize(user: string): number {
  useStore(changes)
  return outboxOf(user).length
}

function read(key: string): OutboxRow | undefined {
  const row = local.read(key) as Partial<OutboxRow & { content: unknown }> | undefined
  // A damaged entry has another shape.
  if (typeof row?.id !== 'string' || !key.endsWith(`:${row.id}`) || typeof row.sendAt !== 'number') return undefined
  if (row.kind) return Object.hasOwn(KINDS, row.kind) && isObject(row.payload) ? (row as OutboxRow) : undefined
  // Builds that had messages alone stored them so.
  if (typeof row.content !== 'string') return undefined
  const { id, content, sendAt } = row
  const times = { enteredAt: sendAt, number: 0, sendAt, changedAt: sendAt }
  return { id, kind: 'message', payload: { content }, ...times, tab: '', isTried: true, state: 'new' }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

export const readRow = (user: string, id: string): OutboxRow | undefined => read(keyOf(user, id))

function write(user: string, row: OutboxRow): void {
  local.setItem(keyOf(user, row.id), JSON.stringify(row))
  changed()
}

/** Changes a row, unless it is gone. */
export function changeRow(user: string, id: string, to: Partial<OutboxRow>): void {
  const row = readRow(user, id)
  if (row) write(user, { ...row, ...to, changedAt: Date.now() })
}

export function removeRow(user: string, id: string): void {
  local.removeItem(keyOf(user, id))
  changed()
}

/** The draft that holds what was last taken out of the outbox to be changed. */
interface Returned {
  readonly id: string
  readonly payload: string
  readonly until: number
}

const returnedName = (kind: OutboxKind) => `${kind}-returned`

/** Its text is in its field or form again: sent unchanged, it is the same row. */
export function rememberReturned(
  { id, kind, payload }: Pick<OutboxRow, 'id' | 'kind' | 'payload'>,
  user: string,
): void {
  const returned: Returned = { id, payload: JSON.stringify(payload), until: Date.now() + SAME_ROW_WINDOW_MS }
  writeDraft(user, returnedName(kind), returned)
}

function takeReturned(user: string, kind: OutboxKind, payload: object): string | undefined {
  const returned = readDraft<Returned | null>(user, returnedName(kind), null)
  if (returned?.payload !== JSON.stringify(payload)) return undefined
  writeDraft(user, returnedName(kind), null)
  return Date.now() < returned.until ? returned.id : undefined
}

let entered = 0

interface AddOptions {
  /** By default a new one, or that of the same row before. */
  readonly id?: string
  /** Milliseconds in which it can be taken back. */
  readonly undoMs?: number
}

/** Enters a row, which is sent by itself (outbox-lane.ts). */
export function addToOutbox<Kind extends OutboxKind>(
  user: string,
  kind: Kind,
  payload: OutboxPayloads[Kind],
  { id: given, undoMs = 0 }: AddOptions = {},
): void {
  const known = given ?? takeReturned(user, kind, payload)
  const now = Date.now()
  write(user, {
    id: known ?? newUuid(),
    kind,
    payload,
    enteredAt: now,
    number: ++entered,
    sendAt: undoMs > 0 ? now + undoMs : 0,
    tab: tabId(),
    changedAt: now,
    isTried: given === undefined && known !== undefined,
    state: 'new',
  })
}

/** The rows that this page has, and until when: they are its own locks where the browser has none. */
const held = new Map<string, Promise<unknown>>()

/**
 * Of all tabs one sends, changes or removes a row at a time.
 * @param run gets the row, unless it is gone
 * @param isWaiting whether to wait for another tab; if not, `undefined` is returned when that has the row
 */
export async function exclusively<Result>(
  user: string,
  id: string,
  run: (row: OutboxRow | undefined) => Promise<Result>,
  { isWaiting = true } = {},
): Promise<Result | undefined> {
  const key = keyOf(user, id)
  const runCurrent = async () => {
    while (held.has(key)) {
      if (!isWaiting) return undefined
      await held.get(key)
    }
    const running = run(readRow(user, id))
    held.set(
      key,
      running.then(noop, noop).then(() => held.delete(key)),
    )
    return running
  }
  // Missing without TLS, and refused where storage is forbidden; the row's id then still stores it once.
  const { locks } = navigator as { readonly locks?: LockManager | null }
  if (!locks) return runCurrent()
  const runLocked = async (lock: Lock | null) => (lock ? runCurrent() : undefined)
  try {
    return await locks.request(key, { ifAvailable: !isWaiting }, runLocked)
  } catch (error) {
    if ((error as Error).name !== 'SecurityError') throw error
    return runCurrent()
  }
}

/** @returns false when it is too late: the row may have arrived */
export const takeBack = async (user: string, id: string): Promise<boolean> =>
  (await exclusively(user, id, async (row) => {
    if (!row || row.sendAt <= Date.now()) return false
    removeRow(user, id)
    return true
  })) === true

/** The rows of a kind that could not be sent. */
export function useUnsent<Kind extends OutboxKind>(user: string, kind: Kind) {
  const rows = useOutbox(user, kind).filter(({ state }) => state !== 'new')
  return {
    rows,
    /**
     * Takes a row out, to be changed.
     * @param put puts it into its field or form, or returns false: then it stays. Not called when it has arrived meanwhile
     */
    edit: (id: string, put: (payload: OutboxPayloads[Kind]) => boolean | void) =>
      exclusively(user, id, async (row) => {
        if (!row || put(row.payload as OutboxPayloads[Kind]) === false) return
        rememberReturned(row, user)
        removeRow(user, id)
      }),
    discard: (id: string) => exclusively(user, id, async () => removeRow(user, id)),
  }
}
