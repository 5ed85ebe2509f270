import { useMutation, useQueryClient } from '@tanstack/react-query'
import { stopReads } from './query-client.ts'
import { toastError, toastSuccess, type ToastText } from '../texts/toasts.ts'
import { newUuid } from './uuid.ts'

interface OptimisticChange<Rows, Input, Saved> {
  /** The query key of the changed rows. */
  queryKey: readonly string[]
  /** The lists that are refetched afterwards, if they are more than those rows. */
  writes?: readonly (readonly string[])[]
  run: (input: Input) => Promise<Saved>
  /** The rows with the change. */
  apply: (rows: Rows, input: Input) => Rows
  /**
   * Reverts this change alone. Restoring a snapshot would also revert, or restore, other changes
   * in flight at the same time.
   */
  undo: (rows: Rows, input: Input) => Rows
  /** Replaces what `apply` made up by the server's response. */
  confirm?: (rows: Rows, input: Input, saved: Saved) => Rows
  /**
   * Called when it was reverted, even if the screen is unmounted: typed text returns to its field. Also
   * called when the page is closed before the response, since no one would see a failure; it has not failed then.
   */
  restoreInput?: (input: Input, hasFailed: boolean) => void
  failed: string | ((input: Input) => string)
  succeeded?: ToastText | string | ((input: Input) => string)
}

/** Before the id of a row that the server has not confirmed yet. */
const UNSAVED = 'unsaved:'

export const unsavedId = () => UNSAVED + newUuid()

/** The id of the row that is inserted for an unsaved one. */
export const rowId = (id: string) => id.slice(UNSAVED.length)

/** PostgreSQL's code for a duplicate key. */
const UNIQUE_VIOLATION = '23505'

export const isDuplicate = (error: unknown) => (error as { code?: unknown }).code === UNIQUE_VIOLATION

/** For a failed insert: an attempt before it, whose response was lost, may have stored the row. @throws other errors */
export function unlessStored(error: unknown): void {
  if (!isDuplicate(error)) throw error
}

export const isSaved = ({ id }: { readonly id: string }) => !id.startsWith(UNSAVED)

/**
 * How an unsaved row is shown at the end of its list. It may be there already: stored by an attempt whose response was
 * lost, and read since. Shown twice, it would stay, since React keeps one child for each key.
 */
export const appendedRow = {
  apply: <Row extends { readonly id: string }>(rows: readonly Row[], row: Row): Row[] =>
    rows.some(({ id }) => id === rowId(row.id)) ? [...rows] : [...rows, row],
  confirm: <Row extends { readonly id: string }>(rows: readonly Row[], { id }: Row, saved: Row): Row[] =>
    rows.map((row) => (row.id === id ? saved : row)),
  undo: <Row extends { readonly id: string }>(rows: readonly Row[], { id }: Row): Row[] =>
    rows.filter((row) => row.id !== id),
}

/** Typed text in flight; each is restored once. */
const inFlight = new Set<(hasFailed: boolean) => void>()

addEventListener('pagehide', () => {
  for (const restoreInput of inFlight) restoreInput(false)
})

/** An optimistic update: shown at once, and reverted with a notice when it fails. */
export function useOptimistic<Rows, Input, Saved = unknown>(change: OptimisticChange<Rows, Input, Saved>) {
  const { queryKey, writes = [queryKey], run, apply, undo, confirm, restoreInput, failed, succeeded } = change
  const queries = useQueryClient()
  const edit = (how: (rows: Rows) => Rows) => {
    // The rows were read when they were read.
    const updatedAt = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    queries.setQueryData<Rows>(queryKey, (rows) => rows && how(rows), { updatedAt })
  }

  return useMutation({
    meta: { writes },
    // One after another, in order.
    scope: { id: writes.join() },
    mutationFn: run,
    onMutate: async (input) => {
      const restore = (hasFailed: boolean) => void (inFlight.delete(restore) && restoreInput?.(input, hasFailed))
      inFlight.add(restore)
      await stopReads(queries, queryKey)
      edit((rows) => apply(rows, input))
      return restore
    },
    onSuccess: (saved, input, restore) => {
      inFlight.delete(restore)
      if (confirm) edit((rows) => confirm(rows, input, saved))
      if (succeeded) toastSuccess(typeof succeeded === 'function' ? succeeded(input) : succeeded)
    },
    onError: (_, input, restore) => {
      edit((rows) => undo(rows, input))
      restore?.(true)
      toastError(typeof failed === 'function' ? failed(input) : failed)
    },
  })
}
