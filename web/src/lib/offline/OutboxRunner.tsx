import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { optimistic, type Shown } from '../data/use-optimistic.ts'
import { storedSession } from '../session/client.ts'
import { config } from '../session/config.ts'
import { useAccount } from '../session/session.tsx'
import { toastError } from '../texts/toasts.ts'
import { checkNetwork } from './network.ts'
import { insertedRow, kindOf, store, storedKinds, type StoredKinds } from './outbox-kinds.ts'
import { Refusal, runLane } from './outbox-lane.ts'
import { changeRow, exclusively, isOwn, outboxOf, removeRow, type OutboxRow } from './outbox.ts'

const isStored = (row: OutboxRow): row is OutboxRow<StoredKinds> => row.kind in storedKinds

/** Sends what is in the user's outbox, whichever screen is open. */
export function OutboxRunner() {
  const { id: user } = useAccount()
  const queries = useQueryClient()
  useEffect(() => {
    const kinds = Object.keys(storedKinds) as StoredKinds[]
    const leaves = kinds.map((kind) => runLane(user, kind, (row) => send(queries, user, row)))
    return () => {
      for (const leave of leaves) leave()
    }
  }, [queries, user])
  return null
}

/** Shows a row in its list at once, stores it, and reports the result; of several attempts in vain only the first, and only with a network. */
async function send(queries: QueryClient, user: string, row: OutboxRow<StoredKinds>): Promise<void> {
  const { writes, shown, succeeded, failed } = kindOf(row)
  const change = optimistic(queries, {
    ...(shown?.(user, row) as Shown | undefined),
    writes: writes(user),
    run: () => store(user, row),
    succeeded,
    onFailed: (error) => {
      if (error instanceof Refusal) toastError(failed)
      else if (row.state === 'new') void reportUnlessOffline(failed)
    },
  })
  await queries.getMutationCache().build(queries, change).execute(undefined)
}

/** Without a network a row waits, which is said where it stands: that is no failure. */
async function reportUnlessOffline(failed: string): Promise<void> {
  if (await checkNetwork()) toastError(failed)
}

/** Sends all that waits, before the session ends. What cannot be stored stays. */
export async function sendAll(user: string): Promise<void> {
  const sendNow = async (row: OutboxRow | undefined) => {
    if (!row || !isStored(row)) return
    // It cannot be taken back any more.
    changeRow(user, row.id, { sendAt: 0, isTried: true })
    try {
      await store(user, row)
      removeRow(user, row.id)
    } catch (error) {
      if (error instanceof Refusal) changeRow(user, row.id, { state: 'refused', reason: error.message })
      else console.error(error)
    }
  }
  for (const { id } of outboxOf(user).filter(isStored)) await exclusively(user, id, sendNow)
}

addEventListener('pagehide', sendOnLeave)

/**
 * Sends at once what could still be taken back on this page, in requests that outlive it. They end the time to undo; a row
 * stays until the next page knows that it is stored.
 */
function sendOnLeave(): void {
  const session = storedSession()
  if (!session) return
  const user = session.user.id
  for (const row of outboxOf(user).filter(isStored)) {
    if (!isOwn(row) || row.sendAt <= Date.now()) continue
    changeRow(user, row.id, { sendAt: Date.now(), isTried: true })
    const { table, columns } = insertedRow(user, row)
    void fetch(`${config().supabaseUrl}/rest/v1/${table}`, {
      method: 'POST',
      keepalive: true,
      headers: {
        apikey: config().supabaseKey,
        Authorization: `Bearer ${session.access_token}`,
        'Content-Type': 'application/json',
        Prefer: 'return=minimal',
      },
      body: JSON.stringify(columns),
    }).catch(() => undefined)
  }
}
