import { formatChange } from '../../../../domain/numbers.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { MoneyFigure, Query } from '../query.ts'
import { usd } from '../text.ts'
import { monthsAfter, sinceSpan } from '../understand/calendar-spans.ts'
import type { Answer } from './answer.ts'
import { capital, pairOf } from './figures.ts'
import { measures, netLine } from './measures.ts'

/** Months that two amounts are compared over where no time is named. */
const USUAL_MONTHS = 3

const RACED = new Set(['value', 'compare', 'trend'])

/** "Did revenue grow faster than burn?": the change of two amounts of money over one time, as shares of what they were. */
export async function race(query: Query, founder: AskingFounder): Promise<Answer | undefined> {
  const { today, runway } = founder.context
  const [one, other] = query.money
  if (!runway || !one || !other || !query.concepts.has('race') || !RACED.has(query.intent.split('.')[1] ?? ''))
    return undefined
  const spans = query.spans.length > 0 ? query.spans : [sinceSpan(monthsAfter(today, -USUAL_MONTHS), today)]
  const [first, second] = [
    await growth(one, { ...query, spans }, founder),
    await growth(other, { ...query, spans }, founder),
  ]
  if (!first || !second) return undefined
  const isFalling = first.share < 0 && second.share < 0
  const isFirst = isFalling ? first.share < second.share : first.share > second.share
  const [ahead, behind] = isFirst ? [first, second] : [second, first]
  const verdict = query.asksWhether && !query.isChoice ? `**${isFirst ? 'Yes' : 'No'}**: ` : ''
  const way = first.share === second.share ? 'changed as much as' : isFalling ? 'fell more than' : 'grew faster than'
  const line = `${verdict}${ahead.name} ${way} ${behind.name} from ${first.since}: **${ahead.says}** against **${behind.says}**.`
  return {
    line: capital(line),
    evidence: [ahead.detail, behind.detail, netLine(runway)],
  }
}

async function growth(figure: MoneyFigure, query: Query, founder: AskingFounder) {
  const measure = measures[figure]
  if (!measure) return undefined
  const { today } = founder.context
  const begins = await measure.begins(query, founder)
  const pair = pairOf(query, measure, today)
  const [earlier, later] =
    begins !== undefined && begins > pair[0].to
      ? pairOf({ ...query, spans: [sinceSpan(begins, today)] }, measure, today)
      : pair
  const [then, now] = await measure.read([earlier, later], query, founder)
  if (!then?.value || now?.value === undefined) return undefined
  const share = (now.value - then.value) / Math.abs(then.value)
  const name = figure === 'net-burn' ? 'net burn' : figure
  return {
    name,
    share,
    since: `${earlier.label.replace(/^(?:in|on) /, '')} to ${later.from === today ? 'today' : later.label.replace(/^in /, '')}`,
    says: `${formatChange(Number((100 * share).toFixed(1)))}%`,
    detail: `${capital(name)}: ${usd(then.value)} → ${usd(now.value)}${figure === 'balance' ? '' : ' a month'}.`,
  }
}
