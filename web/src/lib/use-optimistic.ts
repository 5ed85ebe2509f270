import { noop, useMutation, useQueryClient } from '@tanstack/react-query'
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
  /**
   * Called when it was taken back, even if the screen is gone by then: what was typed returns to where it was typed. Also
   * called when the page is left before an answer has come, since nobody will be there to hear of a failure.
   */
  giveBack?: (input: Input) => void
  failed: string
  succeeded?: ToastText | string
}

/** What is typed and on its way: each gives it back, once. */
const onTheirWay = new Set<() => void>()

addEventListener('pagehide', () => {
  for (const giveBack of onTheirWay) giveBack()
})

/** A change that shows at once, and is taken back with a notice when it fails. */
export function useOptimistic<Rows, Input, Saved = unknown>(change: OptimisticChange<Rows, Input, Saved>) {
  const { queryKey, refetchKey = queryKey, run, apply, undo, confirm, giveBack, failed, succeeded } = change
  const queries = useQueryClient()
  const edit = (how: (rows: Rows) => Rows) => queries.setQueryData<Rows>(queryKey, (rows) => rows && how(rows))
  /** Rows that are loaded for the first time are waited for: the change would show nowhere. */
  const firstLoad = () =>
    queries.getQueryData(queryKey) === undefined ? queries.getQueryCache().find({ queryKey })?.promise : undefined

  return useMutation({
    mutationKey: refetchKey,
    // One after the other, in the order they were asked for.
    scope: { id: refetchKey.join() },
    mutationFn: run,
    onMutate: async (input) => {
      const giveTypedBack = () => onTheirWay.delete(giveTypedBack) && giveBack?.(input)
      onTheirWay.add(giveTypedBack)
      await firstLoad()?.catch(noop)
      // Answers from before the change must not undo what is shown; where nothing is shown yet, a screen would load for ever.
      await queries.cancelQueries({ queryKey: refetchKey, predicate: ({ state }) => state.data !== undefined })
      edit((rows) => apply(rows, input))
      return giveTypedBack
    },
    onSuccess: (saved, input, giveTypedBack) => {
      onTheirWay.delete(giveTypedBack)
      if (confirm) edit((rows) => confirm(rows, input, saved))
      if (succeeded) toastSuccess(succeeded)
    },
    onError: (_, input, giveTypedBack) => {
      edit((rows) => undo(rows, input))
      giveTypedBack?.()
      toastError(failed)
    },
    onSettled: () => {
      if (queries.isMutating({ mutationKey: refetchKey }) === 1) {
        void queries.invalidateQueries({ queryKey: refetchKey })
      }
    },
  })
}
