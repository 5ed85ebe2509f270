import { callTime } from '../../../../../domain/booking.ts'
import { moodLabel } from '../../../../../domain/check-ins.ts'
import { SQUAD } from '../../../../../domain/squad.ts'
import { formatDate } from '../../../lib/dates.ts'
import { Stat } from '../../../ui/Stat.tsx'
import { FounderLabels } from '../labels/FounderLabels.tsx'
import type { FounderData } from './api.ts'

interface OverviewTabProps {
  founder: string
  data: FounderData
}

export function OverviewTab({ founder, data: { loops, checkIns, calls, counts } }: OverviewTabProps) {
  const [last] = checkIns
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
      <section>
        <h3 className="text-base">Last check-in</h3>
        {last ? (
          <>
            <p className="text-sm text-muted">
              Week of {formatDate(last.week_of)} · {moodLabel(last.mood)}
            </p>
            <p className="mt-2 wrap-anywhere whitespace-pre-wrap">{last.wins}</p>
            {last.blockers && <p className="mt-2 wrap-anywhere whitespace-pre-wrap">Blockers: {last.blockers}</p>}
            <p className="mt-2 wrap-anywhere whitespace-pre-wrap">Next priority: {last.next_priority}</p>
          </>
        ) : (
          <p className="text-muted">No check-ins yet.</p>
        )}
      </section>
      {calls.length > 0 && (
        <section>
          <h3 className="text-base">Upcoming calls</h3>
          <ul>
            {calls.map((call) => (
              <li key={call.id} className="mt-2">
                <p className="text-sm text-muted tabular-nums">
                  {callTime(call)} · {SQUAD.find(({ id }) => id === call.member)?.name}
                </p>
                {call.topic && <p className="wrap-anywhere whitespace-pre-wrap">{call.topic}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
