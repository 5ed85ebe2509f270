import { daysBetween } from '../../../../../domain/days.ts'
import { formatCount } from '../../../../../domain/numbers.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import { counted } from '../text.ts'
import type { Answer } from '../answer.ts'
import type { Calculation } from '../understand/arithmetic.ts'
import { dayAhead, spanIn, type Span } from '../understand/spans.ts'
import type { Aside } from '../understand/asides.ts'
import type { Question } from '../understand/understand.ts'

const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 })
const ASK = 'ask me about your goals, check-ins, decisions, loops, runway or squad.'

/** One honest line to what has nothing to do with the founder's records. */
export function answerAside({ text }: Question, aside: Aside, name: string, today: IsoDate): Answer {
  const between = aside === 'date' && /\bbetween\b|\bsince\b/.test(text) ? spanIn(text, today) : undefined
  if (between) return daysBetweenAnswer(between)
  const past = aside === 'date' && /\b(?:was|ago)\b/.test(text) ? spanIn(text, today) : undefined
  if (past && past.from === past.to) return { line: `That was **${dayName(past.from)}**.`, evidence: [] }
  const ahead = aside === 'date' && !/(?<!\bfrom )\btoday\b/.test(text) ? dayAhead(text, today) : undefined
  if (ahead) return dayAnswer(text, ahead, today)
  const line = ((): string => {
    switch (aside) {
      case 'greeting':
        return `Hello${name ? ` ${name}` : ''}. What would you like to know about your company?`
      case 'thanks':
        return 'Gladly. I am here when the next question comes.'
      case 'complaint':
        return 'Sorry about that. Ask again with the month, the loop or the amount that you mean: my answers name the records that they come from.'
      case 'self':
        return 'I am the built-in coach: I answer from your own records by arithmetic, and from a small library; no AI model is connected.'
      case 'instructions':
        return 'I only answer from your own records and a small library; there is nothing else that I could show, repeat or translate, and nothing of other founders.'
      case 'date':
        if (/\byear\b/.test(text) && /\bleft\b|\buntil\b|\bremain/.test(text)) return daysOfYearLeft(today)
        return `Today is **${dayName(today)}** (UTC); **${counted(daysLeft(today), 'day')}** of the month ${daysLeft(today) === 1 ? 'is' : 'are'} left.`
      case 'impossible':
        return 'I **cannot do that**: I only answer questions about your own records, draft messages to your squad, and have a small library for founders.'
      default:
        return aside satisfies never
    }
  })()
  return {
    line,
    evidence: [],
    ...(aside === 'greeting' || aside === 'self' || aside === 'impossible' || aside === 'instructions'
      ? { next: ASK }
      : {}),
  }
}

const dayAnswer = (text: string, day: IsoDate, today: IsoDate): Answer => {
  const [days, written] = [counted(daysBetween(today, day), 'day'), dayName(day)]
  return {
    line: /\bhow many weeks\b/.test(text)
      ? `**${(daysBetween(today, day) / 7).toFixed(1)} weeks** until ${written}: ${days}.`
      : /\bhow (?:many|long)\b/.test(text)
        ? `**${days}** until ${written}.`
        : `That is **${written}**, in ${days}.`,
    evidence: [],
  }
}

const daysBetweenAnswer = ({ from, to }: Span): Answer => ({
  line: `**${counted(daysBetween(from, to), 'day')}** from ${dayName(from)} to ${dayName(to)}.`,
  evidence: [],
})

const dayName = (day: IsoDate): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(day))

const daysOfYearLeft = (today: IsoDate): string => {
  const end: IsoDate = `${Number(today.slice(0, 4))}-12-31`
  return `**${counted(daysBetween(today, end), 'day')}** of the year are left after today, ${dayName(today)} (UTC).`
}

/** Days of the month after this one. */
const daysLeft = (today: IsoDate): number =>
  new Date(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)), 0)).getUTCDate() - Number(today.slice(8))

export const answerCalculation = ({ expression, result }: Calculation): Answer => ({
  line: `${expression} = **${Number.isInteger(result) ? formatCount(result) : numbers.format(result)}**.`,
  evidence: [],
})
