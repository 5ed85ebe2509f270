import { moodLabel } from '../../../../domain/check-ins.ts'
import type { FounderContext } from '../../_shared/founder-records.ts'
import { paceLines, runwayFacts } from './money-facts.ts'
import { week } from '../know-how/work.ts'
import { counted, from } from './text.ts'
import { funnel } from './traction-facts.ts'
import { changeFacts, moodFacts } from './week-facts.ts'
import { goalFacts } from './work-facts.ts'

/** One line for each kind of record that exists. */
export function overviewOf({ runway, today, loopTotals, goalCounts, checkins: [latest] }: FounderContext): string[] {
  const goals = goalCounts.reduce((sum, { goals }) => sum + goals, 0)
  const done = goalCounts.reduce((sum, { completed }) => sum + completed, 0)
  return [
    ...(runway ? [`Runway: ${paceLines(runway, today).at(-1)}`] : []),
    ...(loopTotals.loops > 0 ? [`Traction: ${funnel(loopTotals)}.`] : []),
    ...(goals > 0 ? [`Goals: ${counted(goals - done, 'goal')} open, ${done} done.`] : []),
    ...(latest
      ? [`Mood: ${moodLabel(latest.mood)} (${latest.mood} of 5) at the last check-in.${from('check-in', latest)}`]
      : []),
  ]
}

/** The most urgent next step of all records. */
export function nextOf(context: FounderContext): string {
  const asked = [runwayFacts, changeFacts, moodFacts, goalFacts].flatMap(({ next }) => next?.(context, '') ?? [])
  return asked[0] ?? week.next
}
