import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SQUAD } from '../../../../../domain/squad.ts'
import { formatTime, formatWeekday } from '../../../lib/dates.ts'
import { adminKeys } from '../../../lib/admin-keys.ts'
import { adminTexts } from '../../../lib/admin-texts.ts'
import { useLiveRows } from '../../../lib/use-live-rows.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Card } from '../../../ui/Card.tsx'
import { PagedList } from '../../../ui/PagedList.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { namesQuery } from '../../../lib/names.ts'
import { upcomingCallsQuery, type UpcomingCall } from './api.ts'

/** Calls that founders have booked with the squad, soonest first. */
export function UpcomingCalls() {
  const calls = useInfiniteQuery(upcomingCallsQuery)
  const { data: names } = useQuery(namesQuery([...new Set(calls.data?.map(({ user_id }) => user_id))]))
  useLiveRows('squad_bookings', undefined, adminKeys.calls)
  return (
    <Card title="Upcoming Calls" description="In your time zone.">
      <Loaded
        query={calls}
        failed={adminTexts.callsFailed}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title="No calls are booked." hint="Founders book them with “Schedule Call with Squad”." />}
      >
        {(rows) => (
          <PagedList rows={rows} query={calls} moreLabel="Load More Calls">
            {(call) => <CallItem call={call} founderName={names?.get(call.user_id) ?? 'Founder'} />}
          </PagedList>
        )}
      </Loaded>
    </Card>
  )
}

const CallItem = ({ call, founderName }: { call: UpcomingCall; founderName: string }) => (
  <article className="grid gap-x-6 gap-y-1 sm:grid-cols-[11rem_minmax(0,1fr)]">
    <p className="text-muted tabular-nums">
      <time dateTime={call.starts_at}>
        {formatWeekday(call.starts_at)}, {formatTime(call.starts_at)}
      </time>
    </p>
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 text-base wrap-anywhere">{founderName}</h3>
        <Badge>{SQUAD.find(({ id }) => id === call.member)?.name}</Badge>
      </div>
      {call.topic && <p className="mt-1 wrap-anywhere whitespace-pre-wrap text-muted">{call.topic}</p>}
    </div>
  </article>
)
