import { useEffect, useRef, useState, type PointerEvent } from 'react'
import type { GoalPeriod } from '../../../../domain/goals.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { LinkedRow } from '../../ui/LinkedRow.tsx'
import { useLatestCallback } from '../../ui/use-latest-callback.ts'
import type { Goal } from './api.ts'
import { useEditGoal, useMoveGoal } from './changes.ts'
import { EditableGoal } from './EditableGoal.tsx'
import { useLinks } from './links.ts'
import { placeAt } from './place-at.ts'
import { useDrag } from './use-drag.ts'

export interface GoalListProps {
  goals: readonly Goal[]
  period: GoalPeriod
  /** Whether the founder orders them. */
  isOrdered: boolean
  onToggle: (goal: Goal) => void
  onRemove: (goal: Goal) => void
}

/** Goals that can be edited; open ones are moved by drag, by keyboard and by buttons. */
export function GoalList({ goals, period, isOrdered, onToggle, onRemove }: GoalListProps) {
  const { id: user } = useAccount()
  const { mutate: move } = useMoveGoal(user, period)
  const { mutateAsync: edit } = useEditGoal(user, period)
  const linksOf = useLinks(user, period, goals)
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLUListElement>(null)
  /** The button that moved its goal: the browser takes its focus when its row is put elsewhere. */
  const mover = useRef<HTMLElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) mover.current?.focus({ preventScroll: true })
  })

  const moveTo = (from: number, to: number) => {
    const goal = goals[from]
    const focused = document.activeElement
    mover.current = focused instanceof HTMLElement && list.current?.contains(focused) ? focused : null
    if (!goal || from === to || to < 0 || to >= goals.length) return
    move({ goal, ...placeAt(goals, from, to) })
    setAnnouncement(`${goal.text}: now ${to + 1} of ${goals.length}`)
  }
  const { dragged, target, start } = useDrag(list, moveTo)
  const placeOf = (goal: Goal) => goals.findIndex(({ id }) => id === goal.id)
  const toggle = useLatestCallback(onToggle)
  const remove = useLatestCallback(onRemove)
  const moveBy = useLatestCallback((goal: Goal, by: number) => moveTo(placeOf(goal), placeOf(goal) + by))
  const drag = useLatestCallback((goal: Goal, event: PointerEvent<HTMLElement>) => start(event, placeOf(goal)))

  return (
    <>
      <ul ref={list} className="-mx-2">
        {goals.map((goal, index) => (
          <li
            key={goal.id}
            data-dragged={dragged === index || undefined}
            data-target={target === index ? (index < (dragged ?? 0) ? 'above' : 'below') : undefined}
            data-low={!(goal.target || goal.parent_id) || undefined}
            // The focus ring of its buttons reaches over its edge.
            className="relative [contain-intrinsic-size:auto_4rem] [content-visibility:auto] [overflow-clip-margin:0.5rem] data-low:[contain-intrinsic-size:auto_2.5rem] data-dragged:opacity-50 data-target:before:absolute data-target:before:inset-x-0 data-target:before:z-10 data-target:before:h-0.5 data-target:before:bg-primary data-[target=above]:before:top-0 data-[target=below]:before:bottom-0"
          >
            <LinkedRow id={goal.id}>
              <EditableGoal
                goal={goal}
                {...linksOf(goal)}
                onToggle={toggle}
                onRemove={remove}
                onEdit={edit}
                onMove={isOrdered ? moveBy : undefined}
                onDrag={isOrdered && goals.length > 1 ? drag : undefined}
              />
            </LinkedRow>
          </li>
        ))}
      </ul>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  )
}
