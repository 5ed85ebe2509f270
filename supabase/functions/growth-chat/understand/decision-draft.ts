import * as chrono from 'chrono-node/en'
import { addDays } from '../../../../domain/days.ts'
import { reviewDays } from '../../../../domain/decisions.ts'
import { truncate } from '../../../../domain/truncate.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { isoDate, monthsAfter, unitSpan, yearOf } from './calendar-spans.ts'
import { plain } from './plain.ts'
import { findSpans } from './spans.ts'

/** A decision as it is dictated. */
export interface DecisionDraft {
  readonly title: string
  readonly reason: string
  /** When it is to be looked at again. */
  readonly reviewOn: IsoDate | undefined
}

const AGAIN = String.raw`(?:(?:please |pls |let'?s |i'?ll |we'?ll |will |and |then |to |remind me to |set a )*(?:review(?: date| day| on)?|re-?check|revisit|re-?evaluate|reconsider|remind me|ask me(?: again)?|(?:check|look)(?: (?:on )?(?:it|this|that))?(?: back)? again|look(?: back)? at (?:it|this|that)(?: again)?|(?:i |we )?(?:want|wanna|need|plan) to (?:check|look)(?: back)?(?: (?:on|at|in on) (?:it|this|that))?(?: again)?|check (?:on )?(?:it|this|that)|check (?:back|in)|come back(?: to (?:it|this|that))?|look[- ]again(?: date| day| on)?|again))`
const REVIEW = new RegExp(
  String.raw`(?:^|[.,;!\n]\s*|\s(?:and|then)\s+|\s)\(?${AGAIN}(?:\s+(?:it|this|that|again|please|pls))*\s*[:=]?\s*(?:on |in |at |by |around |from |for )?(?<when>[^.,;\n]{3,40})[.,;!)]*`,
  'gi',
)
const REASON =
  /(?:^|[,;.!\n(–—-]\s*|\s+)(?:(?:and |the |my |our |main )*(?:because|bc|cuz|coz|since|as we|reason(?:ing)?(?:(?:'s| is| was|:|,| -)(?= ))?:?|why:|so that|porque|weil)|cause)\s+(?:of |that |is )?(?<reason>.+)$/is
const CLOSING =
  /[\s.,;!–—-]+(?:(?:and|so|please|pls|plz|can you|could you|now) )*(?:log|note|write|put|save|record|add|file|capture)(?: (?:it|that|this|the decision|that one))?(?: down| in| up)?(?: as (?:an? |my |our )?decision| (?:in|to|into) (?:the|my) (?:decision )?log| in (?:the|my) (?:brain|founder brain))?(?: please| pls| thx| thanks| for me)*[\s.!]*$/i

/**
 * @example
 * decisionDraft('we stop cold mail, reason 4 of 1,825. check again end of jan', (text) => text, '2026-11-27')
 * // { title: 'We stop cold mail', reason: '4 of 1,825', reviewOn: '2027-01-31' }
 */
export function decisionDraft(dictated: string, bodyOf: (text: string) => string, today: IsoDate): DecisionDraft {
  const { text, day } = withoutReview(dictated.replace(CLOSING, ''), today)
  const found = REASON.exec(text)
  const title = bodyOf(found ? text.slice(0, found.index) : text)
    .replace(/^(?:(?:we|i|i've|we've|have) )*decided(?: today| now)?(?: (?:to|that|on)\b|:|,)?\s*/i, '')
    .replace(/[\s,;.:–—-]+$/, '')
  return {
    title: truncate(sentence(title), 200),
    reason: sentence((found?.groups?.['reason'] ?? '').replace(CATEGORY, '').replace(/[\s.,;)]+$/, '')),
    reviewOn: day,
  }
}

/** The form has a field of its own for it. */
const CATEGORY = /[.,;]\s*category:? \p{L}+\W*$/iu

/** The text without the sentence that says when it is looked at again, and that day. */
export function withoutReview(text: string, today: IsoDate): { readonly text: string; readonly day: IsoDate | undefined } {
  for (const { 0: found, index, groups } of text.matchAll(REVIEW)) {
    const day = dayAhead(groups?.['when'] ?? '', today)
    if (day) {
      const [before, after] = [text.slice(0, index), text.slice(index + found.length).trim()]
      return { text: [before.trimEnd(), after].filter(Boolean).join('. '), day }
    }
  }
  return { text, day: undefined }
} // prettier-ignore

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const PART = String.raw`(?:the )?(?:(?<part>end|mid|middle|late|start|beginning|early)(?: of)? )?(?:the )?`
const MONTH = new RegExp(
  String.raw`^${PART}(?<month>jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|tember|ober)?(?:,? (?<year>20\d\d))?(?! \d| the \d)\b`,
)
const QUARTER = new RegExp(String.raw`^${PART}q(?<quarter>[1-4])(?:,? (?:of )?(?<year>20\d\d))?\b`)

/** The next day that a text names, the first of a month or quarter; undefined without one within three years. */
export function dayAhead(said: string, today: IsoDate): IsoDate | undefined {
  const text = plain(said)
  const { part = '', month, year, quarter } = MONTH.exec(text)?.groups ?? QUARTER.exec(text)?.groups ?? {}
  const last = reviewDays(today).last
  const within = (day: IsoDate | undefined) => (day && day > today && day <= last ? day : undefined)
  if (month || quarter) {
    const index = month ? MONTHS.indexOf(month.slice(0, 3)) : (Number(quarter) - 1) * 3
    const dayIn = (of: number) => dayOfPart(isoDate(of, index, 1), part, month ? 1 : 3)
    const day = dayIn(year ? Number(year) : yearOf(today))
    return within(year || day > today ? day : dayIn(yearOf(today) + 1))
  }
  const next = /^(?:next|the coming) (?<unit>week|month|quarter|year)\b/.exec(text)?.groups?.['unit']
  if (next) return within(unitSpan(next as 'week', today, 1).from)
  const ahead = findSpans(text, today).find(({ isAhead, start }) => isAhead && start < 12)?.span.to
  const parsed = chrono.parse(text, new Date(`${today}T12:00:00Z`), { forwardDate: true })
  const first = parsed.find(({ index, start }) => index < 8 && (start.isCertain('day') || start.isCertain('weekday') || start.isCertain('month'))) // prettier-ignore
  return within(ahead) ?? within(first && (first.start.date().toISOString().slice(0, 10) as IsoDate))
}

/** @param from the first day of the month or quarter */
function dayOfPart(from: IsoDate, part: string, months: number): IsoDate {
  if (/end|late/.test(part)) return addDays(monthsAfter(from, months), -1)
  return /mid/.test(part) ? addDays(from, months === 1 ? 14 : 44) : from
}

const sentence = (text: string): string => text.trim().slice(0, 1).toUpperCase() + text.trim().slice(1)
