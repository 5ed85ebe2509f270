import { useMutation, useQueryClient, type MutationOptions, type QueryClient } from '@tanstack/react-query'
import { stopReads } from './query-client.ts'
import { toastError, toastSuccess, type ToastText } from '../texts/toasts.ts'
import { newUuid } from './uuid.ts'

/** How a change is shown in a list before the server has it. */
export interface Shown<Rows = never, Input = unknown> {
  /** The query key of the changed rows. */
  readonly queryKey: readonly string[]
  /** The rows with the change. */
  readonly apply: (rows: Rows, input: Input) => Rows
  /**
   * Reverts this change alone. Restoring a snapshot would also revert, or restore, other changes
   * in flight at the same time.
   */
  readonly undo: (rows: Rows, input: Input) => Rows
}

interface Change<Rows, Input, Saved> extends Partial<Shown<Rows, Input>> {
  /** The lists that are refetched afterwards. */
  writes: readonly (readonly unknown[])[]
  run: (input: Input) => Promise<Saved>
  /** Replaces what `apply` made up by the server's response. */
  confirm?: ((rows: Rows, input: Input, saved: Saved) => Rows) | undefined
  /**
   * Called when it was reverted, even if the screen is unmounted: typed text returns to its field. Also
   * called when the page is closed before the response, since no one would see a failure.
   */
  restoreInput?: ((input: Input) => void) | undefined
  onFailed: (error: Error, input: Input) => void
  succeeded?: ToastText | string | ((input: Input) => string) | undefined
}

/** Before the id of a row that the server has not confirmed yet. */
const UNSAVED = 'unsaved:'

export const unsavedId = (id = newUuid()) => UNSAVED + id

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
const inFlight = new Set<() => void>()

addEventListener('pagehide', () => {
  for (const restoreInput of inFlight) restoreInput()
})

/** An optimistic update: shown at once, and reverted when it fails. */
export function optimistic<Rows, Input, Saved>(
  queries: QueryClient,
  change: Change<Rows, Input, Saved>,
): MutationOptions<Saved, Error, Input, () => void> {
  const { queryKey, writes, run, apply, undo, confirm, restoreInput, onFailed, succeeded } = change
  const edit = (how: (rows: Rows) => Rows) => {
    if (!queryKey) return
    // Keeps the time of the last read: this is no new one.
    const updatedAt = queries.getQueryState(queryKey)?.dataUpdatedAt ?? 0
    queries.setQueryData<Rows>(queryKey, (rows) => rows && how(rows), { updatedAt })
  }
  return {
    meta: { writes },
    // One after another, in order.
    scope: { id: writes.join() },
    mutationFn: run,
    onMutate: async (input) => {
      const restore = () => void (inFlight.delete(restore) && restoreInput?.(input))
      inFlight.add(restore)
      if (queryKey) await stopReads(queries, queryKey)
      edit((rows) => apply?.(rows, input) ?? rows)
      return restore
    },
    onSuccess: (saved, input, restore) => {
      inFlight.delete(restore)
      if (confirm) edit((rows) => confirm(rows, input, saved))
      if (succeeded) toastSuccess(typeof succeeded === 'function' ? succeeded(input) : succeeded)
    },
    onError: (error, input, restore) => {
      edit((rows) => undo?.(rows, input) ?? rows)
      restore?.()
      onFailed(error, input)
    },
  }
}

interface OptimisticChange<Rows, Input, Saved>
  extends Shown<Rows, Input>, Omit<Change<Rows, Input, Saved>, 'writes' | 'onFailed' | keyof Shown> {
  /** If they are more than the changed rows. */
  writes?: readonly (readonly string[])[]
  failed: string | ((input: Input) => string)
}

/** An optimistic update, which says that it failed. */
export function useOptimistic<Rows, Input, Saved = unknown>(change: OptimisticChange<Rows, Input, Saved>) {
  const { queryKey, writes = [queryKey], failed } = change
  const onFailed = (_: Error, input: Input) => toastError(typeof failed === 'function' ? failed(input) : failed)
  return useMutation(optimistic(useQueryClient(), { ...change, writes, onFailed }))
}
