import { formatDate } from '../../../../../domain/dates.ts'
import { netBurn, runwayMonths } from '../../../../../domain/runway.ts'
import { formatChange, formatCount } from '../../../../../domain/numbers.ts'
import type { CheckIn } from '../../../_shared/founder-records.ts'
import type { Answer } from '../answer.ts'
import type { AskingFounder } from '../founder.ts'
import { counted, quoted, titled, usd, weekName } from '../text.ts'
import { spanBefore, type Span } from '../understand/spans.ts'
import type { Subject } from '../understand/subjects.ts'
import type { Question } from '../understand/understand.ts'
import { weekLine, weeksOf } from './check-in-lines.ts'
import { COLUMN_NAMES, columnOf, nextStep, paceLine } from './runway-lines.ts'
import { added, daysOf, loopLine, measureOf, nextFor, NO_LOOPS, NOUNS, unknownSpan } from './loop-counts.ts'

/**
 * "Why?" after a figure: the arithmetic, the loops that it comes from, or what was written at that time. No cause is
 * recorded beside a figure, so none is named. Undefined where the records have nothing to say.
 */
export async function answerReason(question: Question, founder: AskingFounder): Promise<Answer | undefined> {
  return question.subject && reasons[question.subject]?.(question, founder)
}

const reasons: Partial<Record<Subject, (question: Question, founder: AskingFounder) => Promise<Answer | undefined>>> = {
  runway: runwayReason,
  traction: tractionReason,
  goals: writtenReason,
  'check-ins': writtenReason,
}

async function runwayReason({ text, spans: [span] }: Question, { context, queries }: AskingFounder) {
  const { runway, today } = context
  if (!runway) return undefined
  const until = span && (span.on ?? span.to)
  const isPast = until !== undefined && until < today
  const [record] = isPast ? await queries.runwayUntil(until) : [runway]
  if (!record) return undefined
  const month = isPast && 'day' in record ? ` on ${formatDate(record.day)}` : ''
  const column = /\bnet\b/.test(text) ? undefined : columnOf(text)
  const [months, net] = [runwayMonths(record), netBurn(record)]
  const line =
    column && column !== 'bank_balance'
      ? `What your ${COLUMN_NAMES[column]} of ${usd(record[column])} is made of is **not recorded**: only its sum is.`
      : months === undefined
        ? `Because revenue covers burn${month}: the balance does **not shrink**.`
        : `Because burn exceeds revenue by **${usd(net)} a month**${month}, and the balance of ${usd(record.bank_balance)} lasts ${months.toFixed(1)} months at that.`
  return {
    line,
    evidence: [paceLine(record), ...(month ? [`Today: ${paceLine(runway)}`] : [])],
    next: nextStep(runway),
  }
}

async function tractionReason(question: Question, founder: AskingFounder): Promise<Answer | undefined> {
  const { text, loops: named, spans } = question
  const { context, queries } = founder
  const measure = measureOf(text) ?? 'conversions'
  const [span] = spans
  const loops = named.length > 0 ? named : context.loops
  if (loops.length === 0) return NO_LOOPS
  const next = nextFor(context.loopTotals)
  if (!span || span.from > context.today) {
    const sum = loops.reduce((total, loop) => total + loop[measure], 0)
    const ordered = loops.toSorted((a, b) => b[measure] - a[measure])
    return {
      line: `**${counted(sum, NOUNS[measure])}** in all; why is **not recorded**, but the loops that they come from are.`,
      evidence: ordered.map(loopLine),
      next,
    }
  }
  const before = spanBefore(span)
  const points = await queries.loopsOn([...daysOf(span, context.today), ...daysOf(before, context.today)])
  const ofNamed = points.filter(({ loop_id }) => loops.some(({ id }) => id === loop_id))
  const [now, then] = [added(span, ofNamed, context), added(before, ofNamed, context)]
  if (!now.isKnown) return unknownSpan(span, context)
  const countThen = (id: string) => then.loops.find((loop) => loop.id === id)?.counts[measure] ?? 0
  const changes = now.loops
    .map(({ id, counts }) => ({ id, count: counts[measure], change: counts[measure] - countThen(id) }))
    .toSorted((a, b) => Math.abs(b.change) - Math.abs(a.change))
  return {
    line: `**${counted(now.counts[measure], NOUNS[measure])}** ${span.label}${then.isKnown ? `, ${changeOf(now.counts[measure] - then.counts[measure])} ${before.label}` : ''}; why is **not recorded**, but the loops that they come from are.`,
    evidence: changes.flatMap(({ id, count, change }) => {
      const loop = loops.find((one) => one.id === id)
      const changed = then.isKnown ? ` (${formatChange(change)})` : ''
      return loop ? [`${titled('loop', loop, loop.name)}: ${counted(count, NOUNS[measure])}${changed}.`] : []
    }),
    next,
  }
}

const changeOf = (change: number): string =>
  change === 0 ? 'as many as' : `${formatCount(Math.abs(change))} ${change > 0 ? 'more' : 'fewer'} than`

/** What was written at that time: the check-ins of the span, or the latest one. */
async function writtenReason({ subject, spans: [span] }: Question, founder: AskingFounder) {
  const { context, queries } = founder
  const found = span ? await queries.checkIns(weeksOf(span)) : context.checkins.slice(0, 1)
  const of = subject === 'goals' ? 'goals' : 'mood'
  const next = 'write into this week’s check-in what it was: next time the answer is in your records.'
  if (found.length === 0)
    return { line: `Why is **not recorded**, and there is no check-in ${span?.label ?? 'yet'} that could say it.`, evidence: [], next }
  return {
    line: `Why is **not recorded** beside your ${of}; ${whenOf(found, span)} you named ${found[0] ? written(found[0]) : ''}.`,
    evidence: found.length > 1 ? found.map((checkIn) => `Week of ${weekName(checkIn)}: ${written(checkIn)}.`) : found.map(weekLine),
    next,
  }
} // prettier-ignore

const whenOf = (found: readonly CheckIn[], span: Span | undefined): string =>
  found.length > 1 && span
    ? span.label
    : `in the check-in of the week of ${found[0] ? formatDate(found[0].week_of) : ''}`

const written = ({ wins, blockers }: CheckIn): string =>
  blockers.trim() === '' ? `no blocker, and as wins ${quoted(wins)}` : `as blocker ${quoted(blockers)}`
