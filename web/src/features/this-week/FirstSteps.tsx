import { Check, X } from 'lucide-react'
import { useLayoutEffect } from 'react'
import type { FirstStep, ThisWeek } from '../../../../domain/this-week.ts'
import { FIRST_STEPS, local } from '../../lib/offline/storage.ts'
import { requestAction, type Action } from '../../ui/actions.ts'
import { Link } from '../../lib/navigation/Link.tsx'
import { useAccount } from '../../lib/session/session.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useDismissFirstSteps } from './api.ts'

interface Step {
  readonly step: FirstStep
  readonly label: string
  readonly to: string
  readonly action: Action
  /** What it is for, while it is the next one. */
  readonly why: string
}

const inOrder: readonly Step[] = [
  {
    step: 'goal',
    label: 'Set a goal',
    to: '/',
    action: 'goal',
    why: 'Start with one thing you want done by Sunday.',
  },
  {
    step: 'check-in',
    label: 'Check in',
    to: '/',
    action: 'check-in',
    why: 'Two minutes a week: what worked, what got in the way, what comes next.',
  },
  {
    step: 'question',
    label: 'Ask a question',
    to: '/chat',
    action: 'question',
    why: 'Your AI co-founder answers from what you record here, at any hour.',
  },
  {
    step: 'message',
    label: 'Send a message',
    to: '/chat?tab=squad',
    action: 'message',
    why: 'Your growth squad is a team of people who have done this before. They read and reply.',
  },
]

interface FirstStepsProps extends Pick<ThisWeek, 'figures' | 'goals'> {
  steps: NonNullable<ThisWeek['steps']>
}

/** First steps of a new founder, until all are done or dismissed. */
export function FirstSteps({ steps, figures, goals }: FirstStepsProps) {
  const { mutate: dismiss } = useDismissFirstSteps(useAccount().id)
  const beside = figures.conversions.now !== null ? 'loops' : goals.of > 0 ? 'goals' : ''
  useLayoutEffect(() => local.setItem(FIRST_STEPS, beside), [beside])
  const next = inOrder.find(({ step }) => !steps[step])
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base">First steps</h3>
        <Link
          to="/import"
          className="ml-auto inline-flex min-h-6 items-center text-sm text-muted underline underline-offset-4 hover:text-primary pointer-coarse:min-h-11"
        >
          Import records
        </Link>
        <Button size="icon" variant="ghost" aria-label="Dismiss the first steps" onClick={() => dismiss(steps)}>
          <X aria-hidden />
        </Button>
      </div>
      <ol className="grid grid-cols-1 gap-2 min-[360px]:grid-cols-2 lg:grid-cols-4">
        {inOrder.map(({ step, label, to, action }, index) =>
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
              <ButtonLink
                to={to}
                variant={step === next?.step ? 'primary' : 'outline'}
                className="gap-1! px-1! max-[420px]:text-sm"
                onClick={() => requestAction(action)}
              >
                <span aria-hidden className="tabular-nums">
                  {index + 1}.
                </span>
                {label}
              </ButtonLink>
            </li>
          ),
        )}
      </ol>
      <p className="min-h-5 text-sm text-muted max-sm:min-h-10">{next?.why}</p>
    </div>
  )
}
