import { callTime } from '../../../../../domain/booking.ts'
import { moodLabel } from '../../../../../domain/check-ins.ts'
import { formatBytes } from '../../../../../domain/numbers.ts'
import { SQUAD } from '../../../../../domain/squad.ts'
import { formatDate, formatDay } from '../../../lib/texts/dates.ts'
import { DeleteButton } from '../../../ui/DeleteButton.tsx'
import { RecordComments } from '../../../ui/record-comments.tsx'
import { Stat } from '../../../ui/Stat.tsx'
import { FounderLabels } from '../labels/FounderLabels.tsx'
import { useDeleteCheckIn, type FounderData } from './api.ts'
import { LinkedText } from '../../../ui/LinkedText.tsx'

interface OverviewTabProps {
  founder: string
  data: FounderData
}

export function OverviewTab({ founder, data: { loops, checkIns, calls, counts, storage } }: OverviewTabProps) {
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Stat label="Goals" value={counts.goals} note={`${counts.completedGoals} completed`} />
        <Stat
          label="Traction loops"
          value={counts.loops}
          note={`${loops.filter(({ status }) => status === 'running').length} running`}
        />
        <Stat label="Decisions" value={counts.decisions} />
        <Stat label="Notes" value={counts.notes} />
      </dl>
      <FounderLabels founder={founder} />
      <LastCheckIn founder={founder} checkIn={checkIns[0]} />
      {calls.length > 0 && (
        <section>
          <h3 className="text-base">Upcoming calls</h3>
          <ul>
            {calls.map((call) => (
              <li key={call.id} className="mt-2">
                <p className="text-sm text-muted tabular-nums">
                  {callTime(call)} · {SQUAD.find(({ id }) => id === call.member)?.name}
                </p>
                {call.topic && (
                  <p className="wrap-anywhere whitespace-pre-wrap">
                    <LinkedText text={call.topic} />
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="text-sm text-muted">
        Storage: {formatBytes(storage.stored)} of {formatBytes(storage.allowed)}
      </p>
    </div>
  )
}

export function LastCheckIn({
  founder,
  checkIn,
}: {
  founder: string
  checkIn: FounderData['checkIns'][number] | undefined
}) {
  const { mutate: remove } = useDeleteCheckIn(founder)
  if (!checkIn) {
    return (
      <section>
        <h3 className="text-base">Last check-in</h3>
        <p className="text-muted">No check-ins yet.</p>
      </section>
    )
  }
  const { id, week_of, mood, wins, blockers, next_priority, corrected_at } = checkIn
  const week = formatDate(week_of)
  return (
    <section>
      <div className="flex items-start justify-between gap-3">
        <h3 className="text-base">Last check-in</h3>
        <DeleteButton
          label={`Delete check-in: Week of ${week}`}
          title="Delete this check-in?"
          description={`The founder’s check-in of the week of ${week} will be deleted permanently.`}
          onDelete={() => remove(id)}
        />
      </div>
      <p className="text-sm text-muted">
        Week of {week} · {moodLabel(mood)}
        {corrected_at && ` · Corrected on ${formatDay(corrected_at)}`}
      </p>
      <p className="mt-2 wrap-anywhere whitespace-pre-wrap">
        <LinkedText text={wins} />
      </p>
      {blockers && (
        <p className="mt-2 wrap-anywhere whitespace-pre-wrap">
          Blockers:{' '}
          <bdi>
            <LinkedText text={blockers} />
          </bdi>
        </p>
      )}
      <p className="mt-2 wrap-anywhere whitespace-pre-wrap">
        Next priority:{' '}
        <bdi>
          <LinkedText text={next_priority} />
        </bdi>
      </p>
      <div className="-ms-2.5 mt-2 flex">
        <RecordComments founder={founder} record={{ kind: 'check-in', id, title: week_of }} />
      </div>
    </section>
  )
}
