import { readDraft, useDraft, writeDraft } from './drafts.ts'
import { checkNetwork, isOffline } from './network.ts'

/** A row that waits beside its field or form, which is free for the next one. */
export interface WaitingRow {
  /** For the next attempt: the one before may have arrived. */
  readonly id: string
  /** What it is called where it is listed. */
  readonly text: string
  /** It is sent when the network is back. */
  readonly waits?: boolean
}

const NONE: readonly never[] = []

const waitingName = (name: string) => `${name}-waiting`

/** Rows that are being sent again. */
const taken = new Set<string>()

/** What waits for the network beside the field or form of that name, in the order in which it was sent. */
export function waitingRows<Row extends WaitingRow>(user: string, name: string) {
  const read = () => readDraft<readonly Row[]>(user, waitingName(name), NONE)
  const write = (rows: readonly Row[]) => writeDraft(user, waitingName(name), rows)
  const without = (id: string) => read().filter((row) => row.id !== id)
  const setWaits = (id: string, waits: boolean) => write(read().map((row) => (row.id === id ? { ...row, waits } : row)))

  /** After a failure. @param onRefused called when there is a network: the row is left to the user */
  const fail = (id: string, onRefused: () => void) => {
    setWaits(id, isOffline())
    void checkNetwork().then((isReachable) => (isReachable ? onRefused() : setWaits(id, true)))
  }

  return {
    read,
    fail,
    add: (rows: readonly Row[]) => write([...read(), ...rows.map((row) => ({ ...row, waits: true }))]),
    remove: (id: string) => write(without(id)),
    /** @returns what is sent now, in order */
    take: (most = Infinity): readonly Row[] => {
      const rows = read()
        .filter(({ waits }) => waits)
        .slice(0, most)
      for (const { id } of rows) taken.add(id)
      write(read().filter((row) => !rows.includes(row)))
      return rows
    },
    /** Whether a row that returns has waited here. */
    wasTaken: (id: string): boolean => taken.delete(id),
    /**
     * Lets a row wait that could not be sent.
     * @param order 'first' for one that was taken alone
     * @param onRefused called when there is a network, and the row waits no more
     */
    restore: (row: Row, order: 'first' | 'last', onRefused: () => void) => {
      write(order === 'first' ? [row, ...read()] : [...read(), row])
      fail(row.id, () => {
        write(without(row.id))
        onRefused()
      })
    },
  }
}

/** The same, shown. */
export function useWaitingRows(user: string, name: string) {
  const [rows] = useDraft<readonly WaitingRow[]>(user, waitingName(name), NONE)
  return { rows, isWaiting: rows.some(({ waits }) => waits) }
}
