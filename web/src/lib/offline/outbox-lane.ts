import { checkNetwork, isOffline, onNetworkChange } from './network.ts'
import {
  changeRow,
  exclusively,
  isOwn,
  onOutboxChange,
  removeRow,
  rowsOf,
  type OutboxKind,
  UNDO_MS,
  type OutboxRow,
} from './outbox.ts'

/** Milliseconds until a failed attempt is repeated while there is a network; twice as many after each further one. */
const RETRY_MS = 5000
const LONGEST_RETRY_MS = 60_000

/** Failures of a row, after which those behind it are sent before it. */
const FAILURES_IN_ORDER = 3

/** Milliseconds that the rows of another tab are left to it. */
const TAKEOVER_MS = 3000

interface Pause {
  readonly until: number
  /** 0: another tab has the row. */
  readonly failures: number
}

/** The server never accepts this row. The message is its reason. */
export class Refusal extends Error {}

/**
 * Sends the user's rows of a kind, one after another in their order. Without a network they wait; what the server refuses
 * stays in the outbox, with the reason.
 * @param attempt stores a row, or finds it stored. @throws Refusal; after other errors the row waits
 * @returns a function that ends it
 */
export function runLane<Kind extends OutboxKind>(
  user: string,
  kind: Kind,
  attempt: (row: OutboxRow<Kind>) => Promise<void>,
): () => void {
  let isBusy = false
  let isLeft = false
  let onlineSince = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** By the row's id. */
  const pauses = new Map<string, Pause>()

  /** A time that is too far away is from before the clock was set back. */
  const dueAt = (row: OutboxRow): number => {
    const now = Date.now()
    const within = (at: number, most: number) => (at - now > most ? now : at)
    const takenOverAt = isOwn(row) ? 0 : within(Math.max(row.changedAt, onlineSince) + TAKEOVER_MS, TAKEOVER_MS)
    const pausedUntil = within(pauses.get(row.id)?.until ?? 0, LONGEST_RETRY_MS)
    return Math.max(within(row.sendAt, UNDO_MS), pausedUntil, takenOverAt)
  }

  /** Whether those behind a row wait for it. */
  const keepsOrder = ({ id }: OutboxRow): boolean => {
    const { failures = 0 } = pauses.get(id) ?? {}
    return failures > 0 && failures < FAILURES_IN_ORDER
  }

  const look = () => {
    clearTimeout(timer)
    if (isBusy || isLeft) return
    const now = Date.now()
    const rows = rowsOf(user, kind).filter(({ state }) => state !== 'refused')
    // Without a network what is entered waits, without an attempt of its own; the first question makes it (SPEC section 8).
    const isQueued = isOffline() && (kind !== 'question' || rows.some(({ state }) => state === 'waiting'))
    const candidates = isQueued ? rows.filter(({ state }) => state === 'new') : rows
    let nextAt = Infinity
    for (const row of candidates) {
      const at = dueAt(row)
      if (at <= now) return isQueued ? changeRow(user, row.id, { state: 'waiting' }) : attemptRow(row.id)
      nextAt = Math.min(nextAt, at)
      if (keepsOrder(row)) break
    }
    if (nextAt < Infinity) timer = setTimeout(look, nextAt - now)
  }

  const attemptRow = (id: string) => {
    isBusy = true
    const pauseBriefly = () => void pauses.set(id, { until: Date.now() + TAKEOVER_MS, failures: 0 })
    void exclusively(user, id, (row) => sendRow(row as OutboxRow<Kind> | undefined), { isWaiting: false })
      .then(
        (wasFree) => {
          if (!wasFree) pauseBriefly()
        },
        (error: unknown) => {
          console.error(error)
          pauseBriefly()
        },
      )
      .finally(() => {
        isBusy = false
        look()
      })
  }

  const sendRow = async (row: OutboxRow<Kind> | undefined): Promise<true> => {
    // Taken back, or sent by another tab meanwhile.
    if (!row || row.state === 'refused') return true
    const { id } = row
    changeRow(user, id, { isTried: true })
    try {
      await attempt(row)
      pauses.delete(id)
      removeRow(user, id)
    } catch (error) {
      // It was interrupted: the next lane tries it again.
      if (isLeft) return true
      if (error instanceof Refusal) changeRow(user, id, { state: 'refused', reason: error.message })
      else {
        console.error(error)
        const { failures = 0 } = pauses.get(id) ?? {}
        const until = Date.now() + Math.min(RETRY_MS * 2 ** failures, LONGEST_RETRY_MS)
        pauses.set(id, { until, failures: failures + 1 })
        changeRow(user, id, { state: 'waiting' })
        void checkNetwork()
      }
    }
    return true
  }

  const onNetwork = () => {
    if (isOffline()) return
    pauses.clear()
    onlineSince = Date.now()
    look()
  }
  const leaves = [onOutboxChange(look), onNetworkChange(onNetwork)]
  look()
  return () => {
    isLeft = true
    clearTimeout(timer)
    for (const leave of leaves) leave()
  }
}
