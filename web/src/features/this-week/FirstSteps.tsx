import { Check, X } from 'lucide-react'
import type { FirstStep, ThisWeek } from '../../../../domain/this-week.ts'
import { requestAction, type Action } from '../../ui/actions.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useDismissFirstSteps } from './api.ts'

interface Step {
  readonly step: FirstStep
  readonly label: string
  readonly to: string
  readonly action: Action
}

const inOrder: readonly Step[] = [
  { step: 'goal', label: 'Set a goal', to: '/', action: 'goal' },
  { step: 'check-in', label: 'Check in', to: '/', action: 'check-in' },
  { step: 'question', label: 'Ask a question', to: '/chat', action: 'question' },
  { step: 'message', label: 'Send a message', to: '/chat?tab=squad', action: 'message' },
]

/** First steps of a new founder, until all are done or dismissed. */
export function FirstSteps({ steps }: { steps: NonNullable<ThisWeek['steps']> }) {
  const { mutate: dismiss } = useDismissFirstSteps(useAccount().id)
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base">First steps</h3>
        <Button size="icon" variant="ghost" aria-label="Dismiss the first steps" onClick={() => dismiss(steps)}>
          <X aria-hidden />
        </Button>
      </div>
      <ol className="grid grid-cols-1 gap-2 min-[360px]:grid-cols-2 lg:grid-cols-4">
        {inOrder.map(({ step, label, to, action }) =>
          steps[step] ? (
            <li
              key={step}
              className="flex min-h-9 items-center justify-center gap-2 rounded-md bg-success-soft px-2 text-center text-success pointer-coarse:min-h-11"
            >
              <Check aria-hidden className="size-4 shrink-0" />
              {label}
              <span className="sr-only">: done</span>
            </li>
          ) : (
            <li key={step} className="grid">
              <ButtonLink to={to} variant="outline" onClick={() => requestAction(action)}>
                {label}
              </ButtonLink>
            </li>
          ),
        )}
      </ol>
    </div>
  )
}
