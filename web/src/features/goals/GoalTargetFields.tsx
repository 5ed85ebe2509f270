import { useQuery } from '@tanstack/react-query'
import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import { truncate } from '../../../../domain/truncate.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { Select } from '../../ui/Select.tsx'
import { servableQuery, type LongerGoal } from './links.ts'
import { TargetFields } from './TargetFields.tsx'
import type { TypedGoal } from './typed-goal.ts'

/** Characters of a goal in the list of those that can be served. */
const OFFERED_LENGTH = 60

const NONE = 'none'

export interface GoalTargetFieldsProps {
  period: GoalPeriod
  typed: TypedGoal
  /** The goal that it serves now. */
  served: LongerGoal | undefined
  isWrong: boolean
  onChange: (change: Partial<TypedGoal>) => void
  onEscape: () => void
}

/** The target of a goal, its unit, and the longer goal that it serves, where there is one. */
export function GoalTargetFields({ period, typed, served, isWrong, onChange, onEscape }: GoalTargetFieldsProps) {
  const { data: offered = [] } = useQuery(servableQuery(useAccount().id, period))
  const goals = served && offered.every(({ id }) => id !== served.id) ? [served, ...offered] : offered
  const labelOf = (of: GoalPeriod) => GOAL_PERIODS.find(({ id }) => id === of)?.label ?? of

  return (
    <div className="mt-1 flex w-full flex-wrap gap-2 pb-2">
      <TargetFields typed={typed} isWrong={isWrong} onChange={onChange} onEscape={onEscape} />
      {goals.length > 0 && (
        <div className="min-w-0 flex-1 basis-48">
          <Select
            label="Serves"
            options={[
              { id: NONE, label: 'No other goal' },
              ...goals.map(({ id, text, period: of }) => ({
                id,
                label: `${labelOf(of)}: ${truncate(text, OFFERED_LENGTH)}`,
              })),
            ]}
            value={typed.parent_id ?? NONE}
            onChange={(id) => onChange({ parent_id: id === NONE ? null : id })}
          />
        </div>
      )}
    </div>
  )
}
