import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { moneyEnds, netBurn, runwayMonths } from '../../../../domain/runway.ts'
import type { RunwayPoint } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, monthsText, usd } from '../text.ts'
import { isSince } from '../understand/calendar-spans.ts'
import type { Answer, Answerer } from './answer.ts'
import { isOfNow, waitingLine } from './figures-waiting.ts'
import { whyOfFigure } from './figure-why.ts'
import { answerFigure } from './figures.ts'
import { netLine, NO_RUNWAY } from './measures.ts'
import { race } from './race.ts'
import {
  type MoneyOperation,
  recorded,
  verdict,
  DAYS_PER_MONTH,
  noEnd,
  nextStep,
  endText,
  lasting,
} from './runway-lines.ts'
import { breakEven, forecast, left, overMonths, suppose, target, toldOnly } from './scenarios.ts'

const SENDS: Answer = {
  line: NO_RUNWAY,
  proposals: [{ kind: 'message', text: 'Our balance is $…, monthly revenue $…, monthly burn $….' }],
}

/** Answers about money: amounts, how long it lasts, what changes it. */
export const answerMoney: Answerer = async (query, founder) => {
  const { runway, today } = founder.context
  // Without a record, with the amounts that are told.
  if (!runway && query.suppositions.length > 1) return toldOnly(query, today)
  if (!runway) return sentOnly(query, await founder.queries.proposedRunway(), today)
  const isWhy = query.intent === 'runway.why' || (query.concepts.has('why') && OF_FIGURE.test(query.intent))
  const figure = isWhy ? figureNamed(query) : undefined
  const reason = figure && (await whyOfFigure({ ...query, intent: figure }, founder))
  if (reason) return { next: nextStep(runway), ...reason }
  const answer = {
    next: nextStep(runway),
    ...((await race(query, founder)) ??
      (query.intent === 'break-even.value' ? undefined : overMonths(query, runway, today)) ??
      operations[query.intent]?.(query, runway, today) ??
      (await answerFigure(query, founder))),
  }
  if (!isOfNow(query)) return answer
  const waiting = waitingLine(query, await founder.queries.proposedRunway(), runway)
  return waiting ? { ...answer, line: `${answer.line} ${waiting}` } : answer
}

const OF_FIGURE = /^(?:revenue|burn)\.(?:value|trend|compare)$/

/** "Why is revenue falling?" asks of that figure, and not of the runway. */
const figureNamed = ({ concepts }: Query): 'revenue.trend' | 'burn.trend' | undefined =>
  (['runway', 'netBurn', 'balance', 'breakEven'] as const).some((concept) => concepts.has(concept))
    ? undefined
    : concepts.has('revenue') && !concepts.has('burn')
      ? 'revenue.trend'
      : concepts.has('burn') && !concepts.has('revenue')
        ? 'burn.trend'
        : undefined

/** Nothing is recorded: what was proposed, or else how to propose it. */
const sentOnly = (query: Query, sent: RunwayPoint | undefined, today: IsoDate): Answer =>
  sent
    ? {
        line: `${waitingLine(query, sent) ?? 'Your growth squad has **not confirmed** the figures that you proposed.'} By them, ${lasting(sent, today)}.`,
        evidence: [`Balance ${usd(sent.bank_balance)} as of ${formatDate(sent.day)}; ${netLine(sent)}`],
      }
    : SENDS

const length: MoneyOperation = ({ spans, unit }, runway, today) => {
  if (spans.some((span) => span.to < today || isSince(span))) return undefined
  const months = runwayMonths(runway)
  const rest = { evidence: [netLine(runway), verdict(runway), recorded(runway)], next: nextStep(runway) }
  if (months === undefined) return { line: noEnd(runway), ...rest }
  if (months <= 0) return { line: 'The balance is **used up**: your runway is **0.0 months**.', ...rest }
  const weeks = months * (365.25 / 84)
  const other =
    unit === 'week'
      ? ` (about **${counted(Math.round(weeks), 'week')}**)`
      : unit === 'day'
        ? ` (about **${counted(Math.round(months * DAYS_PER_MONTH), 'day')}**)`
        : ''
  return { line: `Your runway is **${monthsText(months)}**${other}${endText(runway, today)}.`, ...rest }
}

const end: MoneyOperation = ({ ahead }, runway, today) => {
  const rest = { evidence: [netLine(runway), verdict(runway), recorded(runway)], next: nextStep(runway) }
  const months = runwayMonths(runway)
  const day = moneyEnds(runway, today)
  if (months === undefined) return { line: noEnd(runway), ...rest }
  if (!day) return { line: `Your money lasts **more than ten years** at this pace (${monthsText(months)}).`, ...rest }
  if (ahead) {
    const lasts = day >= ahead
    return {
      line: `**${lasts ? 'Yes' : 'No'}**: at this pace the money ends around **${formatDate(day)}**, ${counted(Math.abs(daysBetween(ahead, day)), 'day')} ${lasts ? 'after' : 'before'} ${formatDate(ahead)}.`,
      ...rest,
    }
  }
  return { line: `At this pace the money ends around **${formatDate(day)}**, in ${monthsText(months)}.`, ...rest }
}

const why: MoneyOperation = (_query, runway, today) => {
  const months = runwayMonths(runway)
  if (months === undefined) return { line: noEnd(runway), evidence: [netLine(runway), recorded(runway)] }
  return {
    line: `Because burn exceeds revenue by **${usd(netBurn(runway))} a month**: balance ${usd(runway.bank_balance)} ÷ net burn ${usd(netBurn(runway))} = **${monthsText(months)}**${endText(runway, today)}.`,
    evidence: [netLine(runway), recorded(runway)],
    next: nextStep(runway),
  }
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

const share: MoneyOperation = (_query, runway) => ({
  line:
    runway.monthly_burn > 0
      ? `Revenue covers **${Math.round((100 * runway.monthly_revenue) / runway.monthly_burn)}%** of your burn: ${usd(runway.monthly_revenue)} of ${usd(runway.monthly_burn)} a month.`
      : 'Your burn is **$0** a month, so there is nothing to cover.',
  evidence: [netLine(runway), recorded(runway)],
})

const multiple: MoneyOperation = (_query, runway) => ({
  line:
    runway.monthly_revenue > 0
      ? `Burn is **${(runway.monthly_burn / runway.monthly_revenue).toFixed(2)} times** your revenue: ${usd(runway.monthly_burn)} against ${usd(runway.monthly_revenue)} a month.`
      : `There is no revenue yet, so burn (${usd(runway.monthly_burn)} a month) has no multiple of it.`,
  evidence: [netLine(runway), recorded(runway)],
})

const PARTS = { day: 12 / 365.25, week: 12 / 52, month: 1, quarter: 3, year: 12 } as const

/** An amount of today, also for another time than a month: "per year", "a day". */
const amountNow =
  (of: 'revenue' | 'burn' | 'net-burn'): MoneyOperation =>
  ({ spans, unit = 'month', amounts }, runway, today) => {
    if (spans.some((span) => span.to < today || isSince(span) || (span.from < today && spans.length > 1)))
      return undefined
    const amount = of === 'revenue' ? runway.monthly_revenue : of === 'burn' ? runway.monthly_burn : netBurn(runway)
    const percent = amounts.find((one) => one.unit === 'percent' && one.noun === 'of')?.value
    if (percent !== undefined)
      return {
        line: `${percent}% of your ${of === 'net-burn' ? 'net burn' : `monthly ${of}`} are **${usd((amount * percent) / 100)}**.`,
        evidence: [netLine(runway), recorded(runway)],
      }
    const length = amounts.find((one) => one.unit === 'months' || one.unit === 'years')
    if (length)
      return {
        line: `${capitalized(length.unit === 'months' ? `${length.value} months` : `${length.value} years`)} of ${of === 'net-burn' ? 'net burn' : of} are **${usd(amount * length.value * (length.unit === 'years' ? 12 : 1))}**, at ${usd(amount)} a month.`,
        evidence: [netLine(runway), recorded(runway)],
      }
    const named = spans.length > 0 ? 'month' : unit
    const value = amount * PARTS[named]
    const times = named === 'month' ? '' : ` (${usd(Math.abs(amount))} a month)`
    const line =
      of !== 'net-burn'
        ? `Your ${of} is **${usd(value)} a ${named}**${times}.`
        : amount > 0
          ? `Your net burn is **${usd(value)} a ${named}**${times}: that is what the balance loses.`
          : amount === 0
            ? 'Your net burn is **$0**: revenue covers the burn exactly.'
            : `You are profitable: revenue exceeds burn by **${usd(-value)} a ${named}**${times}.`
    return { line, evidence: [netLine(runway), recorded(runway)], next: nextStep(runway) }
  }

const operations: Readonly<Partial<Record<Query['intent'], MoneyOperation>>> = {
  'runway.value': length,
  'runway.end': end,
  'runway.why': why,
  'runway.suppose': suppose,
  'runway.target': (query, runway, today) =>
    target(query, runway, today) ?? length({ ...query, spans: [] }, runway, today),
  'balance.forecast': forecast,
  'balance.suppose': left,
  'revenue.value': amountNow('revenue'),
  'burn.value': amountNow('burn'),
  'net-burn.value': amountNow('net-burn'),
  'break-even.value': breakEven,
  'revenue.share': share,
  'burn.multiple': multiple,
}
