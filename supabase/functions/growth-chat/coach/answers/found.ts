import { formatDate } from '../../../../../domain/dates.ts'
import type { Goal } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { AskingFounder, Found } from '../founder.ts'
import { from, nameOf, quoted, titled } from '../text.ts'
import { termsOf } from '../understand/terms.ts'
import { plain } from '../understand/plain.ts'
import type { Subject } from '../understand/subjects.ts'

/** Words that say how something is asked, not about what. */
const QUESTION_WORDS = new Set(
  `what which who whom when where why how does did do done have has had is are was were will would could should can may might
  the and for with from into about regarding that this these those there here my our your their his her its any some all ever
  tell told say said says write wrote written mention mentioned show list find give read look know think want goal goals note
  notes decision decisions check checkin check-in checkins squad team message messages week month year day today date time me
  i we you they it a an of on in to at by as or if not no yes so be been being one more most much many last first next long
  happened happen happens according according record records ever please still yet after before during since over under per
  reason outcome result results came come go goes get got make made advice think learn learned pay paid dont cant`.split(
    /\s+/,
  ),
)
/** Searches of one question at most, and words in one. */
const MAX_SEARCHES = 8
const MAX_WORDS = 5

const KINDS: Partial<Record<Subject, readonly Found['kind'][]>> = {
  goals: ['goal'],
  decisions: ['decision'],
  notes: ['note'],
  squad: ['squad-message', 'note'],
  'check-ins': ['check-in'],
}

/** The words of a question that are about something. */
export const contentWords = (question: string): string[] =>
  [...new Set(plain(question).match(/[\p{L}\d][\p{L}\d-]{2,}|\d+/gu) ?? [])].filter((word) => !QUESTION_WORDS.has(word))

/** Records that have the words of a question, or as many of them as there are; those with more first. */
export async function recordsAbout(
  question: string,
  { queries }: AskingFounder,
  subject?: Subject,
): Promise<{ readonly words: string; readonly found: readonly Found[] }> {
  const all = contentWords(question)
  const terms = all.filter((word) => /^\d/.test(word) || termsOf(word).length > 0)
  const words = (terms.some((term) => !/^\d/.test(term)) ? terms : all).slice(0, MAX_WORDS)
  const without = words.length > 2 ? words.map((word) => words.filter((other) => other !== word)) : []
  const single = words.length > 1 ? words.filter((word) => word.length > 4).map((word) => [word]) : []
  const searches = [words, ...without, ...single].filter((some) => some.length > 0).slice(0, MAX_SEARCHES)
  const kinds = subject && KINDS[subject]
  const results = await Promise.all(searches.map((some) => queries.find(some.join(' '), kinds)))
  return { words: words.join(' '), found: results.find((found) => found.length > 0) ?? [] }
}

/** An answer by full text search: what the founder's records say about the words of the question. */
export async function answerFound(
  question: Parameters<Answerer>[0],
  founder: AskingFounder,
  subject?: Subject,
): Promise<Answer | undefined> {
  const { words, found } = await recordsAbout(question.asked, founder, subject)
  const [best, ...others] = found
  if (!best) return undefined
  const lineOf = (found: Found) => foundLine(found, founder.context.goals)
  return {
    line: lineOf(best),
    evidence: [...notAsFigure(question.text), ...others.map(lineOf)],
    next: `look at it again, and decide what follows for “${quoted(words).slice(1, -1)}”.`,
  }
}

/** A number that is in a record's text is no number that is kept. */
export const notAsFigure = (text: string): readonly string[] =>
  /\bhow (?:many|much|often)\b|\bwhat (?:do|does|did) \p{L}+ (?:pay|cost|earn|owe)\b/u.test(text)
    ? ['It is not recorded as a figure of its own: this is what is written about it.']
    : []

/** Nothing is written about the words of a question. */
export const nothingAbout = (question: string, noun: string): string =>
  `There is **no ${noun} about ${quoted(contentWords(question).join(' '))}** in your records.`

/** Quotes name a record: nothing else is to be looked for. */
export const excludedByQuotes = (asked: string): boolean => /“[^”]+”|"[^"]+"/.test(asked)

/** @param goals those that are known with their state */
export function foundLine(
  { kind, id, title, excerpt, date }: Found,
  goals: readonly Pick<Goal, 'id' | 'completed'>[],
): string {
  switch (kind) {
    case 'goal': {
      const known = goals.find((goal) => goal.id === id)
      const state = known ? (known.completed ? ', is **done**' : ', is **open**') : ''
      return `The goal ${titled('goal', { id }, title)}, set on ${formatDate(date)}${state}.`
    }
    case 'note':
      return `The note ${titled('note', { id }, title)} of ${formatDate(date)}${excerpt ? `: ${quoted(excerpt, 200)}` : ''}.`
    case 'decision':
      return `The decision ${titled('decision', { id }, title)} of ${formatDate(date)}${excerpt ? `: ${quoted(excerpt, 200)}` : ''}.`
    case 'check-in':
      return `Week of ${formatDate(title)}${from('check-in', { id })}: ${quoted(excerpt, 200)}.`
    case 'squad-message':
    case 'cofounder-message':
      return `${title === '' ? 'You' : nameOf(title)} wrote on ${formatDate(date)}: ${quoted(excerpt.replace(/^To: [a-z, -]+?\s(?=\S)/, ''), 200)}.`
    default:
      return kind satisfies never
  }
}
