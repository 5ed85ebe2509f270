import { useQuery } from '@tanstack/react-query'
import { startTransition, useState, type Ref } from 'react'
import { postponedTo, REVIEW_AFTER_DAYS } from '../../../../domain/decisions.ts'
import { dayOf, type IsoDate } from '../../../../domain/week.ts'
import { formatDay } from '../../lib/texts/dates.ts'
import { lazyDialog } from '../../lib/offline/lazy-dialog.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { LoadFailed } from '../../ui/states.tsx'
import { dueQuery, usePostponeReview, type DueDecision } from './api.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'

const ReviewDialog = lazyDialog(() => import('./ReviewDialog.tsx'), 'ReviewDialog')

const TITLE = 'What came of it?'

/** The decision that has been due longest. Nothing while none is due, or while that is unknown: most weeks none is. */
export function DueDecisionCard() {
  const today = dayOf(useNow())
  const due = useQuery(dueQuery(useAccount().id, today))
  // The reviewed decision stays, even when another tab answers it meanwhile: typed text stays on the screen.
  const [reviewed, setReviewed] = useState<DueDecision>()
  const [hasFailed, setHasFailed] = useState(false)
  const [decision] = due.data ?? []

  return (
    <>
      {decision && (
        <Offer
          decision={decision}
          today={today}
          onReview={() => setReviewed(decision)}
          // The button of a postponed decision goes, and comes back without the focus.
          postponeRef={hasFailed ? focusIfLost : null}
          onPostponeFailed={() => setHasFailed(true)}
        />
      )}
      {!due.data && due.isError && (
        <Card title={TITLE}>
          <LoadFailed message={texts.decisions.dueFailed} onRetry={() => void due.refetch()} />
        </Card>
      )}
      {reviewed && <ReviewDialog decision={reviewed} onClose={() => setReviewed(undefined)} />}
    </>
  )
}

interface OfferProps {
  decision: DueDecision
  today: IsoDate
  onReview: () => void
  postponeRef: Ref<HTMLButtonElement>
  onPostponeFailed: () => void
}

function Offer({ decision, today, onReview, ...postpone }: OfferProps) {
  const { title, expected, created_at } = decision
  const later = postponedTo(dayOf(new Date(created_at)), today)
  return (
    <Card title={TITLE} description={`You decided this on ${formatDay(created_at)}.`}>
      <div>
        <h3 className="text-base wrap-anywhere">{title}</h3>
        {expected && (
          <p className="mt-1 line-clamp-4 wrap-anywhere whitespace-pre-wrap text-muted">
            You expected:{' '}
            <bdi>
              <LinkedText text={expected} />
            </bdi>
          </p>
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" {...ReviewDialog.onIntent} onClick={() => startTransition(onReview)}>
          Answer
        </Button>
        {later && <Postpone decision={decision} today={today} to={later} {...postpone} />}
      </div>
    </Card>
  )
}

interface PostponeProps extends Omit<OfferProps, 'onReview'> {
  to: IsoDate
}

function Postpone({ decision, today, to, postponeRef, onPostponeFailed }: PostponeProps) {
  const { mutateAsync: postpone } = usePostponeReview(useAccount().id, today, to)
  return (
    <Button ref={postponeRef} variant="ghost" onClick={() => void postpone(decision).catch(onPostponeFailed)}>
      Ask me again in {REVIEW_AFTER_DAYS} days
    </Button>
  )
}

function focusIfLost(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus()
}
