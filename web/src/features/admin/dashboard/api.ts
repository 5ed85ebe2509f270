import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { bookableTimes, CALL_MINUTES } from '../../../../../domain/booking.ts'
import { PAGE_SIZE } from '../../../lib/data/page-sizes.ts'
import type { BookableId } from '../../../../../domain/squad.ts'
import type { Tables } from '../../../../../domain/tables.ts'
import { weekOf } from '../../../../../domain/week.ts'
import { tables } from '../../../lib/session/client.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { config } from '../../../lib/session/config.ts'
import { fail, succeed, type Result } from '../../../../../domain/result.ts'
import { lastShown, shown } from '../../../lib/data/pages.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { selectFigures, type FiguresName } from '../programme/api.ts'
import { programmeTexts } from '../programme/programme-texts.ts'

/** Four figures of the cohort, counted in the database; revenue in US dollars a month. */
export const dashboardQuery = queryOptions({
  queryKey: adminKeys.dashboardNumbers,
  queryFn: async () => {
    const numbers = (await tables()).rpc('admin_dashboard', { week: weekOf(new Date()) })
    return (await numbers.single().throwOnError()).data
  },
  refetchOnWindowFocus: 'always',
  meta: { failed: adminTexts.usersFailed },
})

/** A figure of all founders in this week, the week before and the one before that, the oldest first; this one has not ended. */
export const weekFiguresQuery = <Name extends FiguresName>(name: Name) =>
  queryOptions({
    queryKey: adminKeys.weekFigures(name),
    queryFn: () => selectFigures(name, {}, 3),
    refetchOnWindowFocus: 'always',
    meta: { failed: programmeTexts.loadFailed },
  })

/** Usage of the model in this month. */
export const modelUsageQuery = queryOptions({
  queryKey: adminKeys.modelUsage,
  queryFn: async () => (await (await tables()).rpc('model_usage_this_month').single().throwOnError()).data,
  refetchOnWindowFocus: 'always',
})

export type UpcomingCall = Pick<
  Tables['squad_bookings'],
  'id' | 'user_id' | 'member' | 'starts_at' | 'ends_at' | 'topic'
>

/** The call after which a page starts; null for the first page. */
type Cursor = Pick<UpcomingCall, 'starts_at' | 'id'> | null

const bookings = (client: Awaited<ReturnType<typeof tables>>) =>
  client.from('squad_bookings').select('id, user_id, member, starts_at, ends_at, topic').is('cancelled_at', null)

/** After this moment those begin that have not ended. */
const notEnded = () => new Date(Date.now() - CALL_DURATION_MS).toISOString()

async function selectCalls(after: Cursor): Promise<UpcomingCall[]> {
  const ahead = bookings(await tables())
  const page = after
    ? ahead.gte('starts_at', after.starts_at).or(`starts_at.gt."${after.starts_at}",id.gt.${after.id}`)
    : ahead.gt('starts_at', notEnded())
  const sorted = page.order('starts_at').order('id')
  return (await sorted.limit(PAGE_SIZE + 1).throwOnError()).data
}

/** A call is shown until its end. */
const CALL_DURATION_MS = CALL_MINUTES * 60_000

/** Calls with the squad that have not ended, soonest first, page by page. */
export const upcomingCallsQuery = infiniteQueryOptions({
  queryKey: adminKeys.calls,
  queryFn: ({ pageParam }) => selectCalls(pageParam),
  initialPageParam: null as Cursor,
  getNextPageParam: (page): Cursor => lastShown(page, PAGE_SIZE),
  select: ({ pages }) => shown(pages, PAGE_SIZE),
  refetchOnWindowFocus: 'always',
  meta: { failed: adminTexts.callsFailed },
})

/** More than the squad can have in a day. */
const MOST_CALLS_TODAY = 100

async function selectCallsToday(): Promise<UpcomingCall[]> {
  const tomorrow = new Date()
  tomorrow.setHours(24, 0, 0, 0)
  const today = bookings(await tables())
    .gt('starts_at', notEnded())
    .lt('starts_at', tomorrow.toISOString())
  return (await today.order('starts_at').order('id').limit(MOST_CALLS_TODAY).throwOnError()).data
}

/** Calls that have not ended and begin before midnight in the browser's time zone; refetched with the calls ahead. */
export const callsTodayQuery = queryOptions({
  queryKey: adminKeys.callsToday,
  queryFn: selectCallsToday,
  refetchOnWindowFocus: 'always',
})

/** The times to which a call can be moved. @returns ISO, soonest first @throws when they cannot be loaded */
export async function freeTimes(call: string): Promise<string[]> {
  const { data } = await (await tables()).rpc('taken_times_for_call', { booking: call }).throwOnError()
  return timesWithout(data)
}

/** When a founder and a member can have a call. @returns ISO, soonest first @throws when they cannot be loaded */
export async function freeTimesFor(founder: string, member: BookableId): Promise<string[]> {
  const { data } = await (await tables()).rpc('taken_times_for_founder', { founder, member }).throwOnError()
  return timesWithout(data)
}

function timesWithout(takenTimes: readonly string[]): string[] {
  const taken = new Set(takenTimes.map((time) => Date.parse(time)))
  return bookableTimes(new Date(), config().squad.holidays)
    .filter((time) => !taken.has(time.getTime()))
    .map((time) => time.toISOString())
}

/** @returns why it was refused, for the user */
export async function cancelFounderCall(call: string): Promise<Result<null, string>> {
  return changed(await (await tables()).rpc('cancel_founder_call', { booking: call }))
}

/** @param startsAt ISO @returns why it was refused, for the user */
export async function moveFounderCall(call: string, startsAt: string): Promise<Result<null, string>> {
  return changed(await (await tables()).rpc('move_founder_call', { booking: call, starts_at: startsAt }))
}

/** @returns why it was refused, for the user */
export async function handOverCall(call: string, member: BookableId): Promise<Result<null, string>> {
  const handed = await (await tables()).rpc('hand_over_call', { booking: call, member })
  return handed.error?.details === 'taken' ? fail(adminTexts.memberTaken) : changed(handed)
}

export interface NewCall {
  readonly founder: string
  readonly member: BookableId
  /** ISO. */
  readonly starts_at: string
  readonly topic: string
}

/** @returns why it was refused, for the user */
export async function bookFounderCall(call: NewCall): Promise<Result<null, string>> {
  return changed(await (await tables()).rpc('book_founder_call', { ...call }), adminTexts.callNotBooked)
}

/** The database's error has its reason in the detail. */
const changed = (
  { error }: { error: { details: string } | null },
  failed: string = adminTexts.callNotChanged,
): Result<null, string> => (error ? fail(adminTexts.callRefusals[error.details] ?? failed) : succeed(null))
