import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import type { BookableId } from '../../../../../domain/squad.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
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

export interface Outcome {
  readonly outcome: CallOutcome
  readonly content: string
}

async function selectOutcome(call: string): Promise<Outcome | null> {
  const outcomes = (await tables()).from('call_outcomes').select('outcome, content').eq('booking', call)
  return (await outcomes.maybeSingle().throwOnError()).data
}

/** What is recorded of a call. */
const outcomeQuery = (call: string) =>
  queryOptions({
    queryKey: adminKeys.callOutcome(call),
    queryFn: () => selectOutcome(call),
    // What was read for an earlier dialog may be older than the list.
    gcTime: 0,
    meta: { failed: callTexts.outcomeFailed },
  })

/** With live updates. @param shown what a list has of it, until it is loaded */
export function useOutcome(call: string, shown: Outcome | null): Outcome | null {
  useLiveRows('call_outcomes', undefined, adminKeys.callOutcome(call))
  const { data = shown } = useQuery(outcomeQuery(call))
  return data
}

interface Recorded {
  /** Null removes it. */
  readonly outcome: CallOutcome | null
  readonly content: string
  /** What the admin saw recorded. */
  readonly known: Outcome | null
}

const reasons: Readonly<Record<string, string>> = {
  gone: callTexts.gone,
  early: callTexts.early,
  overtaken: callTexts.changed,
}

export const useRecordOutcome = (call: string) =>
  useMutation({
    meta: { writes: [adminKeys.calls, adminKeys.callOutcome(call), adminKeys.timelines] },
    mutationFn: async ({ outcome, content, known }: Recorded) => {
      const recorded = {
        booking: call,
        content,
        // The generated type has no null for arguments.
        outcome: outcome as string,
        ...(known && { known_outcome: known.outcome, known_content: known.content }),
      }
      return (await tables()).rpc('record_call_outcome', recorded).throwOnError()
    },
    onError: ({ details = '' }: { details?: string }) => toastError(reasons[details] ?? callTexts.notRecorded),
  })
