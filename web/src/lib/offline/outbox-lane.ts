import { checkNetwork, isOffline, onNetworkChange } from './network.ts'
import {
  changeRow,
  exclusively,
  isOwn,
  onOutboxChange,
  removeRow,
  rowsOf,
  type OutboxKind,
  type OutboxRow,
} from './outbox.ts'

/** Milliseconds until a failed attempt is repeated while there is a network; twice as many after each further one. */
const RETRY_MS = 5000
const LONGEST_RETRY_MS = 60_000

/** Milliseconds that the rows of another tab are left to it. */
const TAKEOVER_MS = 3000

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
  let failures = 0
  let pausedUntil = 0
  let onlineSince = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const dueAt = (row: OutboxRow) =>
    Math.max(row.sendAt, pausedUntil, isOwn(row) ? 0 : Math.max(row.changedAt, onlineSince) + TAKEOVER_MS)

  const look = () => {
    clearTimeout(timer)
    if (isBusy || isLeft) return
    const rows = rowsOf(user, kind).filter(({ state }) => state !== 'refused')
    if (isOffline() && rows.some(({ state }) => state === 'waiting')) {
      // New rows wait behind those that do, without an attempt of their own.
      const entered = rows.find((row) => row.state === 'new' && row.sendAt <= Date.now())
      if (entered) changeRow(user, entered.id, { state: 'waiting' })
      return
    }
    const next = rows.toSorted((one, other) => dueAt(one) - dueAt(other)).at(0)
    if (!next) return
    const pause = dueAt(next) - Date.now()
    if (pause > 0) {
      timer = setTimeout(look, pause)
      return
    }
    isBusy = true
    void exclusively(user, next.id, (row) => sendRow(row as OutboxRow<Kind> | undefined), { isWaiting: false })
      .then((wasFree) => {
        // Another tab has it.
        if (!wasFree) pausedUntil = Date.now() + TAKEOVER_MS
      }, console.error)
      .finally(() => {
        isBusy = false
        look()
      })
  }

  const sendRow = async (row: OutboxRow<Kind> | undefined): Promise<true> => {
    if (!row || row.state === 'refused' || row.sendAt > Date.now()) return true
    const { id } = row
    changeRow(user, id, { isTried: true })
    try {
      await attempt(row)
      failures = 0
      removeRow(user, id)
    } catch (error) {
      // It was interrupted: the next lane tries it again.
      if (isLeft) return true
      if (error instanceof Refusal) changeRow(user, id, { state: 'refused', reason: error.message })
      else {
        console.error(error)
        changeRow(user, id, { state: 'waiting' })
        pausedUntil = Date.now() + Math.min(RETRY_MS * 2 ** failures++, LONGEST_RETRY_MS)
        void checkNetwork()
      }
    }
    return true
  }

  const onNetwork = () => {
    if (isOffline()) return
    pausedUntil = 0
    failures = 0
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
