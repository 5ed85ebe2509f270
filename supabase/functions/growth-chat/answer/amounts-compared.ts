import { formatChange } from '../../../../domain/numbers.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { daysBetween } from '../../../../domain/days.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { MoneyFigure, Query } from '../query.ts'
import { enumerated, usd } from '../text.ts'
import { buildQuery } from '../understand/build-query.ts'
import { isSince, unitSpan, type Span } from '../understand/calendar-spans.ts'
import { entitiesIn } from '../understand/entities.ts'
import { plain } from '../understand/plain.ts'
import type { Understood } from '../understand/understand.ts'
import type { Answer } from './answer.ts'
import { capital, pairOf } from './figures.ts'
import { measures } from './measures.ts'

/** What no amount of the runway is: a message that names it asks for that too. */
const OTHER =
  /\b(?:runway|demos?|conversions?|loops?|calls?|goals?|decisions?|mood|check-?ins?|wins?|blockers?|due|enough|last(?:s|ing)? (?:for|until|\d))\b/
const ENTRY = /\brunway (?:entr|record|figure)\w*/g
const IS_VALUE = /^(?:balance|revenue|burn|net-burn)\.value$/
const MOVED =
  /\b(?:chang\w*|mov(?:e|ed|ing)|compar\w*|differen\w*|gone|went|going|gr[eo]w\w*|fell|fall(?:en)?|dropp?\w*|ris(?:e|en|ing)|rose|up|down|smaller|bigger|narrow\w*|wider|vs|versus|against|develop\w*)\b/
const AMOUNT = String.raw`(?:burn|revenue|income|balance|cash|costs?|spending)(?: rate)?`
/** "My burn and our revenue" */
const LISTED = new RegExp(String.raw`\b${AMOUNT}(?:,|,? and|,? plus) (?:(?:my|our|the|monthly) )*${AMOUNT}\b`)
const FELL = /\b(?:fell|fallen|falling|dropped|shrunk|shrank|decreased|down)\b/
const IS_MORE = /\bwhich\b.*\b(?:more|most|faster|stronger)\b/

/** "What changed between the September and the October entry: revenue, burn, and the gap?" Each amount, at both times. */
export async function amountsCompared(
  text: string,
  { query: understood, rest }: Understood,
  founder: AskingFounder,
): Promise<Answer | undefined> {
  const { context } = founder
  const asked = plain(text)
  if (!context.runway || OTHER.test(asked.replaceAll(ENTRY, ''))) return undefined
  const query = buildQuery('revenue.compare', entitiesIn(text, context, context.today))
  const figures = figuresIn(query, asked)
  if (figures.length < 2 || query.suppositions.length + query.loops.length > 0 || query.ahead) return undefined
  if (!MOVED.test(asked))
    return LISTED.test(asked) && rest === undefined && IS_VALUE.test(understood.intent)
      ? amountsSaid(figures, query, founder)
      : undefined
  const pair = await pairMeant(query, founder)
  // "Is revenue growing faster than burn?" asks which is ahead.
  if (!pair || (query.concepts.has('race') && !/\bdollars?\b/.test(asked))) return undefined
  const known = (await readingsOf(figures, pair, query, founder)).flatMap(({ figure, values: [was, now] }) =>
    was === undefined || now === undefined ? [] : [{ figure, was, now }],
  )
  if (known.length < 2) return undefined
  const lead = IS_MORE.test(asked) && known.length === 2 ? moreOf(known, FELL.test(asked)) : ''
  const [earlier, later] = pair
  return {
    line: `${lead}${capital(labelOf(earlier))} to ${later.to >= context.today ? 'today' : labelOf(later)}: ${enumerated(known.map(said))}.`,
    evidence: ['From your runway history, which your growth squad keeps.'],
  }
}

/** "What is my burn and my revenue?" */
async function amountsSaid(
  figures: readonly MoneyFigure[],
  query: Query,
  founder: AskingFounder,
): Promise<Answer | undefined> {
  const [first, another] = query.spans
  if (another) return undefined
  const span = first && first.from < founder.context.today ? first : undefined
  const read = await readingsOf(figures, [span], query, founder)
  const lines = read.flatMap(({ figure, values: [value] }) =>
    value === undefined
      ? []
      : [`${measures[figure]?.name ?? ''} ${span ? 'was' : 'is'} **${measures[figure]?.format(value) ?? ''}**`],
  )
  return lines.length === figures.length
    ? { line: `${capital([...(span ? [span.label] : []), enumerated(lines)].join(' '))}.` }
    : undefined
}

const readingsOf = (
  figures: readonly MoneyFigure[],
  spans: readonly (Span | undefined)[],
  query: Query,
  founder: AskingFounder,
) =>
  Promise.all(
    figures.map(async (figure) => ({
      figure,
      values: ((await measures[figure]?.read(spans, query, founder)) ?? []).map(({ value }) => value),
    })),
  )

/** The amounts that are named; the gap is what more goes out than comes in. */
const figuresIn = ({ money }: Query, text: string): readonly MoneyFigure[] =>
  /\bgap\b|\bmonthly loss\b/.test(text) && !money.includes('net-burn') ? [...money, 'net-burn'] : money

/** Days of the shortest month. */
const MONTH = 27

/** Two times that are named, or one and today. */
async function pairMeant(query: Query, founder: AskingFounder): Promise<readonly [Span, Span] | undefined> {
  const { today } = founder.context
  const [span, another] = query.spans
  const measure = measures.revenue
  if (!span || !measure) return undefined
  // "Between the September and the October entry" is one span of both months.
  const days = daysBetween(span.from, span.to)
  // Amounts are recorded once a month or so: a week has none of its own.
  if (!another && !isSince(span) && days > 0 && days < MONTH) return undefined
  const isOfMonths = !another && !isSince(span) && span.to < today && span.from.slice(0, 7) !== span.to.slice(0, 7)
  if (isOfMonths) return [unitSpan('month', span.from), unitSpan('month', span.to)]
  const begins = await measure.begins(query, founder)
  const [earlier, later] = pairOf(query, measure, today)
  return begins === undefined || earlier.to >= begins ? [earlier, later] : [unitSpan('day', begins), later]
}

const labelOf = ({ label, from, to }: Span): string =>
  from === to ? formatDate(to) : label.replace(/^(?:in|on|as of|since) /, '')

interface Moved {
  readonly figure: MoneyFigure
  readonly was: number
  readonly now: number
}

const NAMES: Readonly<Record<MoneyFigure, string>> = {
  balance: 'bank balance',
  revenue: 'revenue',
  burn: 'burn',
  'net-burn': 'net burn',
}

const shareOf = ({ was, now }: Moved): number => (was === 0 ? 0 : (100 * (now - was)) / Math.abs(was))

function said({ figure, was, now }: Moved): string {
  const difference = now - was
  const percent = was === 0 ? '' : `, ${formatChange(Number(shareOf({ figure, was, now }).toFixed(1)))}%`
  const change = difference === 0 ? 'the same' : `**${difference > 0 ? '+' : '-'}${usd(Math.abs(difference))}**${percent}`
  const gap = figure === 'net-burn' ? gapSaid(was, now) : ''
  return `${NAMES[figure]} ${usd(was)} → **${usd(now)}** (${change})${gap}`
} // prettier-ignore

/** Whether more, or less, goes out than comes in than before. */
const gapSaid = (was: number, now: number): string =>
  was === now ? '' : now < was ? ', so the gap is **smaller**' : ', so the gap is **bigger**'

/** Which of two amounts went up, or down, more; empty where a share of nothing would say it, or both went the other way. */
function moreOf([first, second]: readonly Moved[], isDown: boolean): string {
  if (!first || !second || first.was === 0 || second.was === 0) return ''
  if ([first, second].every(({ was, now }) => (isDown ? now >= was : now <= was))) return ''
  const sign = isDown ? -1 : 1
  const inDollars = sign * (first.now - first.was) > sign * (second.now - second.was) ? first : second
  const inShare = sign * shareOf(first) > sign * shareOf(second) ? first : second
  const went = isDown ? 'fell' : 'went up'
  return inDollars === inShare
    ? `**${capital(NAMES[inShare.figure])}** ${went} more, in dollars and in percent. `
    : `**${capital(NAMES[inShare.figure])}** ${went} more in percent, ${NAMES[inDollars.figure]} in dollars. `
}
