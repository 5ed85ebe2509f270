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

/** Conversions, demos and messages that a loop gained in a week. */
type Gains = readonly [conversions: number, demos: number, messages: number]

/** Loops with an id, and a point for each week before this one: counts that grew to what they are, now fast, now slow. */
export function withPoints(
  loops: readonly (Row<'traction_loops'> & {
    /** What the latest weeks gained, this one first; default: a part as of the others. */
    readonly latest?: readonly Gains[]
  })[],
  random: Random,
  now: Date,
): { traction_loops: Row<'traction_loops'>[]; traction_points: Row<'traction_points'>[] } {
  const identified = loops.map(({ latest = [], ...loop }) => ({ latest, loop: { ...loop, id: inventId(random) } }))
  const traction_points = identified.flatMap(({ latest, loop }) => {
    const age = Math.floor((now.getTime() - Date.parse(loop.created_at ?? '')) / MS_PER_WEEK)
    const weeks = Math.min(WEEKS, age)
    const known = Math.min(latest.length, weeks)
    // The effort of each week since the points begin, and that before, but for those whose gains are known.
    const efforts = Array.from({ length: weeks + 1 - known }, () => random.next() ** 2)
    const all = efforts.reduce((sum, effort) => sum + effort, age > WEEKS ? 4 : 0)
    let done = age > WEEKS ? 4 : 0
    /** Counts without what the latest weeks gained. */
    const countsBefore = (weeksAgo: number): Gains => {
      const gained = latest.slice(0, weeksAgo)
      const without = (count: number | undefined, at: 0 | 1 | 2) =>
        gained.reduce((left, gains) => left - gains[at], count ?? 0)
      return [without(loop.conversions, 0), without(loop.demos, 1), without(loop.messages, 2)]
    }
    const point = ([conversions, demos, messages]: Gains, share: number, day: ReturnType<typeof dayOf>) => ({
      loop_id: loop.id,
      status: loop.status ?? 'running',
      conversions: Math.round(conversions * share),
      demos: Math.round(demos * share),
      messages: Math.round(messages * share),
      ...day,
    })
    const later = Array.from({ length: weeks }, (_, index) => {
      const weeksAgo = weeks - index
      done += efforts[index] ?? 0
      return point(countsBefore(weeksAgo), weeksAgo > known ? done / all : 1, dayOf(now, weeksAgo))
    })
    // A loop begins at zero; of one that is older than the points that is not known. Today's point comes with the loop.
    const begun = point([0, 0, 0], 0, dayOf(new Date(loop.created_at ?? now), 0))
    const isKnown = age <= WEEKS && begun.day !== later[0]?.day && begun.day !== dayOf(now, 0).day
    return isKnown ? [begun, ...later] : later
  })
  return { traction_loops: identified.map(({ loop }) => loop), traction_points }
}

/**
 * A point for each week before this one, the last of which has the present figures: revenue that grew, and a balance that
 * burn and revenue made what it is. Today there is none, since a founder may send another balance for it.
 * @param raised what was raised, and when
 */
export function runwayPoints(
  { bank_balance = 0, monthly_revenue = 0, monthly_burn = 0 }: Row<'runway_data'>,
  now: Date,
  raised = { weeksAgo: WEEKS, amount: 0 },
): Row<'runway_points'>[] {
  return Array.from({ length: WEEKS }, (_, index) => {
    const weeksAgo = WEEKS - index - 1
    const spent = ((monthly_burn - monthly_revenue) * weeksAgo) / WEEKS_PER_MONTH
    return {
      bank_balance: Math.round((bank_balance + spent - (weeksAgo > raised.weeksAgo ? raised.amount : 0)) / 10) * 10,
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
