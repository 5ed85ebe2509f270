import { moodLabel } from '../../../../../domain/check-ins.ts'
import { formatDate } from '../../../lib/dates.ts'
import { Stat } from '../../../ui/Stat.tsx'
import type { FounderData } from './api.ts'

export function OverviewTab({ data: { goals, loops, decisions, notes, checkIns } }: { data: FounderData }) {
  const [last] = checkIns
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        <Stat
          label="Goals"
          value={goals.length}
          note={`${goals.filter(({ completed }) => completed).length} completed`}
        />
        <Stat
          label="Traction loops"
          value={loops.length}
          note={`${loops.filter(({ status }) => status === 'running').length} running`}
        />
        <Stat label="Decisions" value={decisions.length} />
        <Stat label="Notes" value={notes.length} />
      </dl>
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
    </div>
  )
}
