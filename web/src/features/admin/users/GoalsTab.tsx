import { progressText, sumText } from '../../../../../domain/goal-targets.ts'
import { GOAL_PERIODS } from '../../../../../domain/goals.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { RecordComments } from '../../../ui/record-comments.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { FounderData } from './api.ts'
import { NewestOnly } from './NewestOnly.tsx'

export const GoalsTab = ({ goals, goalSums, total }: Pick<FounderData, 'goals' | 'goalSums'> & { total: number }) =>
  goals.length === 0 ? (
    <EmptyState title="No goals yet." hint="The founder sets them on their Command Board." />
  ) : (
    <>
      <NewestOnly shown={goals.length} total={total} />
      <ul className="divide-y divide-border">
        {goals.map((goal) => {
          const { id, text, period, completed } = goal
          const sum = goalSums.find((one) => one.goal === id)
          const figures = [progressText(goal, sum), sum && sumText(sum, goal)].filter(Boolean)
          return (
            <li key={id} className="flex items-start justify-between gap-4 py-2.5">
              <span className="min-w-0 wrap-anywhere">
                {text}
                {figures.length > 0 && <span className="block text-sm text-muted">{figures.join(' · ')}</span>}
              </span>
              <span className="flex shrink-0 gap-2">
                <Badge>{GOAL_PERIODS.find((known) => known.id === period)?.label ?? period}</Badge>
                <Badge tone={completed ? 'success' : 'neutral'}>{completed ? 'Completed' : 'Open'}</Badge>
                <span className="-my-1.5">
                  <RecordComments founder={goal.user_id} record={{ kind: 'goal', id, title: text }} isIcon />
                </span>
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
