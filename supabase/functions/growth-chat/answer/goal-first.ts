import { GOAL_PERIODS } from '../../../../domain/goals.ts'
import { formatDate } from '../../../../domain/dates.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { titled } from '../text.ts'
import type { Answer } from './answer.ts'
import { goalLine, nextFor } from './goal-lines.ts'

const ORDER = GOAL_PERIODS.map(({ id }) => id)
const ADVISED = /^(?:advice|overview|outside|records|follow|decisions\.when|goals\.(?:list|find|status|newest|oldest))/
const OF = { weekly: 'this week', monthly: 'the month', quarterly: 'the quarter', yearly: 'the year' } as const

/**
 * "Mills first or landing page?": the one of two open goals that was set for the shorter time, or else the older one.
 * Undefined unless a choice between two goals is asked for.
 */
export function goalFirst({ isChoice, intent, records, loops }: Query, { context }: AskingFounder): Answer | undefined {
  if (!isChoice || loops.length > 0 || !ADVISED.test(intent)) return undefined
  const ids = new Set(records.map(({ id }) => id))
  const goals = context.goals.filter(({ id, completed }) => ids.has(id) && !completed)
  const [first, second, ...others] = goals.toSorted(
    (a, b) => ORDER.indexOf(a.period) - ORDER.indexOf(b.period) || a.date.localeCompare(b.date),
  )
  if (!first || !second || others.length > 0) return undefined
  const why =
    first.period === second.period
      ? `you set it first, on ${formatDate(first.date)}`
      : `you set it for ${OF[first.period]}, and ${titled('goal', second, second.text)} for ${OF[second.period]}`
  return {
    line: `**First** ${titled('goal', first, first.text)}: ${why}. No figure in your records speaks for the other order.`,
    evidence: [first, second].map((goal) => goalLine(goal, context.today)),
    next: nextFor(first),
  }
}
