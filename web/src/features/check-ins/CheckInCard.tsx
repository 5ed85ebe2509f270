import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startTransition, Suspense, useRef, useState } from 'react'
import { moodLabel } from '../../../../domain/check-ins.ts'
import { weekOf } from '../../../../domain/week.ts'
import { useAction } from '../../ui/actions.ts'
import { formatDay } from '../../lib/texts/dates.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { useOutbox } from '../../lib/offline/outbox.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { keys } from '../../lib/data/keys.ts'
import { texts } from '../../lib/texts/texts.ts'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { recentCheckInsQuery, weekSoFarQuery } from './api.ts'
import type { CorrectButtonProps } from './CorrectButton.tsx'

const UnsentCheckIns = lazyPart(() => import('./UnsentCheckIns.tsx'), 'UnsentCheckIns')
const CorrectButton = lazyPart<'CorrectButton', CorrectButtonProps>(
  () => import('./CorrectButton.tsx'),
  'CorrectButton',
)
const CheckInDialog = lazyDialog(() => import('./CheckInDialog.tsx'), 'CheckInDialog')

/** Milliseconds that the check-in waits for what the week held. */
const LOADING_MS = 300

export function CheckInCard() {
  const { id: user } = useAccount()
  const checkIns = useQuery(recentCheckInsQuery(user))
  useLiveRows('weekly_checkins', user, keys.checkIns.every(user))
  const [isOpen, setIsOpen] = useState(false)
  const viewAll = useRef<HTMLAnchorElement>(null)
  const week = weekOf(useNow())
  const isDone = checkIns.data?.some(({ week_of }) => week_of === week) ?? false
  const unsent = useOutbox(user, 'check-in')
  const isSent = unsent.some(({ state, payload }) => state !== 'refused' && payload.week_of === week)
  const queries = useQueryClient()
  const prepare = () => {
    CheckInDialog.preload()
    return queries.prefetchQuery(weekSoFarQuery(user, week))
  }
  // With all its questions at once, if they come soon: the first one has the focus.
  const open = async () => {
    await Promise.race([prepare(), new Promise((resolve) => setTimeout(resolve, LOADING_MS))])
    startTransition(() => setIsOpen(true))
  }
  // Where the week has a check-in, that is corrected instead.
  useAction(
    isDone ? undefined : 'check-in',
    () => (isSent ? viewAll.current?.focus() : void open()),
    checkIns.data !== undefined,
  )

  return (
    <Card title="Weekly Check-in">
      <Loaded
        query={checkIns}
        failed={texts.checkIns.loadFailed}
        loading={<Skeleton lines={1} />}
        isEmpty={(checkIns) => checkIns.length === 0}
        empty={<p className="text-muted">No check-ins yet. Take two minutes to look back at your week.</p>}
      >
        {([last]) => last && <LastCheckIn checkIn={last} hasAction={isDone} />}
      </Loaded>
      <div className="flex flex-wrap gap-2">
        <Button
          // Disabled while it is unknown whether the week has a check-in, and while one is being sent.
          disabled={isDone || isSent || !checkIns.data}
          onPointerEnter={() => void prepare()}
          onFocus={() => void prepare()}
          onClick={() => void open()}
        >
          {isDone ? 'Already Checked In' : 'Complete Check-in'}
        </Button>
        <ButtonLink ref={viewAll} to="/brain" state={{ tab: 'check-ins' }} variant="outline">
          View All Check-ins
        </ButtonLink>
      </div>
      {unsent.some(({ state }) => state !== 'new') && (
        <Suspense fallback={texts.waiting}>
          <UnsentCheckIns onEdit={() => void open()} />
        </Suspense>
      )}
      {isOpen && <CheckInDialog onceSaved={viewAll} isTaken={isDone} onClose={() => setIsOpen(false)} />}
    </Card>
  )
}

function LastCheckIn(props: CorrectButtonProps) {
  const { created_at, mood, ai_summary } = props.checkIn
  return (
    <div>
      <div className="flex items-start justify-between gap-2">
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-muted">Last check-in</span>
          <span className="font-medium">{formatDay(created_at)}</span>
          <Badge tone="primary">{moodLabel(mood)}</Badge>
        </p>
        {/* Its place is kept while it loads. */}
        <span className="-my-2 -me-2 size-9 shrink-0 pointer-coarse:size-11">
          <Suspense>
            <CorrectButton {...props} />
          </Suspense>
        </span>
      </div>
      {ai_summary && <p className="mt-2 line-clamp-4 text-sm wrap-anywhere">{ai_summary}</p>}
    </div>
  )
}
