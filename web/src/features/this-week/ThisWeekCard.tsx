import { ArrowDownRight, ArrowUpRight, Equal, Sparkles } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from '../../lib/navigation/Link.tsx'
import { changesTexts, verdictText, type Change, type ThisWeek } from '../../../../domain/this-week.ts'
import { requestAction } from '../../ui/actions.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { FIRST_STEPS, local } from '../../lib/offline/storage.ts'
import { texts } from '../../lib/texts/texts.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { useThisWeek } from './api.ts'
import type { FirstSteps as Steps } from './FirstSteps.tsx'
import { WeekFigures } from './WeekFigures.tsx'

const looks = {
  better: { Icon: ArrowUpRight, tone: 'bg-success-soft text-success' },
  worse: { Icon: ArrowDownRight, tone: 'bg-destructive-soft text-destructive' },
  same: { Icon: Equal, tone: 'bg-sunken text-muted' },
  unknown: { Icon: Sparkles, tone: 'bg-primary-soft text-primary' },
} as const

const FirstSteps = lazyPart<'FirstSteps', Parameters<typeof Steps>[0]>(() => import('./FirstSteps.tsx'), 'FirstSteps')

/** Up or down, the week's figures and priority, what has changed, and one next step. */
export function ThisWeekCard() {
  const week = useThisWeek()
  return (
    <Card title="This Week">
      <Loaded query={week} failed={texts.thisWeek.loadFailed} loading={<Loading />}>
        {(week) => (
          <div className="flex flex-col gap-4">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <Headline week={week} />
              {week.steps ? null : <NextStep next={week.next} />}
            </div>
            {week.steps && (
              <Suspense fallback={<div className="steps-loading" />}>
                <FirstSteps {...week} steps={week.steps} />
              </Suspense>
            )}
            {/* Data that was kept by an earlier version has no figures. */}
            {week.figures && <WeekFigures {...week} />}
            <Changes {...week} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

/** As high as what the founder is going to see, so that the board does not move below it. */
const Loading = () => (
  <div className="week-loading" data-steps={local.getItem(FIRST_STEPS)}>
    <Skeleton lines={1} />
  </div>
)

function Headline({ week }: { week: ThisWeek }) {
  const { verdict, streak, priority, is_checked_in } = week
  const { Icon, tone } = looks[verdict?.direction ?? 'unknown']
  const { line, reason } = verdictText(week)
  return (
    <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
      <span className={classNames('grid size-10 shrink-0 place-items-center rounded-full', tone)}>
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="text-lg font-semibold">{line}</p>
        {priority && (
          <p className="line-clamp-3 wrap-anywhere">
            <span className="text-muted">{is_checked_in ? 'Next priority' : 'Priority'}:</span> <bdi>{priority}</bdi>
          </p>
        )}
        <p className="text-sm text-muted">
          {reason}{' '}
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

function Changes({ changes, since }: Pick<ThisWeek, 'changes' | 'since'>) {
  const listed = changesTexts(changes)
  if (listed.length === 0) return null
  return (
    <ul aria-label="Since you last looked" className="flex flex-wrap gap-2">
      {listed.map(({ change, text }) => (
        <li key={change}>
          <Link
            to={places[change]}
            state={{ newSince: since }}
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
  ask: { label: 'Ask your co-founder what’s next', to: '/chat', action: 'question' },
} as const

function NextStep({ next }: Pick<ThisWeek, 'next'>) {
  if (next.kind === 'goal') {
    return (
      <ButtonLink to={`/?goals=weekly#${next.id}`} className="max-w-full sm:max-w-90">
        <span className="truncate">
          Next: <bdi>{next.text}</bdi>
        </span>
      </ButtonLink>
    )
  }
  const step = steps[next.kind]
  return (
    <ButtonLink to={step.to} onClick={() => 'action' in step && requestAction(step.action)}>
      {step.label}
    </ButtonLink>
  )
}
