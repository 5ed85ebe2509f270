import type { Database } from '../../../domain/database.types.ts'
import type { Random } from './random.ts'
import { before, MS_PER_WEEK } from './times.ts'

type Row<Name extends keyof Database['public']['Tables']> = Omit<
  Database['public']['Tables'][Name]['Insert'],
  'user_id'
>

/** How far back the points of loops and runways go. */
const WEEKS = 26
/** Paydays: a month has this many weeks. */
const WEEKS_PER_MONTH = 52 / 12

/**
 * Loops with an id, and a point for each week before this one: counts that grew to what they are, now fast, now slow.
 * @param latest the effort of this week for loops that are not paused, 0 to 1; default: a random one
 */
export function withPoints(
  loops: readonly Row<'traction_loops'>[],
  random: Random,
  now: Date,
  latest?: number,
): { traction_loops: Row<'traction_loops'>[]; traction_points: Row<'traction_points'>[] } {
  const identified = loops.map((loop) => ({ ...loop, id: inventId(random) }))
  const traction_points = identified.flatMap((loop) => {
    const age = Math.floor((now.getTime() - Date.parse(loop.created_at ?? '')) / MS_PER_WEEK)
    const weeks = Math.min(WEEKS, age)
    // The effort of each week since the points begin, and that before; the last one is this week's.
    const efforts = Array.from({ length: weeks + 1 }, () => random.next() ** 2)
    if (latest !== undefined) efforts[weeks] = loop.status === 'paused' ? 0 : latest
    const all = efforts.reduce((sum, effort) => sum + effort, age > WEEKS ? 4 : 0)
    let done = age > WEEKS ? 4 : 0
    const point = (share: number, day: ReturnType<typeof dayOf>) => ({
      loop_id: loop.id,
      status: loop.status ?? 'running',
      conversions: Math.round((loop.conversions ?? 0) * share),
      demos: Math.round((loop.demos ?? 0) * share),
      messages: Math.round((loop.messages ?? 0) * share),
      ...day,
    })
    const later = Array.from({ length: weeks }, (_, index) => {
      done += efforts[index] ?? 0
      return point(done / all, dayOf(now, weeks - index))
    })
    // A loop begins at zero; of one that is older than the points that is not known. Today's point comes with the loop.
    const begun = point(0, dayOf(new Date(loop.created_at ?? now), 0))
    const isKnown = age <= WEEKS && begun.day !== later[0]?.day && begun.day !== dayOf(now, 0).day
    return isKnown ? [begun, ...later] : later
  })
  return { traction_loops: identified, traction_points }
}

/**
 * A point for each week before this one, the last of which has the present figures: revenue that grew, and a balance that
 * burn and revenue made what it is. Today there is none, since a founder may send another balance for it.
 */
export function runwayPoints(
  { bank_balance = 0, monthly_revenue = 0, monthly_burn = 0 }: Row<'runway_data'>,
  now: Date,
): Row<'runway_points'>[] {
  return Array.from({ length: WEEKS }, (_, index) => {
    const weeksAgo = WEEKS - index - 1
    const spent = ((monthly_burn - monthly_revenue) * weeksAgo) / WEEKS_PER_MONTH
    return {
      bank_balance: Math.round((bank_balance + spent) / 10) * 10,
      monthly_revenue: Math.round((monthly_revenue * (1 - weeksAgo / (3 * WEEKS))) / 10) * 10,
      monthly_burn,
      ...dayOf(now, weeksAgo + 1),
    }
  })
}

/** What a founder sends today: a little more revenue, and as much spent as in a week. */
export function proposedFigures(
  { bank_balance = 0, monthly_revenue = 0, monthly_burn = 0 }: Row<'runway_data'>,
  now: Date,
): Row<'runway_proposals'> {
  return {
    bank_balance: Math.round((bank_balance - (monthly_burn - monthly_revenue) / WEEKS_PER_MONTH) / 10) * 10,
    monthly_revenue: Math.round((monthly_revenue * 1.04) / 10) * 10,
    monthly_burn,
    as_of: dayOf(now, 0).day,
  }
}

function dayOf(now: Date, weeksAgo: number) {
  const created_at = before(now, weeksAgo * MS_PER_WEEK)
  return { day: created_at.slice(0, 10), created_at }
}

/** A version 4 UUID that is the same for the same seed. */
function inventId(random: Random): string {
  const digits = (count: number) => Array.from({ length: count }, () => random.between(0, 15).toString(16)).join('')
  return `${digits(8)}-${digits(4)}-4${digits(3)}-a${digits(3)}-${digits(12)}`
}
