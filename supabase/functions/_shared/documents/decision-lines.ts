import { formatDate } from '../../../../domain/dates.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import type { Listed } from '../listed.ts'
import type { DocumentDecision } from './records.ts'
import { quoted, titled } from './text.ts'

const answers = { yes: 'you were right', partly: 'you were partly right', no: 'you were wrong' } as const

const isAnswer = (text: string | null): text is keyof typeof answers => text !== null && text in answers

/**
 * Decisions, each with its outcome where that is known.
 * @param reader investors do not get what the squad wrote to the founder
 */
export const decisionLines = ({ count, rows }: Listed<DocumentDecision>, reader: 'founder' | 'investors'): string[] => [
  // In the order of time, as a report is read.
  ...rows.toReversed().map((decision) => {
    const { date, title, outcome, was_right, result } = decision
    const isKnown = outcome.trim() !== '' && isAnswer(was_right)
    const answer = isKnown && reader === 'founder' ? ` (${answers[was_right]})` : ''
    return [
      `${formatDate(date)}: ${titled('decision', decision, title)}`,
      ...(isKnown ? [`what came of it: ${quoted(outcome)}${answer}`] : []),
      ...(result.trim() !== '' && reader === 'founder' ? [`the squad’s view: ${quoted(result)}`] : []),
    ].join('; ')
  }),
  ...more(count - rows.length),
]

export const dueDecisionLines = ({ count, rows }: Listed<DocumentDecision>): string[] => [
  ...rows.map(
    (decision) =>
      `${titled('decision', decision, decision.title)}${decision.review_on ? `, due on ${formatDate(decision.review_on)}` : ''}`,
  ),
  ...more(count - rows.length),
]

const more = (count: number): string[] => (count > 0 ? [`and ${formatCount(count)} more`] : [])
