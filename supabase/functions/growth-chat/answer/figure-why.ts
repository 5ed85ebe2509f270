import { FOUNDER_AS_SENDER } from '../../_shared/founder-records.ts'
import { addDays } from '../../../../domain/days.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query, Subject } from '../query.ts'
import type { Answer } from './answer.ts'
import { answerFigure } from './figures.ts'
import { foundLine, keyOf, searchRecords, type Kind } from './search.ts'

/** Words by which people write of what moves a figure. */
const WORDS: Readonly<Partial<Record<Subject, readonly string[]>>> = {
  revenue: ['revenue', 'sales', 'income', 'churn'],
  burn: ['burn', 'costs', 'spending', 'bill', 'budget'],
}
const KINDS: readonly Kind[] = ['squad-message', 'note', 'check-in', 'decision']
/** Days within which something that was written may be about today's change. */
const RECENT_DAYS = 120

/**
 * "Why is revenue falling?": no figure has a reason, so what somebody wrote of it of late, and how it has moved; undefined
 * for figures that are computed of others.
 */
export async function whyOfFigure(before: Query, founder: AskingFounder): Promise<Answer | undefined> {
  const subject = before.intent.split('.')[0] as Subject
  const words = WORDS[subject]
  if (!words || !founder.context.runway) return undefined
  const trend = await answerFigure({ ...before, intent: `${subject}.trend` as Query['intent'], spans: [] }, founder)
  const since = addDays(founder.context.today, -RECENT_DAYS)
  const searches = await Promise.all(words.map((word) => searchRecords([word], founder, KINDS)))
  const [best, ...others] = [
    ...new Map(searches.flatMap(({ found }) => found).map((one) => [keyOf(one), one])).values(),
  ]
    .filter(
      ({ kind, title, date }) =>
        date >= since && !(kind === 'squad-message' && (title === '' || title === FOUNDER_AS_SENDER)),
    )
    .toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
  return {
    ...trend,
    line: best
      ? `No reason is **recorded** with the figure; the nearest that somebody wrote: ${foundLine(best, words)} ${trend.line}`
      : `Why is **not recorded**. ${trend.line}`,
    evidence: [...others.slice(0, 2).map((one) => foundLine(one, words)), ...(trend.evidence ?? [])],
  }
}
