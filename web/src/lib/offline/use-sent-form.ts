import { useIsMutating, useMutation, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readDraft, useDraft } from './drafts.ts'
import { storeUnsent, useUnsent, type UnsentForm } from './sent-field.ts'
import { toastError, toastSuccess } from '../texts/toasts.ts'
import { isDuplicate } from '../data/use-optimistic.ts'
import { newUuid } from '../data/uuid.ts'
import { useWaitingRows, waitingRows, type WaitingRow } from './waiting-rows.ts'

interface SentForm<Form, Row> {
  /** Of the drafts. */
  name: string
  /** Always the same object. */
  empty: Form
  mutationKey: QueryKey
  /** The lists that are refetched. */
  writes: readonly QueryKey[]
  /** Stores the row, unless an attempt before has. @throws a duplicate key when another row has its place */
  insert: (row: Row) => Promise<unknown>
  saved: string
  failed: string
  /** What names the row among those that wait. */
  nameOf: (row: Row) => string
  /** Called when the form is empty again, whichever part of the page has sent it. */
  onSaved?: (() => void) | undefined
}

/** A form that waits beside the one that is shown. */
interface WaitingForm<Row> extends WaitingRow, UnsentForm<Row> {}

interface Sent<Row> extends Required<Pick<UnsentForm<Row>, 'row' | 'content'>> {
  /** Where it waits, if it is not the form that is shown. */
  readonly waiting?: WaitingForm<Row>
}

/** A form that is sent as a row, and is emptied once that is stored. */
export function useSentForm<Form extends object, Row>(user: string, options: SentForm<Form, Row>) {
  const { name, empty, mutationKey, writes, insert, saved, failed, nameOf, onSaved } = options
  const [form, setForm] = useDraft(user, name, empty)
  const content = JSON.stringify(form)
  const { unsent, setUnsent, isWaiting } = useUnsent<UnsentForm<Row>>(user, name, content)
  const isPending = useIsMutating({ mutationKey }) > 0

  const queue = waitingRows<WaitingForm<Row>>(user, name)
  const waiting = useWaitingRows(user, name)
  const isFree = () => JSON.stringify(readDraft(user, name, empty)) === JSON.stringify(empty)
  /** Shows a form that waited, unless another is there: then it stays where it is listed. */
  const show = ({ id, content, row }: WaitingForm<Row>) => {
    if (!isFree()) return
    queue.remove(id)
    setForm(JSON.parse(content) as Form)
    setUnsent({ content, ...(row && { row }) })
  }

  const { mutate } = useMutation({
    mutationKey,
    meta: { writes },
    mutationFn: ({ row }: Sent<Row>) => insert(row),
    onSuccess: (_, { content, waiting }) => {
      toastSuccess(saved)
      if (waiting) return queue.remove(waiting.id)
      setUnsent(null)
      // The form may have been opened again, with other text.
      if (JSON.stringify(readDraft(user, name, empty)) === content) setForm(empty)
      return undefined
    },
    onError: (error, { waiting, ...sent }) => {
      toastError(failed)
      if (waiting) {
        const { row: _, ...refused } = waiting
        return queue.fail(waiting.id, () => show(isDuplicate(error) ? refused : waiting))
      }
      if (isDuplicate(error)) setUnsent({ content: sent.content })
      else storeUnsent(user, name, sent)
      return undefined
    },
  })
  const post = (row: Row) => {
    const sent = { content, row }
    // Before the response: the page may be closed.
    setUnsent(sent)
    mutate(sent)
  }

  const isEmpty = form === empty
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    if (isEmpty && !wasEmpty.current) onSaved?.()
    wasEmpty.current = isEmpty
  })

  return {
    form,
    setForm,
    isPending,
    isWaiting: isWaiting || waiting.isWaiting,
    /** What is in the form is sent when the network is back. */
    isUnsent: isWaiting,
    /** What waits beside the form. */
    waiting: waiting.rows,
    /** What was sent and is not known to be stored, as long as the form is unchanged. */
    unsent,
    /** @param row for the first attempt; those after it send the same */
    save: (row: Row) => post(unsent?.row ?? row),
    /** Sends what has waited, one after another. */
    send: () => {
      if (isPending) return
      const first = queue.read().find(({ waits }) => waits)
      if (first?.row) mutate({ content: first.content, row: first.row, waiting: first })
      else if (isWaiting && unsent?.row) post(unsent.row)
    },
    /** What waits in the form waits beside it, so that another can be typed. */
    makeRoom: () => {
      if (!unsent?.row) return
      queue.add([{ id: newUuid(), text: nameOf(unsent.row), content, row: unsent.row }])
      setUnsent(null)
      // It was not saved.
      wasEmpty.current = true
      setForm(empty)
    },
    /** What waits beside the form returns to it, if that is empty, and waits no more. */
    edit: (id: string) => {
      const waiting = queue.read().find((row) => row.id === id)
      if (waiting) show(waiting)
    },
    /** Nothing is typed in it, and a form that waits may return to it: none is being sent. */
    isFree: !isPending && content === JSON.stringify(empty),
    /** It does not wait any more, and stays in the form. */
    cancel: () => unsent && setUnsent({ ...unsent, waits: false }),
  }
}
