import type { FunctionsHttpError } from '@supabase/functions-js'
import { queryOptions, useMutation } from '@tanstack/react-query'
import type { DocumentKind, DocumentSpan, WrittenDocument } from '../../../../domain/documents.ts'
import { dayOf } from '../../../../domain/week.ts'
import { functions, tables } from '../../lib/session/client.ts'
import { keys } from '../../lib/data/keys.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { documentTexts } from './document-texts.ts'

const FUNCTION = 'write-document'

/** A document from the founder's records. It stays as it was read: the founder reads and edits it. */
export const documentQuery = (user: string, kind: DocumentKind, span: DocumentSpan) =>
  queryOptions({
    queryKey: keys.document(user, kind, span.from, span.to),
    queryFn: async (): Promise<WrittenDocument> => {
      const client = await functions()
      const { data, error } = await client.invoke<WrittenDocument>(FUNCTION, { body: { kind, ...span } })
      if (error) throw error
      return data as WrittenDocument
    },
    staleTime: Infinity,
    gcTime: 0,
  })

/** The day on which the founder's account began; null without a profile. A failure is only logged. */
export const accountDayQuery = (user: string) =>
  queryOptions({
    queryKey: keys.account.day(user),
    queryFn: async () => {
      const profile = (await tables()).from('profiles').select('created_at').eq('id', user)
      const { data } = await profile.maybeSingle().throwOnError()
      return data && dayOf(new Date(data.created_at))
    },
    staleTime: Infinity,
  })

export interface MailedDocument {
  readonly title: string
  readonly markdown: string
}

/** Mails a document to the founder's own address. */
export const useMailDocument = () =>
  useMutation({
    mutationFn: async (mail: MailedDocument) => {
      const client = await functions()
      const { data, error } = await client.invoke<{ to: string }>(FUNCTION, { body: { mail } })
      if (error) throw error
      return (data as { to: string }).to
    },
    onSuccess: (address) => toastSuccess(documentTexts.mailed(address)),
    onError: (error) => toastError(refusalOf(error) ?? documentTexts.mailFailed),
  })

function refusalOf(error: Error): string | undefined {
  const response = (error as Partial<FunctionsHttpError>).context as Response | undefined
  const refusals: Readonly<Record<number, string>> = documentTexts.mailRefused
  return refusals[response?.status ?? 0]
}
