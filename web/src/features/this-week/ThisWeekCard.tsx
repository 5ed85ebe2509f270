import { ArrowDownRight, ArrowUpRight, Equal, Sparkles } from 'lucide-react'
import { Link } from 'react-router'
import { changesTexts, verdictText, type Change, type ThisWeek } from '../../../../domain/this-week.ts'
import { requestAction } from '../../ui/actions.ts'
import { texts } from '../../lib/texts/texts.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { useThisWeek } from './api.ts'
import { FirstSteps } from './FirstSteps.tsx'

const looks = {
  better: { Icon: ArrowUpRight, tone: 'bg-success-soft text-success' },
  worse: { Icon: ArrowDownRight, tone: 'bg-destructive-soft text-destructive' },
  same: { Icon: Equal, tone: 'bg-sunken text-muted' },
  unknown: { Icon: Sparkles, tone: 'bg-primary-soft text-primary' },
} as const

/** Up or down, what has changed, and one next step. */
export function ThisWeekCard() {
  const week = useThisWeek()
  return (
    <Card title="This Week">
      <Loaded query={week} failed={texts.thisWeek.loadFailed} loading={<Skeleton lines={2} />}>
        {({ verdict, goals, streak, changes, steps, next }) => (
          <div className="flex flex-col gap-4">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <Headline verdict={verdict} goals={goals} streak={streak} />
              {steps ? null : <NextStep next={next} />}
            </div>
            {steps && <FirstSteps steps={steps} />}
            <Changes changes={changes} isSilent={steps !== null} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function Headline({ verdict, goals: { done, of }, streak }: Pick<ThisWeek, 'verdict' | 'goals' | 'streak'>) {
  const { Icon, tone } = looks[verdict?.direction ?? 'unknown']
  const { line, reason } = verdictText(verdict)
  return (
    <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
      <span className={classNames('grid size-10 shrink-0 place-items-center rounded-full', tone)}>
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="text-lg font-semibold">{line}</p>
        <p className="text-sm text-muted">
          {reason} {of > 0 && <span className="whitespace-nowrap">{`${done} of ${of} weekly goals done.`}</span>}{' '}
          {streak > 1 && <span className="whitespace-nowrap">{`${streak} weeks in a row with a check-in.`}</span>}
        </p>
      </div>
    </div>
  )
}

const places: Readonly<Record<Change, string>> = {
  replies: '/chat?tab=squad',
  notes: '/brain?tab=notes',
  ratings: '/brain?tab=decisions',
  loops: '/traction',
}

/** @param isSilent whether it says nothing when nothing has changed */
function Changes({ changes, isSilent }: Pick<ThisWeek, 'changes'> & { isSilent: boolean }) {
  const listed = changesTexts(changes)
  if (listed.length === 0 && isSilent) return null
  if (listed.length === 0) return <p className="text-sm text-muted">Nothing new since you last looked.</p>
  return (
    <ul aria-label="Since you last looked" className="flex flex-wrap gap-2">
      {listed.map(({ change, text }) => (
        <li key={change}>
          <Link
            to={places[change]}
            className="inline-flex min-h-7 items-center rounded-full border border-border bg-background px-3 text-sm font-medium hover:bg-sunken pointer-coarse:min-h-11"
          >
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const steps = {
  reply: { label: 'Read the squad’s reply', to: '/chat?tab=squad' },
  'check-in': { label: 'Close the week: check in', to: '/', action: 'check-in' },
  goals: { label: 'Set a goal for this week', to: '/', action: 'goal' },
  ask: { label: 'Ask your co-founder what is next', to: '/chat', action: 'question' },
} as const

function NextStep({ next }: Pick<ThisWeek, 'next'>) {
  if (next.kind === 'goal') {
    return <ButtonLink to={`/?goals=weekly#${next.id}`}>Go on with your oldest open goal</ButtonLink>
  }
  const step = steps[next.kind]
  return (
    <ButtonLink to={step.to} onClick={() => 'action' in step && requestAction(step.action)}>
      {step.label}
    </ButtonLink>
  )
}
