import { meanOf } from '../../_shared/check-in-trend.ts'
import { moodLabel } from '../../../../domain/check-ins.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import { netBurn, runwayMonths, runwayText } from '../../../../domain/runway.ts'
import { totalsOf, type LoopCount } from '../../../../domain/traction.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderContext } from '../../_shared/founder-records.ts'
import type { AskingFounder, RunwayPoint } from '../founder-queries.ts'
import type { Query, Subject } from '../query.ts'
import { counted, percent, quoted, titled, usd } from '../text.ts'
import { mondayOf, type Span } from '../understand/calendar-spans.ts'
import { gainedIn } from './gained.ts'
import { funnel, loopsOf, loopLine } from './loop-lines.ts'
import { checkInsIn, weekLine, NO_CHECK_INS } from './check-in-lines.ts'

/** The value of a measure in a span of time, or now. */
export interface Reading {
  /** Undefined where nothing is recorded; Infinity for a runway that does not end. */
  readonly value: number | undefined
  readonly span: Span | undefined
  /** Facts that the value is based on. */
  readonly evidence: readonly string[]
  /** A sentence about what the value leaves out. */
  readonly note?: string
}

/** Something that is recorded as numbers over time. */
export interface Measure {
  /** As sentences name it: "demos", "your monthly burn". */
  readonly name: string
  /** "34 demos", "$8,000 a month", "3.5 of 5". */
  readonly format: (value: number) => string
  /** A difference of two values, without its sign. */
  readonly formatChange: (difference: number) => string
  /** `flow` adds up over a span, `level` is known on a day, `mean` is averaged. */
  readonly kind: 'flow' | 'level' | 'mean'
  readonly good: 'up' | 'down'
  /** The values in several spans; `undefined` is all time for a flow, and now for a level. */
  readonly read: (
    spans: readonly (Span | undefined)[],
    query: Query,
    founder: AskingFounder,
  ) => Promise<readonly Reading[]>
  /** The first day that is known. */
  readonly begins: (query: Query, founder: AskingFounder) => Promise<IsoDate | undefined>
  /** The answer when nothing is recorded. */
  readonly missing: string
}

export const NOUNS = { messages: 'message', demos: 'demo', conversions: 'conversion' } as const

const NO_LOOPS =
  'Your growth squad keeps the traction loops: one for each channel, with its messages, demos and conversions. There are none yet.'

export const NO_RUNWAY =
  'Bank balance, monthly revenue and monthly burn are **not recorded** yet. Send the three amounts from the Runway card of your Command Board: your growth squad records them.'

/** Counts that a query's loops gained in several spans, and in all, which the context has of all loops alone. */
async function countsIn(spans: readonly (Span | undefined)[], query: Query, { context, queries }: AskingFounder) {
  const loops = loopsOf(query, context)
  const dated = spans.filter((span) => span !== undefined)
  const gains = dated.length > 0 ? await gainedIn(dated, loops, queries) : []
  const total = query.loops.length > 0 ? totalsOf(loops) : context.loopTotals
  return spans.map((span) => ({ span, loops, total, gain: span && gains[dated.indexOf(span)] }))
}

const countMeasure = (count: LoopCount): Measure => ({
  name: count,
  format: (value) => counted(value, NOUNS[count]),
  formatChange: (difference) => counted(difference, NOUNS[count]),
  kind: 'flow',
  good: 'up',
  missing: NO_LOOPS,
  read: async (spans, query, founder) => {
    const { loopTotals } = founder.context
    // A trend of many weeks says no targets.
    const hasTargets = query.loops.length === 0 && spans.length < 3
    const read = (await countsIn(spans, query, founder)).map(async ({ span, loops, gain, total }) => {
      if (!span) {
        const ordered = loops.toSorted((a, b) => b[count] - a[count])
        return { value: loopTotals.loops === 0 ? undefined : total[count], span, evidence: ordered.map(loopLine) }
      }
      const late = [
        ...(gain?.loops.flatMap(({ loop, since }) => (since ? [loop] : [])) ?? []),
        ...(gain?.isKnown ? gain.unknown : []),
      ]
      return {
        value: gain?.isKnown ? gain.counts[count] : undefined,
        span,
        evidence: [
          ...(gain?.isKnown && hasTargets ? await targetLine(gain.counts[count], count, span, founder) : []),
          ...(gain?.loops ?? [])
            .toSorted((a, b) => b.counts[count] - a.counts[count])
            .map(
              ({ loop, counts, since }) =>
                `${titled('loop', loop, loop.name)}: ${counted(counts[count], NOUNS[count])}${since ? `, counted since ${formatDate(since)}` : ''}.`,
            ),
        ],
        ...(late.length > 0 && {
          note: `The history of ${late.map(({ name }) => quoted(name)).join(' and ')} begins inside that time, so what came before is not counted.`,
        }),
      }
    })
    return Promise.all(read)
  },
  begins: async (query, { context, queries }) => {
    const ids = new Set(loopsOf(query, context).map(({ id }) => id))
    const firsts = (await queries.firstPoints()).filter(({ loop_id }) => ids.has(loop_id))
    return firsts.map(({ day }) => day).toSorted()[0]
  },
})

export const isCalendarWeek = (span: Span): boolean =>
  span.from === mondayOf(span.from) && daysBetween(span.from, span.to) === 6

/** What a week added beside the target for one: "reached", "3 to go", or "3 short" once it is over. */
export function besideTarget(added: number, target: number, week: Span, today: IsoDate): string {
  const left = formatCount(target - added)
  return added >= target ? 'reached' : week.to >= today ? `${left} to go` : `${left} short`
}

/** The founder's targets in a week. */
export const targetsIn = async (week: Span, { context, queries }: AskingFounder) =>
  week.to >= context.today ? context.weeklyTargets : queries.weeklyTargetsOn(week.from)

async function targetLine(
  added: number,
  count: LoopCount,
  span: Span,
  founder: AskingFounder,
): Promise<readonly string[]> {
  const target = isCalendarWeek(span) && (await targetsIn(span, founder))?.[count]
  return target
    ? [`Your target for a week is ${formatCount(target)}: ${besideTarget(added, target, span, founder.context.today)}.`]
    : []
}

type Amounts = Pick<RunwayPoint, 'bank_balance' | 'monthly_revenue' | 'monthly_burn'>

/** "Burn $41,712 − revenue $18,312 = net burn $23,400 a month." */
export const netLine = (amounts: Amounts): string => {
  const net = netBurn(amounts)
  return `Burn ${usd(amounts.monthly_burn)} − revenue ${usd(amounts.monthly_revenue)} = ${net > 0 ? `net burn ${usd(net)}` : `a surplus of ${usd(Math.abs(net))}`} a month.`
}

const runwayMeasure = (
  name: string,
  good: 'up' | 'down',
  valueOf: (amounts: Amounts) => number,
  format: (value: number) => string,
  formatChange: (difference: number) => string,
): Measure => ({
  name,
  format,
  formatChange,
  kind: 'level',
  good,
  missing: NO_RUNWAY,
  read: async (spans, _query, { context, queries }) => {
    const { runway, today } = context
    const isPast = spans.some((span) => span && span.to < today)
    const points = isPast || spans.length > 1 ? await queries.runwayUntil(today) : []
    return spans.map((span) => {
      const day = span?.on ?? span?.to
      const point =
        !day || day >= today
          ? runway && { ...runway, day: runway.as_of ?? today }
          : points.find((one) => one.day <= day)
      if (!point)
        return {
          value: undefined,
          span,
          evidence:
            points.length > 0
              ? [`The history of these amounts begins on ${formatDate(points.at(-1)?.day ?? today)}.`]
              : [],
        }
      return {
        value: valueOf(point),
        span,
        evidence: [
          netLine(point),
          `From your runway record of ${formatDate(point.day)}, which your growth squad keeps.`,
        ],
      }
    })
  },
  begins: async (_query, { context, queries }) => (await queries.runwayUntil(context.today)).at(-1)?.day,
})

const monthly = (value: number): string => `${usd(value)} a month`

/** Net burn as a loss or a surplus. */
const net = (value: number): string => (value >= 0 ? monthly(value) : `a surplus of ${monthly(-value)}`)

const mood: Measure = {
  name: 'your mood',
  format: (value) =>
    `${Number.isInteger(value) ? value : Number(value.toFixed(2))} of 5${Number.isInteger(value) ? ` (${moodLabel(value)})` : ''}`,
  formatChange: (difference) => String(Number(difference.toFixed(1))),
  kind: 'mean',
  good: 'up',
  missing: NO_CHECK_INS,
  read: async (spans, query, founder) =>
    Promise.all(
      spans.map(async (span) => {
        const all = await checkInsIn(span, founder, span ? undefined : query.limit)
        // As of a day, it is that of the newest check-in.
        const checkIns = span?.isTotal ? all.slice(0, 1) : all
        return {
          value: checkIns.length > 0 ? meanOf(checkIns.map(({ mood: one }) => one)) : undefined,
          span,
          evidence: checkIns.map(weekLine),
        }
      }),
    ),
  begins: async (_query, founder) => (await checkInsIn(undefined, founder)).at(-1)?.week_of,
}

const rate: Measure = {
  name: 'your conversion rate',
  format: (share) => percent(share),
  formatChange: (difference) => `${(difference * 100).toFixed(1)} points`,
  kind: 'mean',
  good: 'up',
  missing: NO_LOOPS,
  read: async (spans, query, founder) =>
    (await countsIn(spans, query, founder)).map(({ span, loops, gain, total }) => {
      const counts = span ? gain?.counts : total
      return {
        value: counts && counts.messages > 0 ? counts.conversions / counts.messages : undefined,
        span,
        evidence: counts ? [`${funnel(counts)}.`, ...loops.map(loopLine)] : [],
      }
    }),
  begins: (query, founder) => countMeasure('messages').begins(query, founder),
}

/** Each measure once: its name, its unit, where it is read, and which direction is good. */
export const measures: Readonly<Partial<Record<Subject, Measure>>> = {
  messages: countMeasure('messages'),
  demos: countMeasure('demos'),
  conversions: countMeasure('conversions'),
  rate,
  balance: runwayMeasure('your bank balance', 'up', ({ bank_balance }) => bank_balance, usd, usd),
  revenue: runwayMeasure('your monthly revenue', 'up', ({ monthly_revenue }) => monthly_revenue, monthly, monthly),
  burn: runwayMeasure('your monthly burn', 'down', ({ monthly_burn }) => monthly_burn, monthly, monthly),
  'net-burn': runwayMeasure('your net burn', 'down', netBurn, net, monthly),
  runway: runwayMeasure(
    'your runway',
    'up',
    (amounts) => runwayMonths(amounts) ?? Infinity,
    (value) => runwayText(value === Infinity ? undefined : value).toLowerCase(),
    (difference) => `${difference.toFixed(1)} months`,
  ),
  mood,
}

export const percentOf = (change: number, before: number): string =>
  before === 0 ? '' : `, ${change > 0 ? '+' : '-'}${Math.abs((100 * change) / before).toFixed(1)}%`

export const hasRecords = ({ loopTotals, runway, checkins, goals, decisions }: FounderContext): boolean =>
  loopTotals.loops > 0 || runway !== null || checkins.length + goals.length + decisions.length > 0
