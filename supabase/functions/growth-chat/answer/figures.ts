import { formatDate } from '../../../../domain/dates.ts'
import { addDays, daysBetween } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { enumerated, quoted, titled } from '../text.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query, Subject } from '../query.ts'
import {
  isSince,
  monthsAfter,
  shiftedSpan,
  sinceSpan,
  totalSpan,
  unitSpan,
  unitsSince,
  untilToday,
  type Span,
  type Unit,
} from '../understand/calendar-spans.ts'
import type { Answer, Answerer } from './answer.ts'
import { measures, percentOf, type Measure, type Reading } from './measures.ts'

/** Spans of a trend, and of a search for the best or worst one, at most. */
const TREND = { week: 6, month: 6, quarter: 4, year: 3 } as const
const MOST_SPANS = 36

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** "without “Cold mail”", " in “Referrals”" */
export const whereOf = ({ loops, isWithout }: Query): string =>
  loops.length === 0
    ? ''
    : `${isWithout ? ' without' : ' in'} ${enumerated(loops.map((loop) => (isWithout ? quoted(loop.name) : titled('loop', loop, loop.name))))}`

const subjectOf = ({ intent }: Query): Subject => intent.split('.')[0] as Subject

const verb = ({ kind }: Measure): string => (kind === 'flow' ? 'are' : 'is')

/** Each operation over any measure. @throws {Error} where a query names no measure */
export const answerFigure: Answerer = async (query, founder) => {
  const measure = measures[subjectOf(query)]
  if (!measure) throw new Error(`${query.intent} is no figure`)
  const asked = query.intent.split('.')[1] ?? 'value'
  // "Since" a day, the value of a level is how it has changed.
  const operation = asked === 'value' && measure.kind === 'level' && isSince(query.spans[0]) ? 'compare' : asked
  const answer = await operations[operation]?.(query, founder, measure)
  return answer ?? (await value(query, founder, measure)) ?? { line: measure.missing }
}

type Operation = (query: Query, founder: AskingFounder, measure: Measure) => Promise<Answer | undefined>

/** Each of several spans that are named, and their sum where it has one: "demos in October and November". */
const ofEach: Operation = async (query, founder, measure) => {
  const readings = await measure.read(query.spans, query, founder)
  const known = readings.filter((one) => one.value !== undefined)
  if (known.length < readings.length || query.spans.length > MOST_EACH) return undefined
  const said = known.map(({ value: one = 0, span }) => `**${measure.format(one)}** ${span?.label ?? ''}`)
  const isSummed = measure.kind === 'flow' && query.spans.every(({ isTotal }) => !isTotal)
  const sum = known.reduce((all, { value: one = 0 }) => all + one, 0)
  return {
    line: `${capital(measure.name)}${whereOf(query)}: ${enumerated(said)}${isSummed ? `; ${measure.format(sum)} together` : ''}.`,
    evidence: known.flatMap(({ span, evidence }) =>
      evidence.slice(0, 1).map((one) => `${capital(span?.label ?? '')}: ${one}`),
    ),
  }
}

/** "Contracts per quarter this year" asks for each quarter. */
const isPerUnit = ({ unit, spans: [span], loops, isWithout, concepts }: Query): boolean =>
  span !== undefined &&
  unit !== undefined &&
  unit !== 'day' &&
  !concepts.has('average') &&
  (loops.length === 0 || isWithout || concepts.has('trend')) &&
  !span.label.includes(unit) &&
  daysBetween(span.from, span.to) > 1.5 * DAYS_IN[unit]

/** Spans that are said one after the other, at most. */
const MOST_EACH = 4

/** What a value is seen beside: the time before it, or the total that a gain is counted from. */
const spanBefore = (span: Span): Span | undefined =>
  span.counted ? totalSpan(span.counted) : span.isTotal ? undefined : shiftedSpan(span, -1)

const value: Operation = async (query, founder, measure) => {
  const each = query.spans.length > 1 ? await ofEach(query, founder, measure) : undefined
  if (each) return each
  const [span] = query.spans
  if (isPerUnit(query)) return trend(query, founder, measure)
  const before = span && spanBefore(span)
  const [now, then] = await measure.read(before ? [span, before] : [span], query, founder)
  if (now?.value === undefined) return unknown(span, measure, founder, query)
  return {
    line: `${sentence(query, measure, now)}${now.note ? ` ${now.note}` : ''}`,
    evidence: [
      ...(before && then?.value !== undefined ? [`${capital(before.label)}: ${measure.format(then.value)}.`] : []),
      ...now.evidence,
    ],
  }
}

function sentence(query: Query, measure: Measure, { value: stated = 0, span }: Reading): string {
  const time = span ? ` ${span.label}` : ''
  if (measure.kind === 'flow') return `**${measure.format(stated)}**${whereOf(query)}${time || ' in all'}.`
  if (measure.kind === 'level')
    return `${capital(measure.name)}${time} ${span ? 'was' : 'is'} **${measure.format(stated)}**.`
  return `${capital(measure.name)}${whereOf(query)}${time} ${span ? 'was' : 'is'} **${measure.format(stated)}**.`
}

/** Nothing is recorded: since when there is something, and what it is now. */
async function unknown(
  span: Span | undefined,
  measure: Measure,
  founder: AskingFounder,
  query: Query,
): Promise<Answer> {
  const [[now], begins] = await Promise.all([measure.read([undefined], query, founder), measure.begins(query, founder)])
  if (!span || now?.value === undefined) return { line: measure.missing }
  return {
    line: `${capital(measure.name)} ${span.label} ${verb(measure)} **not recorded**${begins ? `: the history begins on ${formatDate(begins)}` : ''}.`,
    evidence: [`Today: ${measure.format(now.value)}.`, ...now.evidence],
  }
}

/** "More than last month": this month is compared with it, unless it is last month and the one before. */
const thanLast = ({ spans: [span], concepts }: Query, today: IsoDate): readonly [Span, Span] | undefined => {
  const unit = /^last (week|month|quarter|year)$/.exec(span?.label ?? '')?.[1] as Unit | undefined
  if (!span || !unit || !concepts.has('compared') || concepts.has('oneBefore')) return undefined
  return [span, { ...unitSpan(unit, today), label: `this ${unit}` }]
}

const isEarlier = (one: Span, other: Span): boolean =>
  one.from < other.from || (one.from === other.from && one.to < other.to)

/** The earlier and the later of the spans that are compared; undefined where a question names none, or one without another. */
export function spansCompared(query: Query, today: IsoDate): readonly [Span, Span] | undefined {
  const [first, second] = query.spans.some(({ isTotal }) => isTotal)
    ? // A total is compared with a total: "as of October 5 and today".
      query.spans.map((span) => (span.isTotal ? span : totalSpan(span.to < today ? span.to : today)))
    : query.spans
  if (first && second) return isEarlier(first, second) ? [first, second] : [second, first]
  return thanLast(query, today)
}

/** The span that is compared with another: the one before, unless the question names both. */
export function pairOf(query: Query, measure: Measure, today: IsoDate): readonly [Span, Span] {
  const [first] = query.spans
  const named = spansCompared(query, today)
  if (named) return named
  if (first?.isTotal) return [first, totalSpan(today)]
  // A level then is compared with now; a span that is over, with the one before.
  if (first && measure.kind === 'level' && isSince(first))
    return [unitSpan(first.from.endsWith('-01') ? 'month' : 'day', first.from), unitSpan('day', today)]
  if (first && measure.kind === 'level' && first.to < today) return [first, unitSpan('day', today)]
  // A mood then is compared with the last four weeks.
  if (first && measure.name === 'your mood' && first.to < addDays(today, -27))
    return [first, { from: addDays(today, -27), to: today, label: 'in the last 4 weeks' }]
  const later = first ?? shiftedSpan(unitSpan('month', today), -1)
  return [shiftedSpan(later, -1), later]
}

/** Signed along time: what the later one has more than the earlier. */
const compare: Operation = async (query, founder, measure) => {
  const { today } = founder.context
  if (query.loops.length > 1 && query.spans.length < 2) return undefined
  const [since] = query.spans
  const begins = measure.kind === 'level' && isSince(since) ? await measure.begins(query, founder) : undefined
  // "Since June", where the history begins in July, is since then.
  const pair = pairOf(query, measure, today)
  const isLater = begins !== undefined && begins > pair[0].to
  const [earlier, later] = isLater ? pairOf({ ...query, spans: [sinceSpan(begins, today)] }, measure, today) : pair
  const [then, now] = await measure.read([earlier, later], query, founder)
  if (then?.value === undefined || now?.value === undefined)
    return unknown(then?.value === undefined ? earlier : later, measure, founder, query)
  const isNow = later.from === today && later.to === today
  const difference = now.value - then.value
  const label = isNow ? 'today' : later.label
  if (!Number.isFinite(difference))
    return {
      line: `${capital(measure.name)}: ${measure.format(now.value)} ${label}, ${measure.format(then.value)} ${earlier.label}.`,
    }
  const way =
    difference === 0
      ? 'the same as'
      : difference > 0
        ? `**${measure.formatChange(difference)} more** than`
        : `**${measure.formatChange(-difference)} less** than`
  const better = difference === 0 ? '' : difference > 0 === (measure.good === 'up') ? 'better' : 'worse'
  return {
    line:
      measure.kind === 'mean'
        ? `${capital(measure.name)}${whereOf(query)} is **${better || 'the same'}**: ${measure.format(now.value)} ${label}, ${measure.format(then.value)} ${earlier.label}.`
        : `${capital(label)}${whereOf(query)}: **${measure.format(now.value)}**; ${earlier.label}: **${measure.format(then.value)}** (${way} ${difference === 0 ? 'before' : earlier.label}${percentOf(difference, then.value)}).${eachMonth(query, measure, difference, earlier, later)}`,
    evidence: [
      ...(isLater ? [`The history begins on ${formatDate(begins)}.`] : []),
      ...now.evidence.slice(0, 2),
      ...(now.note ? [now.note] : []),
    ],
  }
}

/** "Per month on average": a change as that of each month between. */
function eachMonth(
  { unit, concepts }: Query,
  measure: Measure,
  difference: number,
  earlier: Span,
  later: Span,
): string {
  const [from, to] = [earlier, later].map(({ to: day }) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)))
  const months = (to ?? 0) - (from ?? 0)
  if (measure.kind !== 'level' || unit !== 'month' || !concepts.has('average') || months < 2 || difference === 0)
    return ''
  return ` That is about **${measure.formatChange(Math.abs(difference) / months)} ${difference > 0 ? 'more' : 'less'}** each month.`
}

const unitOf = ({ unit, spans }: Query): Exclude<Unit, 'day'> =>
  unit && unit !== 'day' ? unit : spans[0] && daysBetween(spans[0].from, spans[0].to) < 62 ? 'week' : 'month'

const trend: Operation = async (query, founder, measure) => {
  const { today } = founder.context
  const begins = await measure.begins(query, founder)
  if (!begins) return { line: measure.missing }
  const unit =
    measure.kind === 'mean' && measure.name === 'your mood' && query.unit === undefined ? 'week' : unitOf(query)
  const [span] = query.spans
  const from = span ? span.from : begins
  const spans = unitsSince(unit, from > begins ? from : begins, today, span ? MOST_SPANS : TREND[unit])
  const readings = (await measure.read(spans, query, founder)).filter(({ value: one }) => one !== undefined)
  const [first, last] = [readings[0], readings.at(-1)]
  if (!first || !last) return unknown(span, measure, founder, query)
  const difference = (last.value ?? 0) - (first.value ?? 0)
  const way = difference === 0 ? 'the same at both ends' : difference > 0 ? 'rising' : 'falling'
  const steps = readings.length - 1
  const pace =
    steps > 1 && difference !== 0 && Number.isFinite(difference)
      ? ` That is about ${measure.formatChange(Math.abs(difference) / steps)} ${difference > 0 ? 'more' : 'less'} each ${unit}.`
      : ''
  return {
    line: `${capital(measure.name)}${whereOf(query)} ${verb(measure)} **${way}**: from ${measure.format(first.value ?? 0)} ${first.span?.label ?? ''} to **${measure.format(last.value ?? 0)}** ${last.span && last.span.to >= today ? 'now' : (last.span?.label ?? '')}.${pace}`,
    evidence: readings
      .toReversed()
      .map((reading) => `${capital(reading.span?.label ?? '')}: ${measure.format(reading.value ?? 0)}.`),
    isList: true,
  }
}

const extreme =
  (which: 'best' | 'worst'): Operation =>
  async (query, founder, measure) => {
    const { today } = founder.context
    const begins = await measure.begins(query, founder)
    if (!begins) return { line: measure.missing }
    const unit = query.unit && query.unit !== 'day' ? query.unit : measure.name === 'your mood' ? 'week' : 'month'
    const [span] = query.spans
    const from = span && span.from > begins ? span.from : begins
    const all = unitsSince(unit, from, today, unit === 'week' ? 520 : MOST_SPANS).filter(
      (one) => !span || one.from <= span.to,
    )
    const readings = (await measure.read(all, query, founder)).filter(
      ({ value: one }) => one !== undefined && Number.isFinite(one),
    )
    const ordered = readings.toSorted(
      (a, b) =>
        ((b.value ?? 0) - (a.value ?? 0)) * (which === 'best' ? 1 : -1) ||
        (b.span?.from ?? '').localeCompare(a.span?.from ?? ''),
    )
    const [found, next] = ordered
    if (found?.value === undefined) return unknown(span, measure, founder, query)
    const same = ordered.filter(({ value: one }) => one === found.value)
    return {
      line: `${capital(measure.name)}${whereOf(query)} ${measure.name.startsWith('your') ? 'was' : 'were'} ${which === 'best' ? 'highest' : 'lowest'} ${found.span?.label ?? ''}: **${measure.format(found.value)}**${same.length > 1 ? `, the same in ${same.length} ${unit}s` : ''}.`,
      evidence: [
        ...found.evidence.slice(0, 2),
        ...(next?.value !== undefined && same.length === 1
          ? [`Next: ${measure.format(next.value)} ${next.span?.label ?? ''}.`]
          : []),
      ],
    }
  }

const DAYS_IN = { day: 1, week: 7, month: 365.25 / 12, quarter: 365.25 / 4, year: 365.25 } as const

const average: Operation = async (query, founder, measure) => {
  const { today } = founder.context
  if (measure.kind !== 'flow') return undefined
  const [span] = query.spans
  const begins = await measure.begins(query, founder)
  if (!begins) return { line: measure.missing }
  const known =
    span && span.from > begins
      ? untilToday(span, today)
      : { from: begins, to: today, label: `since ${formatDate(begins)}` }
  const [reading] = await measure.read([known], query, founder)
  if (reading?.value === undefined) return unknown(span, measure, founder, query)
  const unit = query.unit ?? 'week'
  const many = Math.max(1, (daysBetween(known.from, known.to) + 1) / DAYS_IN[unit])
  return {
    line: `About **${(reading.value / many).toFixed(1)} ${measure.name} a ${unit}**${whereOf(query)} on average: ${measure.format(reading.value)} ${known.label}.`,
    evidence: reading.evidence,
  }
}

/** Days within which a pace reaches an amount: beyond a century it says nothing, and a date may have no such year. */
const FARTHEST_DAYS = 36_525

/** When a total or a level reached an amount, or will at the pace of the last four weeks. */
const reached: Operation = async (query, founder, measure) => {
  const { today } = founder.context
  const goal = query.amounts.find(({ unit }) => unit === 'count' || unit === 'money')?.value
  const begins = await measure.begins(query, founder)
  const [now] = await measure.read([undefined], query, founder)
  if (goal === undefined || !begins || now?.value === undefined) return begins ? undefined : { line: measure.missing }
  const months = unitsSince('month', begins, today, MOST_SPANS)
  const readings = await measure.read(months, query, founder)
  let total = measure.kind === 'flow' ? now.value - readings.reduce((sum, { value: one = 0 }) => sum + one, 0) : 0
  const isFalling =
    measure.kind === 'level' && (readings.find(({ value: one }) => one !== undefined)?.value ?? 0) > goal
  const found = readings.find(({ value: one }) => {
    if (one === undefined) return false
    total = measure.kind === 'flow' ? total + one : one
    return isFalling ? total <= goal : total >= goal
  })
  if (found)
    return {
      line: `${capital(measure.name)}${whereOf(query)} reached **${measure.format(goal)}** ${found.span?.label ?? ''}; today ${measure.kind === 'flow' ? 'they are' : 'it is'} ${measure.format(now.value)}.`,
      evidence: now.evidence,
    }
  const recent: Span = { from: monthsAfter(today, -3), to: today, label: 'over the last 3 months' }
  const pace = await paceOf(measure, recent, query, founder, now.value)
  const days = pace === undefined ? NaN : (goal - now.value) / pace
  if (!(days >= 0 && days <= FARTHEST_DAYS))
    return {
      line: `${capital(measure.name)} ${measure.kind === 'flow' ? 'are' : 'is'} ${measure.format(now.value)}: at the pace ${recent.label} **${measure.format(goal)} is not reached**.`,
      evidence: now.evidence,
    }
  return {
    line: `At the pace ${recent.label} ${measure.name} ${measure.kind === 'flow' ? 'reach' : 'reaches'} **${measure.format(goal)}** around **${formatDate(addDays(today, Math.ceil(days)))}**; today ${measure.kind === 'flow' ? 'they are' : 'it is'} ${measure.format(now.value)}.`,
    evidence: now.evidence,
  }
}

/** Change a day. */
async function paceOf(
  measure: Measure,
  span: Span,
  query: Query,
  founder: AskingFounder,
  now: number,
): Promise<number | undefined> {
  const then = measure.kind === 'flow' ? span : { ...span, to: span.from }
  const [reading] = await measure.read([then], query, founder)
  if (reading?.value === undefined) return undefined
  return (measure.kind === 'flow' ? reading.value : now - reading.value) / (daysBetween(span.from, span.to) + 1)
}

const operations: Readonly<Record<string, Operation>> = {
  value,
  compare,
  trend,
  average,
  reached,
  'best-time': extreme('best'),
  'worst-time': extreme('worst'),
}
