import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { isDeletable } from './check-in-deletion.ts'
import { moodLabel, PRIORITY_OUTCOMES } from '../../../../domain/check-ins.ts'
import { dayOf, type IsoDate } from '../../../../domain/week.ts'
import { formatDate } from '../../lib/texts/dates.ts'
import { useLinkedRow } from '../../lib/data/linked-row.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { keys } from '../../lib/data/keys.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { texts } from '../../lib/texts/texts.ts'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { Badge } from '../../ui/Badge.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { DeleteButton } from '../../ui/DeleteButton.tsx'
import { PagedList } from '../../ui/PagedList.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { allCheckInsQuery, selectCheckIn, weeksQuery, type CheckIn, type Week } from './api.ts'
import { useDeleteCheckIn } from './use-delete-check-in.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'

const WeeksCard = lazyPart(() => import('./WeeksCard.tsx'), 'WeeksCard')

export function CheckInsCard() {
  const { id: user } = useAccount()
  const checkIns = useInfiniteQuery(allCheckInsQuery(user))
  const rows = useLinkedRow(checkIns.data, {
    queryKey: keys.checkIns.all(user),
    select: (id) => selectCheckIn(user, id),
  })
  useLiveRows('weekly_checkins', user, keys.checkIns.both(user))
  return (
    <div className="flex flex-col gap-4">
      <Weeks />
      <Card title="Weekly Check-ins">
        <Loaded
          query={{ ...checkIns, data: rows }}
          failed={texts.checkIns.loadFailed}
          isEmpty={(rows) => rows.length === 0}
          empty={
            <EmptyState title="No check-ins yet." hint="Your mood, wins and priorities stand here, week by week.">
              <ButtonLink to="/" variant="outline">
                Go to Command Board
              </ButtonLink>
            </EmptyState>
          }
        >
          {(rows) => (
            <PagedList rows={rows} query={checkIns} moreLabel="Load More Check-ins">
              {(checkIn) => <CheckInItem checkIn={checkIn} />}
            </PagedList>
          )}
        </Loaded>
      </Card>
    </div>
  )
}

/** Shown once there are two weeks to compare. */
function Weeks() {
  const weeks = useQuery(weeksQuery(useAccount().id))
  return (
    <Loaded query={weeks} failed={texts.checkIns.weeksLoadFailed} loading={null}>
      {(weeks) =>
        weeks.filter(isKnown).length > 1 && (
          <Suspense fallback={null}>
            <WeeksCard weeks={weeks} />
          </Suspense>
        )
      }
    </Loaded>
  )
}

const isKnown = ({ mood, goals_completed }: Week): boolean => mood !== null || goals_completed !== null

export function CheckInItem({ checkIn }: { checkIn: CheckIn }) {
  const { mutate: remove } = useDeleteCheckIn(checkIn.user_id)
  const week = formatDate(checkIn.week_of)
  const mayDelete = isDeletable(checkIn.week_of as IsoDate, dayOf(useNow()))
  const texts = [
    { label: 'Last priority', text: PRIORITY_OUTCOMES.find(({ value }) => value === checkIn.priority_outcome)?.text },
    { label: 'Wins', text: checkIn.wins },
    { label: 'Blockers', text: checkIn.blockers },
    { label: 'Next priority', text: checkIn.next_priority },
    { label: 'Summary', text: checkIn.ai_summary },
  ]
  return (
    <article>
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
          <h3 className="text-base">Week of {week}</h3>
          <Badge tone="primary">{moodLabel(checkIn.mood)}</Badge>
        </div>
        {mayDelete && (
          <DeleteButton
            label={`Delete check-in: Week of ${week}`}
            title="Delete this check-in?"
            description={`Your check-in of the week of ${week} will be deleted permanently.`}
            onDelete={() => remove(checkIn)}
          />
        )}
      </div>
      <dl className="mt-2 grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_1fr]">
        {texts.map(
          ({ label, text }) =>
            text && (
              <div key={label} className="contents">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="wrap-anywhere whitespace-pre-wrap">
                  <LinkedText text={text} />
                </dd>
              </div>
            ),
        )}
      </dl>
    </article>
  )
}
