import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastError, toastSuccess } from './toasts.ts'

interface OptimisticChange<Rows, Input> {
  /** The rows that the change is about; the last change to settle refetches them. */
  queryKey: readonly string[]
  run: (input: Input) => Promise<unknown>
  /** What the rows look like as soon as the change is asked for. */
  apply: (rows: Rows, input: Input) => Rows
  /**
   * Takes back this change alone. A snapshot would not do: restoring it also takes back, or brings back, other changes
   * that were on their way at the same time.
   */
  undo: (rows: Rows, input: Input) => Rows
  failed: string
  succeeded?: string
}

/** For `undo`: a deleted row, back in its place among rows that are shown newest first. */
export const putBack = <Row extends { readonly created_at: string }>(rows: Row[], row: Row): Row[] =>
  [...rows, row].sort((a, b) => b.created_at.localeCompare(a.created_at))

/** A change that shows at once, and is taken back with a notice when it fails. */
export function useOptimistic<Rows, Input>(change: OptimisticChange<Rows, Input>) {
  const { queryKey, run, apply, undo, failed, succeeded } = change
  const queries = useQueryClient()
  const edit = (with_: typeof apply, input: Input) =>
    queries.setQueryData<Rows>(queryKey, (rows) => rows && with_(rows, input))

  return useMutation({
    mutationKey: queryKey,
    mutationFn: run,
    onMutate: async (input) => {
      await queries.cancelQueries({ queryKey })
      edit(apply, input)
    },
    onSuccess: () => succeeded && toastSuccess(succeeded),
    onError: (_, input) => {
      edit(undo, input)
      toastError(failed)
    },
    onSettled: () => {
      if (queries.isMutating({ mutationKey: queryKey }) === 1) void queries.invalidateQueries({ queryKey })
    },
  })
}
