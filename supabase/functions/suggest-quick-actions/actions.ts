import { DEFAULT_QUICK_ACTIONS } from '../../../domain/growth-chat.ts'
import type { FounderContext } from '../_shared/founder-records.ts'
import type { LoopGainRow } from '../_shared/loop-gains.ts'
import { questionsFrom } from './situations.ts'

/** General questions. The default ones come last, since every founder has seen them. */
const general = [
  'What should I focus on this week?',
  'What changed since last week?',
  'How do I get my next ten demos?',
  'Which of my goals can wait?',
  'How should I price my first plan?',
  'What do investors ask at my stage?',
  'How do I keep my first customers?',
  'When should I make my first hire?',
  ...DEFAULT_QUICK_ACTIONS,
]

/**
 * As many questions as there are defaults: the founder's own situations first. Each further request continues through the
 * list and wraps around; previous suggestions are repeated only when nothing else is left.
 */
export function suggestActions(
  context: FounderContext,
  previous: readonly string[],
  gains: readonly LoopGainRow[] = [],
): string[] {
  const all = [...new Set([...questionsFrom(context, gains), ...general])]
  const start = all.findLastIndex((action) => previous.includes(action)) + 1
  const fromStart = [...all.slice(start), ...all.slice(0, start)]
  const fresh = fromStart.filter((action) => !previous.includes(action))
  const offered = previous.filter((action) => all.includes(action))
  return [...new Set([...fresh, ...offered])].slice(0, DEFAULT_QUICK_ACTIONS.length)
}

/** The most urgent questions that the founder's own records call for; none without records. */
export const ownActions = (context: FounderContext, gains: readonly LoopGainRow[] = []): string[] =>
  hasRecords(context) ? questionsFrom(context, gains).slice(0, MAX_OWN) : []

const MAX_OWN = 3

const hasRecords = ({ goals, loops, checkins, decisions, runway }: FounderContext): boolean =>
  runway !== null || [goals, loops, checkins, decisions].some((records) => records.length > 0)
