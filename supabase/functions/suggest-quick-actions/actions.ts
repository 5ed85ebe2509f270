import type { FounderContext } from '../_shared/founder-context.ts'

/** How many are offered at a time, as many as there are default ones (SPEC section 9). */
const ACTIONS = 4

/** Questions worth asking, the founder's own situation first; none of those that were offered before, while there are others. */
export function suggestActions(context: FounderContext, previous: readonly string[]): string[] {
  const all = [...new Set([...fromRecords(context), ...general])]
  const fresh = all.filter((action) => !previous.includes(action))
  return [...fresh, ...all.filter((action) => previous.includes(action))].slice(0, ACTIONS)
}

const general = [
  'What should I focus on this week?',
  'How can I improve my CAC?',
  'Analyze my runway health',
  'Best channels for B2B SaaS',
  'Pitch deck feedback tips',
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
