import { useQuery } from '@tanstack/react-query'
import { startTransition, useState } from 'react'
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
  const [decision] = due.data ?? []

  return (
    <>
      {decision && <Offer decision={decision} today={today} onReview={() => setReviewed(decision)} />}
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
}

function Offer({ decision, today, onReview }: OfferProps) {
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
        {later && <Postpone decision={decision} today={today} to={later} />}
      </div>
    </Card>
  )
}

function Postpone({ decision, today, to }: { decision: DueDecision; today: IsoDate; to: IsoDate }) {
  const { mutate: postpone } = usePostponeReview(useAccount().id, today, to)
  return (
    <Button variant="ghost" onClick={() => postpone(decision)}>
      Ask me again in {REVIEW_AFTER_DAYS} days
    </Button>
  )
}
