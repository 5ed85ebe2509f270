import { formatCount } from '../../../../domain/numbers.ts'
import { LOOP_COUNTS, type LoopCount } from '../../../../domain/traction.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { enumerated } from '../text.ts'
import { unitSpan, type Span } from '../understand/calendar-spans.ts'
import type { Answer } from './answer.ts'
import { besideTarget, isCalendarWeek, measures, targetsIn } from './measures.ts'

const OF_COUNTS = /^(?:messages|demos|conversions|loops|rate|goals|overview)\./

/** "What are my weekly targets?", "did we hit our demo target last week?"; goals may have targets, too. */
export function asksWeeklyTargets(query: Query, { context: { weeklyTargets } }: AskingFounder): boolean {
  const { intent, concepts, counts, records, loops, about } = query
  if (!concepts.has('weeklyTargets') || !OF_COUNTS.test(intent) || records.length + loops.length > 0) return false
  if (counts.length === 0) return weeklyTargets !== null && about.length === 0
  return counts.some((count) => weeklyTargets?.[count]) || !intent.startsWith('goals.')
}

/** The founder's targets for a week, with what this week, or the one that is named, has added to each. */
export async function weeklyTargets(query: Query, founder: AskingFounder): Promise<Answer> {
  const { today } = founder.context
  const week = query.spans.find(isCalendarWeek) ?? unitSpan('week', today)
  const targets = await targetsIn(week, founder)
  const asked = query.counts.length > 0 ? query.counts : LOOP_COUNTS.map(({ id }) => id)
  const chosen = asked.flatMap((count) => (targets?.[count] ? [{ count, target: targets[count] }] : []))
  if (chosen.length === 0)
    return {
      line: `You have set **no weekly target** for ${enumerated(asked)}.`,
      evidence: Object.entries(targets ?? {}).map(([count, target]) => `Your target for ${count}: ${formatCount(target)} a week.`),
      next: 'set one with “Weekly targets” on Traction.',
    } // prettier-ignore
  const time = week.to >= today ? 'so far this week' : week.label
  const lines = await Promise.all(
    chosen.map(async ({ count, target }) => {
      const added = await addedIn(week, count, query, founder)
      const how =
        added === undefined ? '' : ` (${formatCount(added)} ${time}, ${besideTarget(added, target, week, today)})`
      return `**${formatCount(target)} ${count}**${how}`
    }),
  )
  return {
    line: `Your ${chosen.length === 1 ? 'target' : 'targets'} for a week: ${enumerated(lines)}.`,
    next: 'take the count that is furthest from its target, and one step for it today.',
  }
}

async function addedIn(week: Span, count: LoopCount, query: Query, founder: AskingFounder) {
  const [reading] = (await measures[count]?.read([week], { ...query, loops: [] }, founder)) ?? []
  return reading?.value
}
