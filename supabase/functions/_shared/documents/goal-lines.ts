import { formatDate } from '../../../../domain/dates.ts'
import type { DocumentSpan } from '../../../../domain/documents.ts'
import { deadlineOf } from '../goal-deadline.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { Listed } from '../listed.ts'
import type { DocumentGoal, DocumentRecords } from './records.ts'
import { counted } from '../text.ts'
import { titled } from './text.ts'

/** Goals that an investor update names. */
const MAX_LONG_GOALS = 5

const deadline = ({ period, planned }: DocumentGoal): IsoDate => deadlineOf(period, new Date(planned), 'UTC')

/** A goal by its text; of several with the same one, with the day on which it was set. */
function namesOf(goals: readonly DocumentGoal[]): (goal: DocumentGoal) => string {
  const isSame = (a: DocumentGoal, b: DocumentGoal) => a.text.trim().toLowerCase() === b.text.trim().toLowerCase()
  return (goal) =>
    titled('goal', goal, goal.text) +
    (goals.some((other) => other.id !== goal.id && isSame(other, goal)) ? `, set on ${formatDate(goal.set)}` : '') +
    (goal.progress === undefined ? '' : `, ${goal.progress}`)
}

/** How many of the goals set in the time are done; then the goals done in it. */
export function doneGoalLines({ goalsSet, goalsDone }: Pick<DocumentRecords, 'goalsSet' | 'goalsDone'>): string[] {
  if (goalsSet.count === 0 && goalsDone.count === 0) return []
  const nameOf = namesOf(goalsDone.rows)
  return [
    goalsSet.count === 0
      ? 'No goal was set in this period'
      : `${formatCount(goalsSet.done)} of the ${counted(goalsSet.count, 'goal')} set in this period ${goalsSet.done === 1 ? 'is' : 'are'} done`,
    `${counted(goalsDone.count, 'goal')} ${goalsDone.count === 1 ? 'was' : 'were'} finished in this period, ${goalsDone.count === 1 ? 'whenever it was set' : 'whenever they were set'}`,
    ...goalsDone.rows.toReversed().map((goal) => `Done: ${nameOf(goal)} (${goal.period})`),
    ...more(goalsDone),
  ]
}

/**
 * Goals for longer than a week, as investors read them: where some have a number or a link to others, only these, since
 * the rest may be the founder's own, such as a holiday. No number of an earlier day is recorded: it is today's.
 */
export function longGoalLines({ rows }: Listed<DocumentGoal>, { to }: DocumentSpan, today: IsoDate): string[] {
  const long = rows.filter(({ period }) => period !== 'weekly')
  const planned = long.filter(
    ({ id, isMeasured, parent }) => isMeasured || parent || rows.some((other) => other.parent === id),
  )
  const nameOf = namesOf(long)
  const shown = (planned.length > 0 ? planned : long)
    .toSorted((a, b) => deadline(a).localeCompare(deadline(b)))
    .slice(0, MAX_LONG_GOALS)
  return shown.map(
    (goal) => `${nameOf(goal)}${goal.progress !== undefined && to < today ? ' today' : ''} (${goal.period})`,
  )
}

/** A plan for a week that comes is read then: what ends before it is overdue by then. */
const dayOfReading = ({ from }: DocumentSpan, today: IsoDate): IsoDate => (from > today ? from : today)

const box = (line: string): string => `[ ] ${line}`

/** To be ticked off on paper. */
export function weeklyGoalLines({ rows }: Listed<DocumentGoal>, span: DocumentSpan, today: IsoDate): string[] {
  const weekly = rows.filter((goal) => goal.period === 'weekly' && deadline(goal) >= dayOfReading(span, today))
  return weekly.map(namesOf(weekly)).map(box)
}

export function endingGoalLines({ rows }: Listed<DocumentGoal>, span: DocumentSpan, today: IsoDate): string[] {
  const ending = rows.filter(
    (goal) => goal.period !== 'weekly' && deadline(goal) >= dayOfReading(span, today) && deadline(goal) <= span.to,
  )
  const nameOf = namesOf(ending)
  return ending.map((goal) => box(`${nameOf(goal)} (${goal.period}), until ${formatDate(deadline(goal))}`))
}

export function overdueGoalLines(open: Listed<DocumentGoal>, span: DocumentSpan, today: IsoDate): string[] {
  const overdue = open.rows.filter((goal) => deadline(goal) < dayOfReading(span, today))
  const nameOf = namesOf(overdue)
  return [
    ...overdue.map((goal) => box(`${nameOf(goal)} (${goal.period}), since ${formatDate(deadline(goal))}`)),
    ...(open.count > open.rows.length
      ? [`and ${counted(open.count - open.rows.length, 'open goal')} more, set later`]
      : []),
  ]
}

const more = ({ count, rows }: Listed<DocumentGoal>): string[] =>
  count > rows.length ? [`and ${formatCount(count - rows.length)} more`] : []
