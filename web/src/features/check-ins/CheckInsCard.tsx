import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Suspense } from 'react'
import { isChangeable } from './changeable-weeks.ts'
import { CorrectButton } from './CorrectButton.tsx'
import { moodLabel, PRIORITY_OUTCOMES } from '../../../../domain/check-ins.ts'
import { dayOf, type IsoDate } from '../../../../domain/week.ts'
import { formatDate, formatDay } from '../../lib/texts/dates.ts'
import { useAddedBy } from '../../lib/data/added-by.ts'
import { useLinkedId, useLinkedRow } from '../../lib/data/linked-row.ts'
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
import { RecordComments } from '../../ui/record-comments.tsx'
import { PagedList } from '../../ui/PagedList.tsx'
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx'
import { allCheckInsQuery, selectCheckIn, weeksQuery, type CheckIn, type Week } from './api.ts'
import { useDeleteCheckIn } from './use-delete-check-in.ts'
import { LinkedText } from '../../ui/LinkedText.tsx'

const WeeksCard = lazyPart(() => import('./WeeksCard.tsx'), 'WeeksCard')

/** The charts of the weeks, above the check-ins. They are shown together: charts that come later would move the list. */
export function CheckInsCard() {
  const { id: user } = useAccount()
  const weeks = useQuery(weeksQuery(user))
  const checkIns = useInfiniteQuery(allCheckInsQuery(user))
  const rows = useLinkedRow(checkIns.data, {
    queryKey: keys.checkIns.all(user),
    select: (id) => selectCheckIn(user, id),
  })
  const linked = useLinkedId()
  const addedBy = useAddedBy(user)
  useLiveRows('weekly_checkins', user, keys.checkIns.every(user))
  if (weeks.isLoading && weeks.failureCount === 0) return <Loading />
  return (
    <Suspense fallback={<Loading />}>
      <div className="flex flex-col gap-4">
        <Loaded query={weeks} failed={texts.checkIns.weeksLoadFailed} loading={<></>}>
          {(weeks) => weeks.filter(isKnown).length > 1 && <WeeksCard weeks={weeks} />}
        </Loaded>
        <Card title="Weekly Check-ins">
          <Loaded
            query={{ ...checkIns, data: rows }}
            failed={texts.checkIns.loadFailed}
            isEmpty={(rows) => rows.length === 0}
            empty={
              <EmptyState
                title="No check-ins yet."
                hint="Your mood, wins and priorities will appear here, week by week."
              >
                <ButtonLink to="/" variant="outline">
                  Go to Command Board
                </ButtonLink>
              </EmptyState>
            }
          >
            {(rows) => (
              <PagedList rows={rows} query={checkIns} moreLabel="Load More Check-ins">
                {(checkIn) => (
                  <CheckInItem
                    checkIn={checkIn}
                    addedBy={addedBy(checkIn.id)}
                    isOpen={checkIn.id === linked || checkIn === rows[0]}
                  />
                )}
              </PagedList>
            )}
          </Loaded>
        </Card>
      </div>
    </Suspense>
  )
}

const Loading = () => (
  <Card title="Weekly Check-ins">
    <Skeleton />
  </Card>
)

/** A chart needs two weeks. */
const isKnown = ({ mood, goals_completed }: Week): boolean => mood !== null || goals_completed !== null

interface CheckInItemProps {
  checkIn: CheckIn
  /** The app that added it, in words. */
  addedBy?: string | undefined
  isOpen?: boolean
}

/** One line, which opens. */
export function CheckInItem({ checkIn, addedBy, isOpen = false }: CheckInItemProps) {
  const { mutate: remove } = useDeleteCheckIn(checkIn.user_id)
  const week = formatDate(checkIn.week_of)
  const mayChange = isChangeable(checkIn.week_of as IsoDate, dayOf(useNow()))
  const texts = [
    { label: 'Last priority', text: PRIORITY_OUTCOMES.find(({ value }) => value === checkIn.priority_outcome)?.text },
    { label: 'Wins', text: checkIn.wins },
    { label: 'Blockers', text: checkIn.blockers },
    { label: 'Next priority', text: checkIn.next_priority },
    { label: 'Summary', text: checkIn.ai_summary },
  ]
  return (
    <details open={isOpen} className="group">
      <summary className="flex min-h-6 cursor-pointer list-none items-center gap-3 rounded-sm [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 shrink-0 text-muted group-open:rotate-90 rtl:rotate-180" />
        <h3 className="shrink-0 text-base">Week of {week}</h3>
        <Badge tone="primary">{moodLabel(checkIn.mood)}</Badge>
        <span className="min-w-0 flex-1 truncate text-muted group-open:hidden max-sm:hidden">{checkIn.wins}</span>
      </summary>
      <div className="flex items-start gap-3 pt-3 sm:ps-7">
        <div className="min-w-0 flex-1">
          <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[8rem_1fr]">
            {texts.map(
              ({ label, text }) =>
                text && (
                  <div key={label} className="contents">
                    <dt className="text-sm text-muted">{label}</dt>
                    <dd className="max-w-3xl wrap-anywhere whitespace-pre-wrap">
                      <LinkedText text={text} />
                    </dd>
                  </div>
                ),
            )}
          </dl>
          {addedBy && <p className="mt-2 text-sm text-muted">{addedBy}</p>}
          {checkIn.corrected_at && (
            <p className="mt-2 text-sm text-muted">Corrected on {formatDay(checkIn.corrected_at)}</p>
          )}
          <div className="-ms-2.5 mt-2 flex">
            <RecordComments
              founder={checkIn.user_id}
              record={{ kind: 'check-in', id: checkIn.id, title: checkIn.week_of }}
            />
          </div>
        </div>
        {mayChange && (
          <div className="flex max-sm:flex-col">
            <CorrectButton checkIn={checkIn} />
            <DeleteButton
              label={`Delete check-in: Week of ${week}`}
              title="Delete this check-in?"
              description={`Your check-in of the week of ${week} will be deleted permanently.`}
              onDelete={() => remove(checkIn)}
            />
          </div>
        )}
      </div>
    </details>
  )
}
