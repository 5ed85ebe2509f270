import { formatDate } from '../../../../../domain/dates.ts'
import { share } from '../../../../../domain/conversion.ts'
import { formatChange } from '../../../../../domain/numbers.ts'
import type { Counts } from '../../../../../domain/traction.ts'
import type { Answer } from '../answer.ts'
import type { AskingFounder } from '../founder.ts'
import { counted, enumerated, percent, quoted, titled } from '../text.ts'
import { calendarSpan, type Span, spanBefore } from '../understand/spans.ts'
import type { Question } from '../understand/understand.ts'
import {
  added,
  capital,
  daysOf,
  endOf,
  funnel,
  loopLine,
  type Measure,
  measureOf,
  MEASURES,
  nextFor,
  NOUNS,
  onlyMeasureOf,
  unknownSpan,
} from './loop-counts.ts'

type TimeUnit = 'month' | 'quarter' | 'year'

/** "The best month for demos", "in which quarter did we send most messages?" */
export function extremeTimeIn(text: string): { readonly unit: TimeUnit; readonly which: 'best' | 'worst' } | undefined {
  const unit =
    /\b(?:best|worst|strongest|weakest|highest|lowest|top|record|busiest) (?<named>month|quarter|year)\b|\b(?:which|what) (?<asked>month|quarter|year)\b/.exec(
      text,
    )?.groups
  if (!unit) return undefined
  const isWorst = /\b(?:worst|weakest|lowest|least|fewest)\b/.test(text)
  const isBest = /\b(?:best|strongest|highest|top|record|busiest|most)\b/.test(text)
  if (!isWorst && !isBest) return undefined
  return { unit: (unit['named'] ?? unit['asked']) as TimeUnit, which: isWorst ? 'worst' : 'best' }
}

/** Months, or quarters, that are compared with each other at most. */
const MAX_TIMES = 24

/** The month or quarter in which loops added most or least. */
export async function extremeTime(
  { unit, which }: { readonly unit: TimeUnit; readonly which: 'best' | 'worst' },
  { text, loops: named }: Question,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const measure = measureOf(text) ?? 'conversions'
  const loops = named[0] ? [named[0]] : context.loops
  const begun = loops.map(({ date }) => date).toSorted()[0] ?? context.today
  const times = [calendarSpan(unit, context.today)]
  for (let oldest = times[0]; oldest && oldest.from > begun && times.length < MAX_TIMES; oldest = times.at(-1))
    times.push(spanBefore(oldest))
  const days = [...new Set(times.flatMap((span) => daysOf(span, context.today)))]
  const points = await queries.loopsOn(days)
  const ofNamed = named[0] ? points.filter(({ loop_id }) => loop_id === named[0]?.id) : points
  const known = times.flatMap((span) => {
    const { counts, isKnown } = added(span, ofNamed, context)
    return isKnown ? [{ span, count: counts[measure] }] : []
  })
  const [first] = times
  if (known.length === 0 && first) return unknownSpan(first, context)
  const ordered = known.toSorted((a, b) => (b.count - a.count) * (which === 'best' ? 1 : -1))
  const says = ({ span, count }: (typeof known)[number]) =>
    `${span.label.replace(/^in /, '')}${span.to >= context.today ? ' so far' : ''}: **${counted(count, NOUNS[measure])}**`
  const where = named[0] ? ` in ${quoted(named[0].name)}` : ''
  return {
    line: `The ${which} ${unit} for ${measure}${where} was ${ordered[0] ? says(ordered[0]) : ''}, of ${counted(known.length, unit)} on record.`,
    evidence: ordered.slice(1).map((other) => `${says(other)}.`),
    next: nextFor(context.loopTotals),
  }
}

export async function addedIn(
  { text, loops: named }: Question,
  span: Span,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const measure = onlyMeasureOf(text)
  const previous = spanBefore(span)
  const points = await queries.loopsOn([...daysOf(span, context.today), ...daysOf(previous, context.today)])
  const ofNamed = named[0] ? points.filter(({ loop_id }) => loop_id === named[0]?.id) : points
  const now = added(span, ofNamed, context)
  const then = added(previous, ofNamed, context)
  const where = named[0] ? ` in ${quoted(named[0].name)}` : ''
  if (!now.isKnown) return unknownSpan(span, context)
  const isRate = /\brates?\b|\bpercent|%|\bshare\b/.test(text)
  const line = isRate
    ? `${capital(span.label)}${where} **${percent(share(now.counts.conversions, now.counts.messages))}** of messages converted: ${funnel(now.counts)}.`
    : measure
      ? `**${counted(now.counts[measure], NOUNS[measure])}**${where} ${span.label}.`
      : `${capital(span.label)}${where}: **${enumerated(MEASURES.map((count) => counted(now.counts[count], NOUNS[count])))}**.`
  const by = measure ?? 'conversions'
  const best = now.loops.toSorted((a, b) => b.counts[by] - a.counts[by]).filter(({ counts }) => counts[by] !== 0)
  return {
    line,
    evidence: [
      ...(then.isKnown
        ? [
            `${capital(previous.label)}: ${measure ? counted(then.counts[measure], NOUNS[measure]) : enumerated(MEASURES.map((count) => counted(then.counts[count], NOUNS[count])))}.`,
          ]
        : []),
      ...(named[0]
        ? [loopLine(named[0])]
        : best.flatMap(({ id, counts }) => {
            const loop = context.loops.find((one) => one.id === id)
            return loop
              ? [
                  `${titled('loop', loop, loop.name)}: ${enumerated(MEASURES.map((count) => counted(counts[count], NOUNS[count])))} in that time.`,
                ]
              : []
          })),
    ],
    next: nextFor(context.loopTotals),
  }
}

/** "How many demos did we have by the end of September?": all until then, and not those of the month. */
export const BY_THE_END = /\b(?:by|at|until|till|up to|as of) (?:the )?end of\b/

export async function untilThen(
  { text, loops: [loop] }: Question,
  span: Span,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const day = endOf(span, context.today)
  const points = (await queries.loopsOn([day])).filter(({ loop_id }) => !loop || loop_id === loop.id)
  if (points.length === 0) return unknownSpan(span, context)
  const sum = (count: Measure) => points.reduce((total, point) => total + point[count], 0)
  const counts = { messages: sum('messages'), demos: sum('demos'), conversions: sum('conversions') }
  const measure = onlyMeasureOf(text)
  return {
    line: `**${measure ? counted(counts[measure], NOUNS[measure]) : funnel(counts)}** in all${loop ? ` in ${quoted(loop.name)}` : ''} by ${formatDate(day)}.`,
    evidence: [
      `By today: ${funnel(loop ?? context.loopTotals)}.`,
      ...(loop ? [loopLine(loop)] : context.loops.map(loopLine)),
    ],
    next: nextFor(context.loopTotals),
  }
}

/** What each of the loops that are named added in a span. */
export async function comparedLoopsIn(
  { text, loops: named }: Question,
  span: Span,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const measure = measureOf(text)
  const { loops, isKnown } = added(span, await queries.loopsOn(daysOf(span, context.today)), context)
  if (!isKnown) return unknownSpan(span, context)
  const lines = named.map((loop) => {
    const counts = loops.find(({ id }) => id === loop.id)?.counts ?? { messages: 0, demos: 0, conversions: 0 }
    const said = measure
      ? counted(counts[measure], NOUNS[measure])
      : enumerated(MEASURES.map((count) => counted(counts[count], NOUNS[count])))
    return `${titled('loop', loop, loop.name)}: **${said}**`
  })
  return {
    line: `${capital(span.label)}: ${lines.join('; ')}.`,
    evidence: named.map(loopLine),
    next: nextFor(context.loopTotals),
  }
}

/** The loop that added most or least in a span. */
export async function extremeIn(
  { text }: Question,
  span: Span,
  which: 'best' | 'worst',
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const measure = measureOf(text) ?? 'conversions'
  const { loops, isKnown } = added(span, await queries.loopsOn(daysOf(span, context.today)), context)
  if (!isKnown) return unknownSpan(span, context)
  const ordered = loops.toSorted((a, b) => (b.counts[measure] - a.counts[measure]) * (which === 'best' ? 1 : -1))
  const lines = ordered.flatMap(({ id, counts }) => {
    const loop = context.loops.find((one) => one.id === id)
    return loop
      ? [`${titled('loop', loop, loop.name)}: **${counted(counts[measure], NOUNS[measure])}** ${span.label}`]
      : []
  })
  return {
    line: `${which === 'best' ? 'Most' : 'Fewest'}: ${lines[0] ?? ''}.`,
    evidence: lines.slice(1).map((line) => `${line}.`),
    next: nextFor(context.loopTotals),
  }
}

export async function comparedSpans(
  { text, loops: named }: Question,
  one: Span,
  other: Span,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const measure = measureOf(text)
  const points = await queries.loopsOn([...daysOf(one, context.today), ...daysOf(other, context.today)])
  const ofNamed = named[0] ? points.filter(({ loop_id }) => loop_id === named[0]?.id) : points
  const [first, second] = [added(one, ofNamed, context), added(other, ofNamed, context)]
  if (!first.isKnown || !second.isKnown) return unknownSpan(first.isKnown ? other : one, context)
  const says = (counts: Counts) =>
    measure
      ? counted(counts[measure], NOUNS[measure])
      : enumerated(MEASURES.map((count) => counted(counts[count], NOUNS[count])))
  const base = second.counts[measure ?? 'conversions']
  const difference = first.counts[measure ?? 'conversions'] - base
  const growth = base > 0 ? `, ${difference > 0 ? '+' : ''}${((100 * difference) / base).toFixed(1)}%` : ''
  return {
    line: `${capital(one.label)}: **${says(first.counts)}**; ${other.label}: **${says(second.counts)}** (${formatChange(difference)} ${measure ?? 'conversions'}${growth}).`,
    evidence: first.loops
      .toSorted((a, b) => b.counts.conversions - a.counts.conversions)
      .flatMap(({ id, counts }) => {
        const loop = context.loops.find((known) => known.id === id)
        return loop
          ? [
              `${titled('loop', loop, loop.name)} ${one.label}: ${enumerated(MEASURES.map((count) => counted(counts[count], NOUNS[count])))}.`,
            ]
          : []
      }),
    next: nextFor(context.loopTotals),
  }
}
