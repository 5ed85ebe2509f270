import { startTransition, useId, useState } from 'react'
import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import { leftOverFrom } from '../../lib/texts/periods.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import type { LeftOverGoal } from './api.ts'
import { useSettleGoals } from './settle.ts'

const LeftOverDialog = lazyDialog(() => import('./LeftOverDialog.tsx'), 'LeftOverDialog')
const AlertDialog = lazyDialog(() => import('../../ui/AlertDialog.tsx'), 'AlertDialog')

interface LeftOverRowsProps {
  goals: readonly LeftOverGoal[]
  now: Date
  /** The Monday of the present week. */
  week: string
}

/** A row for each kind of period that has left goals over. */
export function LeftOverRows({ goals, now, week }: LeftOverRowsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {GOAL_PERIODS.map(({ id: period }) => {
        const ended = goals.filter((goal) => goal.period === period)
        return (
          ended.length > 0 && (
            <Row
              key={period}
              goals={ended}
              text={textOf(period, ended, now)}
              week={week}
              onOpen={() => startTransition(() => setIsOpen(true))}
            />
          )
        )
      })}
      {isOpen && <LeftOverDialog goals={goals} week={week} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function textOf(period: GoalPeriod, goals: readonly LeftOverGoal[], now: Date): string {
  const from = leftOverFrom(period, goals.map(({ planned_at }) => new Date(planned_at)), now) // prettier-ignore
  return goals.length === 1
    ? `1 goal from ${from} is still open.`
    : `${goals.length} goals from ${from} are still open.`
}

interface RowProps {
  goals: readonly LeftOverGoal[]
  text: string
  week: string
  onOpen: () => void
}

function Row({ goals, text, week, onOpen }: RowProps) {
  const { mutate: settle } = useSettleGoals(useAccount().id, week)
  const [isConfirming, setIsConfirming] = useState(false)
  const label = useId()
  const drop = () => {
    setIsConfirming(false)
    settle({ goals, outcome: 'dropped' })
  }

  return (
    <section
      aria-labelledby={label}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-primary-soft px-3 py-2"
    >
      <p id={label} className="text-sm font-medium">
        {text}
      </p>
      <div className="flex flex-wrap gap-1">
        <Button size="sm" variant="outline" onClick={() => settle({ goals, outcome: 'carried' })}>
          Carry Over
        </Button>
        <Button size="sm" variant="ghost" onClick={() => settle({ goals, outcome: 'done' })}>
          Done
        </Button>
        <Button
          size="sm"
          variant="ghost"
          {...AlertDialog.onIntent}
          onClick={() => startTransition(() => setIsConfirming(true))}
        >
          Drop
        </Button>
        <Button size="sm" variant="ghost" {...LeftOverDialog.onIntent} onClick={onOpen}>
          One by One
        </Button>
      </div>
      {isConfirming && (
        <AlertDialog
          title={goals.length === 1 ? 'Drop this goal?' : `Drop these ${goals.length} goals?`}
          description={`${text} Dropped goals are deleted.`}
          confirmLabel="Drop"
          onConfirm={drop}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </section>
  )
}
