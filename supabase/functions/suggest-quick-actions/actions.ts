import { DEFAULT_QUICK_ACTIONS } from '../../../domain/growth-chat.ts'
import type { FounderContext } from '../_shared/founder-context.ts'

/**
 * Questions worth asking, as many as there are default ones: the founder's own situation first, and none of those that
 * were offered before while there are others.
 */
export function suggestActions(context: FounderContext, previous: readonly string[]): string[] {
  const all = [...new Set([...fromRecords(context), ...general])]
  const fresh = all.filter((action) => !previous.includes(action))
  return [...fresh, ...all.filter((action) => previous.includes(action))].slice(0, DEFAULT_QUICK_ACTIONS.length)
}

const general = [
  'What should I focus on this week?',
  ...DEFAULT_QUICK_ACTIONS,
  'How do I get my next ten demos?',
  'Which of my goals can wait?',
  'How should I price my first plan?',
  'What do investors ask at my stage?',
  'How do I keep my first customers?',
]

function fromRecords({ goals, loops, checkins, runway }: FounderContext): string[] {
  const actions: string[] = []
  const open = goals.find(({ completed }) => !completed)
  if (open) actions.push(`Break down my goal “${shortened(open.text)}”`)
  const weakest = loops.find(
    ({ status, messages, demos }) => status !== 'paused' && messages > 0 && demos / messages < 0.1,
  )
  if (weakest) actions.push(`Why does “${shortened(weakest.name)}” book few demos?`)
  if (checkins[0]?.blockers.trim()) actions.push(`Help me with “${shortened(checkins[0].blockers.trim())}”`)
  if (runway && runway.monthly_burn > runway.monthly_revenue) actions.push('How can I extend my runway?')
  return actions
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text)
