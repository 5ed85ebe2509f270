import { useIsMutating, useMutation, type QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readDraft, useDraft } from './drafts.ts'
import { storeUnsent, useUnsent, type UnsentForm } from './sent-field.ts'
import { toastError, toastSuccess } from './toasts.ts'
import { isDuplicate } from './use-optimistic.ts'

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
  /** Called when the form is empty again, whichever part of the page has sent it. */
  onSaved?: (() => void) | undefined
}

/** A form that is sent as a row, and is emptied once that is stored. */
export function useSentForm<Form extends object, Row>(user: string, options: SentForm<Form, Row>) {
  const { name, empty, mutationKey, writes, insert, saved, failed, onSaved } = options
  const [form, setForm] = useDraft(user, name, empty)
  const content = JSON.stringify(form)
  const { unsent, setUnsent, isWaiting } = useUnsent<UnsentForm<Row>>(user, name, content)
  const isPending = useIsMutating({ mutationKey }) > 0

  const { mutate } = useMutation({
    mutationKey,
    meta: { writes },
    mutationFn: ({ row }: Required<Pick<UnsentForm<Row>, 'row' | 'content'>>) => insert(row),
    onSuccess: (_, { content }) => {
      setUnsent(null)
      // The form may have been opened again, with other text.
      if (JSON.stringify(readDraft(user, name, empty)) === content) setForm(empty)
      toastSuccess(saved)
    },
    onError: (error, sent) => {
      if (isDuplicate(error)) setUnsent({ content: sent.content })
      else storeUnsent(user, name, sent)
      toastError(failed)
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
    isWaiting,
    /** What was sent and is not known to be stored, as long as the form is unchanged. */
    unsent,
    /** @param row for the first attempt; those after it send the same */
    save: (row: Row) => post(unsent?.row ?? row),
    send: () => unsent?.row && post(unsent.row),
    /** It does not wait any more, and stays in the form. */
    cancel: () => unsent && setUnsent({ ...unsent, waits: false }),
  }
}
