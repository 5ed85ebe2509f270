import { GOAL_PERIODS } from '../../../../../domain/goals.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { FounderData } from './api.ts'
import { NewestOnly } from './NewestOnly.tsx'

export const GoalsTab = ({ goals, total }: Pick<FounderData, 'goals'> & { total: number }) =>
  goals.length === 0 ? (
    <EmptyState title="No goals yet." hint="The founder sets them on their Command Board." />
  ) : (
    <>
      <NewestOnly shown={goals.length} total={total} />
      <ul className="divide-y divide-border">
        {goals.map(({ id, text, period, completed }) => (
          <li key={id} className="flex items-start justify-between gap-4 py-2.5">
            <span className="min-w-0 wrap-anywhere">{text}</span>
            <span className="flex shrink-0 gap-2">
              <Badge>{GOAL_PERIODS.find((known) => known.id === period)?.label ?? period}</Badge>
              <Badge tone={completed ? 'success' : 'neutral'}>{completed ? 'Completed' : 'Open'}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </>
  )
