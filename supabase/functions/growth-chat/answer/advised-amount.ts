import { formatDate } from '../../../../domain/dates.ts'
import { netBurn } from '../../../../domain/runway.ts'
import { FOUNDER_AS_SENDER } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, nameOf, quoted, usd } from '../text.ts'
import { amountsIn } from '../understand/amounts.ts'
import { phraseWords } from '../understand/phrase.ts'
import { plain } from '../understand/plain.ts'
import type { Answer } from './answer.ts'

const LESS = /\b(?:discount|off|less|rebate|deduct)\b/i
/** A bare number from here on is money: "the invoice is 10000". */
const LARGE = 500
const DAYS_PER_MONTH = 365.25 / 12

/**
 * "The invoice is $14,000, what comes in by his plan?": an amount that is told, under the shares that somebody of the squad
 * has advised: "half of it, with a discount of 4 percent". Undefined where no message has such shares.
 */
export function advisedAmount(
  { amounts, concepts, about, person }: Query,
  { context }: AskingFounder,
): Answer | undefined {
  const [told, ...others] = amounts.filter(
    ({ unit, value }) => unit === 'money' || (unit === 'count' && value >= LARGE),
  )
  if (!told || others.length > 0 || !concepts.has('advised')) return undefined
  const words = new Set(about)
  const message = context.messages.find(
    ({ sender, content }) =>
      sender !== FOUNDER_AS_SENDER &&
      (sender === person || phraseWords(content).some((word) => words.has(word))) &&
      sharesIn(content).length > 0,
  )
  if (!message) return undefined
  const shares = sharesIn(message.content)
  const value = shares.reduce((rest, { factor }) => rest * factor, told.value)
  const net = context.runway ? netBurn(context.runway) : 0
  const days = net > 0 ? Math.round((value / net) * DAYS_PER_MONTH) : 0
  return {
    line: `${usd(told.value)}${shares.map(({ says }) => says).join('')} = **${usd(value)}**, by what ${nameOf(message.sender)} wrote on ${formatDate(message.date)}: ${quoted(message.content, 160)}.${days > 0 ? ` That pays about **${counted(days, 'day')}** of your net burn.` : ''}`,
    next: 'ask for it in writing, with a date.',
  }
}

const PARTS: Readonly<Record<string, number>> = {
  half: 1 / 2,
  'a third': 1 / 3,
  'two thirds': 2 / 3,
  'a quarter': 1 / 4,
}
const PART = /\b(?:half|a third|two thirds|a quarter)\b/

/** The shares of an amount that a text names: a part of it, and what is taken off. */
function sharesIn(text: string): readonly { readonly factor: number; readonly says: string }[] {
  const [part] = PART.exec(plain(text)) ?? []
  const taken = LESS.test(text) ? amountsIn(plain(text)).filter(({ unit }) => unit === 'percent') : []
  return [
    ...(part === undefined ? [] : [{ factor: PARTS[part] ?? 1, says: ` × ${Math.round((PARTS[part] ?? 1) * 100)}%` }]),
    ...taken.map(({ value }) => ({ factor: 1 - value / 100, says: ` − ${value}%` })),
  ]
}
