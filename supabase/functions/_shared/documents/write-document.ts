import { documentLabel, spanLabel, type DocumentKind, type DocumentSpan } from '../../../../domain/documents.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { callLines, nextCallLines, openQuestionLines, requestLines } from './call-lines.ts'
import { blockerLines, moodLines, priorityLine, recurringBlockerLines, winLines } from './check-in-lines.ts'
import { decisionLines, dueDecisionLines } from './decision-lines.ts'
import { changedFigureLines, figureLines, loopLines, lowRevenueLines, runwayLines } from './figure-lines.ts'
import { endingGoalLines, doneGoalLines, longGoalLines, overdueGoalLines, weeklyGoalLines } from './goal-lines.ts'
import type { DocumentRecords } from './records.ts'

/** A part of a document. */
interface DocumentSection {
  readonly heading: string
  /** Markdown, each an item of a list. */
  readonly lines: readonly string[]
}

export interface FounderDocument {
  readonly title: string
  readonly sections: readonly DocumentSection[]
}

/** For what the product has no record of: the founder fills it in. */
const BLANK = '…'

/** Writes a document of what is recorded; a figure that is not says so. */
export function writeDocument(
  kind: DocumentKind,
  span: DocumentSpan,
  records: DocumentRecords,
  today: IsoDate,
): FounderDocument {
  return { title: titleOf(kind, span), sections: sectionsOf(kind, span, records, today) }
}

function titleOf(kind: DocumentKind, span: DocumentSpan): string {
  if (kind === 'agenda') return documentLabel(kind)
  return kind === 'week-plan' ? `Plan for the ${spanLabel(span)}` : `${documentLabel(kind)}, ${spanLabel(span)}`
}

function sectionsOf(
  kind: DocumentKind,
  span: DocumentSpan,
  records: DocumentRecords,
  today: IsoDate,
): readonly DocumentSection[] {
  switch (kind) {
    case 'investor-update':
      return [
        section('Highlights', winLines(records), 'No wins are recorded for this time.'),
        section('Key figures', figureLines(records.runway)),
        section('Traction', loopLines(records.loops), 'No loop is recorded for this time.'),
        section('Decisions', decisionLines(records.decisions, 'investors'), 'No decision was logged in this period.'),
        section(
          'Lowlights',
          [...lowRevenueLines(records.runway), ...blockerLines(records)],
          'No blockers are recorded for this time.',
        ),
        section(
          'What comes next',
          [...priorityLine(records), ...longGoalLines(records.goalsOpen, span, today)],
          'No priority is recorded.',
        ),
        section('How you can help', [`Introductions: ${BLANK}`, `Hiring: ${BLANK}`, `Advice: ${BLANK}`]),
      ]
    case 'week-plan':
      return [
        section('Priority', priorityLine(records), 'No check-in names a priority yet.'),
        section('Goals of the week', weeklyGoalLines(records.goalsOpen, span, today), 'No weekly goal is open.'),
        section('Ending this week', endingGoalLines(records.goalsOpen, span, today), 'No other goal ends this week.'),
        section('Overdue', overdueGoalLines(records.goalsOpen, span, today), 'Nothing is overdue.'),
        section('Calls', callLines(records.calls, span), 'No call is booked for this week.'),
        section(
          'Decisions to look at again',
          dueDecisionLines(records.decisionsDue),
          'No decision is due for another look.',
        ),
      ]
    case 'month-summary':
    case 'quarter-summary':
      return [
        section('Mood', moodLines(records), 'No check-in is recorded for this time.'),
        section('Wins', winLines(records), 'No wins are recorded for this time.'),
        section('Blockers', blockerLines(records), 'No blockers are recorded for this time.'),
        section('Goals', doneGoalLines(records), 'No goal was set or done in this period.'),
        section('Traction', loopLines(records.loops), 'No loop is recorded for this time.'),
        section('Runway', runwayLines(records.runway)),
        section('Decisions', decisionLines(records.decisions, 'founder'), 'No decision was logged in this period.'),
      ]
    case 'agenda':
      return [
        section('Call', nextCallLines(records.calls), 'No call is booked.'),
        section('To bring', requestLines(records.messages, span), 'Nothing was asked for.'),
        section(
          'What keeps coming back',
          recurringBlockerLines(records),
          'No blocker is in more than one check-in of this time.',
        ),
        section('Questions of the squad', openQuestionLines(records.messages), 'No question of the squad is open.'),
        section('Decisions due', dueDecisionLines(records.decisionsDue), 'No decision is due for another look.'),
        section('What has changed', changedFigureLines(records), 'No figure has changed in this period.'),
        section('To agree on', [`Next step: ${BLANK}`, `By when: ${BLANK}`]),
      ]
  }
}

const section = (heading: string, lines: readonly string[], none = ''): DocumentSection => ({
  heading,
  lines: lines.length > 0 ? lines : [none],
})

/** Headings and lists. */
export const toMarkdown = ({ sections }: FounderDocument): string =>
  sections.map(({ heading, lines }) => `## ${heading}\n\n${lines.map((line) => `- ${line}`).join('\n')}\n`).join('\n')

/** Whether there is no record of what the document shows. */
export const hasNoRecords = (records: DocumentRecords): boolean => {
  const { runway, checkIns, earlierCheckIn, goalsSet, calls, messages, ...lists } = records
  const counts = [lists.loops, lists.goalsDone, lists.goalsOpen, lists.decisions, lists.decisionsDue, goalsSet]
  return (
    !runway.after &&
    !runway.proposed &&
    !earlierCheckIn &&
    counts.every(({ count }) => count === 0) &&
    [checkIns, calls, messages].every(({ length }) => length === 0)
  )
}
