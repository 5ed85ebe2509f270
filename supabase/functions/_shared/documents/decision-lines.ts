import { formatDate } from '../../../../domain/dates.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import type { DocumentDecision, Listed } from './records.ts'
import { quoted, titled } from './text.ts'

const answers = { yes: 'right', partly: 'partly right', no: 'wrong' } as const

const isAnswer = (text: string | null): text is keyof typeof answers => text !== null && text in answers

/** What was decided, and what came of it where that is known. */
export const decisionLines = ({ count, rows }: Listed<DocumentDecision>): string[] => [
  // In the order of time, as a report is read.
  ...rows.toReversed().map((decision) => {
    const { date, title, outcome, was_right, result } = decision
    return [
      `${formatDate(date)}: ${titled('decision', decision, title)}`,
      ...(outcome.trim() !== '' && isAnswer(was_right)
        ? [`what came of it: ${quoted(outcome)} (you were ${answers[was_right]})`]
        : []),
      ...(result.trim() !== '' ? [`the team’s view: ${quoted(result)}`] : []),
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
