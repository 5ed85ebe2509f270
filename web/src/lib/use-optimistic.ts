import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toastError, toastSuccess, type ToastText } from './toasts.ts'

interface OptimisticChange<Rows, Input, Saved> {
  /** The rows that the change is about. */
  queryKey: readonly string[]
  /** What the last change to settle refetches, when it is more than those rows. */
  refetchKey?: readonly string[]
  run: (input: Input) => Promise<Saved>
  /** What the rows look like as soon as the change is asked for. */
  apply: (rows: Rows, input: Input) => Rows
  /**
   * Takes back this change alone. A snapshot would not do: restoring it also takes back, or brings back, other changes
   * that were on their way at the same time.
   */
  undo: (rows: Rows, input: Input) => Rows
  /** Puts what the server answered in the place of what `apply` made up. */
  confirm?: (rows: Rows, input: Input, saved: Saved) => Rows
  /** Called when it was taken back, even if the screen is gone by then: what was typed returns to where it was typed. */
  giveBack?: (input: Input) => void
  failed: string
  succeeded?: ToastText | string
}

/** A change that shows at once, and is taken back with a notice when it fails. */
export function useOptimistic<Rows, Input, Saved = unknown>(change: OptimisticChange<Rows, Input, Saved>) {
  const { queryKey, refetchKey = queryKey, run, apply, undo, confirm, giveBack, failed, succeeded } = change
  const queries = useQueryClient()
  const edit = (how: (rows: Rows) => Rows) => queries.setQueryData<Rows>(queryKey, (rows) => rows && how(rows))

  return useMutation({
    mutationKey: refetchKey,
    // One after the other, in the order they were asked for.
    scope: { id: refetchKey.join() },
    mutationFn: run,
    onMutate: async (input) => {
      await queries.cancelQueries({ queryKey: refetchKey })
      edit((rows) => apply(rows, input))
    },
    onSuccess: (saved, input) => {
      if (confirm) edit((rows) => confirm(rows, input, saved))
      if (succeeded) toastSuccess(succeeded)
    },
    onError: (_, input) => {
      edit((rows) => undo(rows, input))
      giveBack?.(input)
      toastError(failed)
    },
    onSettled: () => {
      if (queries.isMutating({ mutationKey: refetchKey }) === 1) {
        void queries.invalidateQueries({ queryKey: refetchKey })
      }
    },
  })
}
