import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCount } from '../../../../../domain/numbers.ts'
import { SQUAD } from '../../../../../domain/squad.ts'
import { namesQuery } from '../../../lib/data/names.ts'
import { overdueQuery, waitingQuery } from '../../../lib/data/overdue-answers.ts'
import { Link } from '../../../lib/navigation/Link.tsx'
import { NAMELESS } from '../../../lib/session/profile.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { formatTime } from '../../../lib/texts/dates.ts'
import type { OverdueCounts } from '../../../lib/texts/waiting-time.ts'
import { Card } from '../../../ui/Card.tsx'
import { FounderLink } from '../../../ui/FounderLink.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { callsTodayQuery, type UpcomingCall } from './api.ts'

/** What an admin owes someone today: answers, overdue ones first, and calls. */
export function Today() {
  const queries = [useQuery(overdueQuery), useQuery(waitingQuery), useQuery(callsTodayQuery)] as const
  const [{ data: overdue }, { data: waiting }, { data: calls }] = queries
  const failed = queries.filter(({ data, isError }) => isError && data === undefined)
  return (
    <Card title="Today">
      {failed.length > 0 ? (
        <ErrorState message={adminTexts.todayFailed} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
      ) : overdue && waiting !== undefined && calls ? (
        <Owed overdue={overdue} waiting={waiting} calls={calls} />
      ) : (
        <Skeleton lines={2} />
      )}
    </Card>
  )
}

interface OwedProps {
  overdue: OverdueCounts
  waiting: number
  calls: readonly UpcomingCall[]
}

function Owed({ overdue: { total, mine, hours }, waiting, calls }: OwedProps) {
  const { data: names } = useQuery(namesQuery([...new Set(calls.map(({ user_id }) => user_id))]))
  if (total === 0 && waiting === 0 && calls.length === 0)
    return <p className="text-muted">Nobody waits for an answer, and no calls are booked for today.</p>
  return (
    <div className="flex flex-col gap-1">
      {total > 0 && (
        <Line
          text={
            <span className="font-medium text-destructive">
              {total === 1 ? '1 founder has' : `${formatCount(total)} founders have`} waited for an answer for over{' '}
              {hours} h.
            </span>
          }
        >
          {mine > 0 && <InboxLink show="mine_overdue">{formatCount(mine)} assigned to you</InboxLink>}
          <InboxLink show="overdue">Answer them</InboxLink>
        </Line>
      )}
      {waiting > 0 && (
        <Line
          text={`${waiting === 1 ? '1 founder is' : `${formatCount(waiting)} founders are`} waiting, assigned to you or to nobody.`}
        >
          <InboxLink show="waiting">Open the inbox</InboxLink>
        </Line>
      )}
      {calls.length > 0 && (
        <ul aria-label="Calls today">
          {calls.map(({ id, user_id, member, starts_at }) => (
            <li key={id} className="flex min-h-9 flex-wrap items-center gap-x-2">
              <time dateTime={starts_at} className="tabular-nums">
                {formatTime(starts_at)}
              </time>
              <span className="min-w-0 wrap-anywhere">
                call of <FounderLink founder={user_id} name={names?.get(user_id) ?? NAMELESS} /> with{' '}
                {SQUAD.find(({ id }) => id === member)?.name}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Line = ({ text, children }: { text: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-6">
    <p className="flex min-h-9 flex-1 basis-64 items-center">{text}</p>
    {children}
  </div>
)

const InboxLink = ({ show, children }: { show: string; children: ReactNode }) => (
  <Link
    // An answer that is overdue is written at once.
    to={`/admin/squad?show=${show}&order=longest${show === 'waiting' ? '' : '&open=first'}`}
    className="flex min-h-9 items-center gap-1.5 font-medium text-primary hover:underline pointer-coarse:min-h-11"
  >
    {children}
    <ArrowRight aria-hidden className="size-4" />
  </Link>
)
