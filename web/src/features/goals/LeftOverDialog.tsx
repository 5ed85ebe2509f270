import { startTransition, useEffect, useRef, useState } from 'react'
import { GOAL_PERIODS } from '../../../../domain/goals.ts'
import { formatDay } from '../../lib/texts/dates.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { LeftOverGoal } from './api.ts'
import { useSettleGoals, type Outcome } from './settle.ts'

const AlertDialog = lazyDialog(() => import('../../ui/AlertDialog.tsx'), 'AlertDialog')

const outcomes: readonly { readonly outcome: Outcome; readonly label: string }[] = [
  { outcome: 'carried', label: 'Carry Over' },
  { outcome: 'done', label: 'Done' },
  { outcome: 'dropped', label: 'Drop' },
]

interface LeftOverDialogProps {
  goals: readonly LeftOverGoal[]
  week: string
  onClose: () => void
}

/** Settles the goals of ended periods one by one; closed after the last one. */
export function LeftOverDialog({ goals, week, onClose }: LeftOverDialogProps) {
  const { mutate: settle } = useSettleGoals(useAccount().id, week)
  const [dropping, setDropping] = useState<LeftOverGoal>()
  const list = useRef<HTMLUListElement>(null)
  const isSettled = goals.length === 0
  useEffect(() => {
    if (isSettled) onClose()
  }, [isSettled, onClose])

  const choose = (goal: LeftOverGoal, outcome: Outcome) => {
    const row = list.current?.children[goals.indexOf(goal)]
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    next?.querySelector('button')?.focus()
    settle({ goals: [goal], outcome })
  }
  const drop = (goal: LeftOverGoal) => {
    setDropping(undefined)
    choose(goal, 'dropped')
  }

  return (
    <Dialog
      title="Goals Left Over"
      description="Carry over what still matters. What you finished counts in the period you planned it for."
      onClose={onClose}
    >
      <ul ref={list} className="divide-y divide-border">
        {goals.map((goal) => (
          <li key={goal.id} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
            <div>
              <p className="wrap-anywhere">{goal.text}</p>
              <p className="text-sm text-muted">
                {GOAL_PERIODS.find(({ id }) => id === goal.period)?.label}, planned on {formatDay(goal.planned_at)}
              </p>
            </div>
            <div className="flex flex-wrap gap-1">
              {outcomes.map(({ outcome, label }) => (
                <Button
                  key={outcome}
                  size="sm"
                  variant={outcome === 'carried' ? 'outline' : 'ghost'}
                  aria-label={`${label}: ${goal.text}`}
                  {...(outcome === 'dropped' && AlertDialog.onIntent)}
                  onClick={() =>
                    outcome === 'dropped' ? startTransition(() => setDropping(goal)) : choose(goal, outcome)
                  }
                >
                  {label}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {dropping && (
        <AlertDialog
          title="Drop this goal?"
          description={`“${dropping.text}” is deleted.`}
          confirmLabel="Drop"
          onConfirm={() => drop(dropping)}
          onClose={() => setDropping(undefined)}
        />
      )}
    </Dialog>
  )
}
