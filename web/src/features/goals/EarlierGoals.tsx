import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { GoalPeriod } from '../../../../domain/goals.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { LinkedRow } from '../../ui/LinkedRow.tsx'
import { NextPage } from '../../ui/NextPage.tsx'
import { useLatestCallback } from '../../ui/use-latest-callback.ts'
import { isEarlier, useDeleteGoal, useToggleGoal, type Goal } from './api.ts'
import { earlierQuery, useEditGoal } from './changes.ts'
import { EditableGoal } from './EditableGoal.tsx'
import { useLinks } from './links.ts'

export interface EarlierGoalsProps {
  period: GoalPeriod
  /** The goal that the URL leads to, when it is one of these. */
  linked: readonly Goal[]
  /** @param removed rejects when it stays */
  onRemove: (goal: Goal, removed: Promise<unknown>) => void
}

/** Goals that were done before this week, behind a disclosure. Nothing when there are none. */
export function EarlierGoals({ period, linked, onRemove }: EarlierGoalsProps) {
  const { id: user } = useAccount()
  const query = useInfiniteQuery(earlierQuery(user, period))
  const { mutate: toggle } = useToggleGoal(user, period, 'earlier')
  const { mutateAsync: removed } = useDeleteGoal(user, period, 'earlier')
  const { mutateAsync: edit } = useEditGoal(user, period)
  const removeWithUndo = useLatestCallback((goal: Goal) => onRemove(goal, removed(goal)))
  const [isOpen, setIsOpen] = useState(false)
  const isShown = isOpen || linked.length > 0
  const known = new Set(linked.map(({ id }) => id))
  const goals = [...linked, ...(query.data ?? []).filter((goal) => isEarlier(goal) && !known.has(goal.id))]
  const linksOf = useLinks(user, period, isShown ? goals : [])
  if (goals.length === 0) return null

  return (
    <details open={isShown} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer text-sm font-medium text-muted pointer-coarse:min-h-11">
        Earlier
      </summary>
      {isShown && (
        <>
          <ul className="-mx-2 mt-1">
            {goals.map((goal) => (
              <li key={goal.id}>
                <LinkedRow id={goal.id}>
                  <EditableGoal
                    goal={goal}
                    {...linksOf(goal)}
                    onToggle={toggle}
                    onRemove={removeWithUndo}
                    onEdit={edit}
                  />
                </LinkedRow>
              </li>
            ))}
          </ul>
          <NextPage query={query} />
        </>
      )}
    </details>
  )
}
