import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SQUAD } from '../../../../../domain/squad.ts'
import { namesQuery } from '../../../lib/data/names.ts'
import { NAMELESS } from '../../../lib/session/profile.ts'
import { formatTime, formatWeekday } from '../../../lib/texts/dates.ts'
import { Button } from '../../../ui/Button.tsx'
import { FounderLink } from '../../../ui/FounderLink.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { callsToRecordQuery, type ToRecord } from './call-outcomes.ts'
import { callTexts } from './call-texts.ts'
import { OutcomeDialog } from './OutcomeDialog.tsx'

/** Calls of the last fourteen days of which no one has recorded what came of them; nothing where there are none. */
export function CallsToRecord() {
  const { data: calls = [], isError, refetch } = useQuery(callsToRecordQuery)
  const { data: names } = useQuery(namesQuery([...new Set(calls.map(({ user_id }) => user_id))]))
  const [recording, setRecording] = useState<ToRecord>()
  const nameOf = ({ user_id }: ToRecord) => names?.get(user_id) ?? NAMELESS
  if (isError && calls.length === 0)
    return <ErrorState message={callTexts.toRecordFailed} onRetry={() => void refetch()} />
  return (
    <>
      {calls.length > 0 && (
        <section aria-label="To be recorded" className="mb-4 rounded-lg bg-sunken px-4 py-3">
          <h3 className="text-base">To be recorded</h3>
          <ul className="mt-1 flex max-h-72 flex-col gap-1 overflow-y-auto">
            {calls.map((call) => (
              <li key={call.id} className="flex flex-wrap items-center justify-between gap-x-4">
                <span className="min-w-0 wrap-anywhere">
                  <time dateTime={call.starts_at} className="text-muted tabular-nums">
                    {formatWeekday(call.starts_at)}, {formatTime(call.starts_at)}
                  </time>{' '}
                  <FounderLink founder={call.user_id} name={nameOf(call)} /> with{' '}
                  {SQUAD.find(({ id }) => id === call.member)?.name}
                </span>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Record the call with ${nameOf(call)}`}
                  onClick={() => setRecording(call)}
                >
                  Record
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {recording && (
        <OutcomeDialog call={recording} founderName={nameOf(recording)} onClose={() => setRecording(undefined)} />
      )}
    </>
  )
}
