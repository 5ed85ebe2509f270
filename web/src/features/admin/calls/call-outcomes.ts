import { queryOptions, useMutation } from '@tanstack/react-query'
import type { BookableId } from '../../../../../domain/squad.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { tables } from '../../../lib/session/client.ts'
import { toastError } from '../../../lib/texts/toasts.ts'
import { callTexts } from './call-texts.ts'

/** What came of a call; the ids are the database's. */
export const CALL_OUTCOMES = [
  { value: 'held', label: 'Held' },
  { value: 'founder-absent', label: 'Founder did not come' },
  { value: 'squad-absent', label: 'We did not come' },
  { value: 'cancelled-late', label: 'Cancelled late' },
] as const

export type CallOutcome = (typeof CALL_OUTCOMES)[number]['value']

export const outcomeLabel = (outcome: CallOutcome): string =>
  CALL_OUTCOMES.find(({ value }) => value === outcome)?.label ?? outcome

/** Characters of an outcome's note; the database refuses more. */
export const OUTCOME_LIMIT = 2000

/** A call that has ended. */
export interface PastCall {
  readonly id: string
  readonly member: BookableId
  /** ISO. */
  readonly starts_at: string
  readonly ends_at: string
}

export interface ToRecord extends PastCall {
  readonly user_id: string
  readonly topic: string
}

async function selectCallsToRecord(): Promise<readonly ToRecord[]> {
  return (await (await tables()).rpc('calls_to_record').throwOnError()).data as ToRecord[]
}

/** Calls of the last fourteen days without an outcome, the newest first; refetched with the calls ahead. */
export const callsToRecordQuery = queryOptions({
  queryKey: adminKeys.callsToRecord,
  queryFn: selectCallsToRecord,
  refetchOnWindowFocus: 'always',
  meta: { failed: callTexts.toRecordFailed },
})

interface Recorded {
  readonly booking: string
  /** Null removes it. */
  readonly outcome: CallOutcome | null
  readonly content: string
}

const reasons: Readonly<Record<string, string>> = { gone: callTexts.gone, early: callTexts.early }

export const useRecordOutcome = () =>
  useMutation({
    meta: { writes: [adminKeys.calls, adminKeys.timelines] },
    mutationFn: async ({ outcome, ...recorded }: Recorded) =>
      // The generated type has no null for arguments.
      (await tables()).rpc('record_call_outcome', { ...recorded, outcome: outcome as string }).throwOnError(),
    onError: ({ details = '' }: { details?: string }) => toastError(reasons[details] ?? callTexts.notRecorded),
  })
