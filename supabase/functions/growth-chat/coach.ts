import type { FounderContext } from '../_shared/founder-context.ts'

const introduction =
  'I am the built-in coach: I answer by arithmetic over your own records, because no AI model is connected to this server yet.'

/** A subject of the coach: the words that call for it, and what it says; undefined when the records say nothing of it. */
interface Subject {
  readonly words: RegExp
  readonly say: (context: FounderContext) => string | undefined
}

const subjects: readonly Subject[] = [
  { words: /runway|burn|cash|bank|money|revenue|raise|fund|invest/i, say: sayRunway },
  { words: /traction|loop|conver|demo|cac|channel|sales|growth|b2b|message|outreach/i, say: sayTraction },
  { words: /goal|plan|week|focus|priorit|next|task/i, say: sayGoals },
  { words: /mood|check-?in|block|stuck|tired|burn ?out|team/i, say: sayCheckins },
  { words: /decision|decid|pivot/i, say: sayDecisions },
]

/**
 * An answer without a model: the founder's own numbers, worked out, on what the question is about; on everything when
 * it is about nothing known.
 * @param context undefined when nobody in particular asks
 */
export function coachAnswer(context: FounderContext | undefined, question: string): string {
  if (!context) return `${introduction}\n\nSign in, and I can work with your goals, traction, runway and check-ins.`
  const asked = subjects.filter(({ words }) => words.test(question))
  const said = (asked.length > 0 ? asked : subjects).flatMap(({ say }) => say(context) ?? [])
  const greeting = context.firstName ? `Hello ${context.firstName}. ` : ''
  const body = said.length > 0 ? said.join('\n\n') : nothingYet
  return `${greeting}${introduction}\n\n${body}`
}

const nothingYet =
  'There is nothing in your records on this yet. Add this week’s goals and complete a check-in on the Command Board, and ask again.'

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const percent = (part: number, whole: number): string => `${whole > 0 ? Math.round((part / whole) * 100) : 0}%`
const heading = (title: string, lines: readonly string[]): string =>
  `**${title}**\n\n${lines.map((line) => `- ${line}`).join('\n')}`

function sayRunway({ runway }: FounderContext): string | undefined {
  if (!runway) return undefined
  const { bank_balance: balance, monthly_revenue: revenue, monthly_burn: burn } = runway
  const net = burn - revenue
  const lines = [`Burn ${usd.format(burn)} − revenue ${usd.format(revenue)} = net burn ${usd.format(net)} a month.`]
  if (net <= 0)
    return heading('Runway', [...lines, 'You earn at least what you spend: the balance is not running out.'])
  const months = balance / net
  const advice =
    months < 6
      ? 'Under six months: decide this week what to cut or whom to ask, a round takes longer than it seems.'
      : months < 12
        ? 'Under a year: start the conversations now that you will need then.'
        : 'Over a year: spend attention on growth, and look again next month.'
  return heading('Runway', [
    ...lines,
    `Balance ${usd.format(balance)} ÷ ${usd.format(net)} = **${months.toFixed(1)} months**.`,
    advice,
  ])
}

function sayTraction({ loops }: FounderContext): string | undefined {
  if (loops.length === 0) return undefined
  const total = (field: 'messages' | 'demos' | 'conversions') => loops.reduce((sum, loop) => sum + loop[field], 0)
  const [messages, demos, conversions] = [total('messages'), total('demos'), total('conversions')]
  const best = loops.toSorted((a, b) => rate(b) - rate(a))[0]
  const lines = [
    `${messages} messages → ${demos} demos (${percent(demos, messages)}) → ${conversions} conversions (${percent(conversions, demos)} of demos).`,
    `${loops.filter(({ status }) => status === 'running').length} running, ${loops.filter(({ status }) => status === 'scaling').length} scaling.`,
  ]
  if (best && rate(best) > 0) {
    lines.push(
      `“${best.name}” turns most messages into conversions (${percent(best.conversions, best.messages)}): put the next hour there.`,
    )
  }
  return heading('Traction', lines)
}

const rate = ({ conversions, messages }: FounderContext['loops'][number]): number =>
  messages > 0 ? conversions / messages : 0

function sayGoals({ goals }: FounderContext): string | undefined {
  if (goals.length === 0) return undefined
  const periods = [...new Set(goals.map(({ period }) => period))]
  const lines = periods.map((period) => {
    const ofPeriod = goals.filter((goal) => goal.period === period)
    const done = ofPeriod.filter(({ completed }) => completed).length
    return `${period}: ${done} of ${ofPeriod.length} done (${percent(done, ofPeriod.length)})`
  })
  const next =
    goals.find(({ completed, period }) => !completed && period === 'weekly') ??
    goals.find(({ completed }) => !completed)
  if (next) lines.push(`Still open and first to do: “${next.text}”.`)
  return heading('Goals', lines)
}

function sayCheckins({ checkins }: FounderContext): string | undefined {
  const [latest, before] = checkins
  if (!latest) return undefined
  const mean = checkins.reduce((sum, { mood }) => sum + mood, 0) / checkins.length
  const trend = before
    ? ` (${latest.mood - before.mood >= 0 ? '+' : ''}${latest.mood - before.mood} against the week before)`
    : ''
  const lines = [`Mood ${latest.mood} of 5${trend}, ${mean.toFixed(1)} over ${checkins.length} check-ins.`]
  if (latest.blockers.trim())
    lines.push(`You named as blocker: “${latest.blockers.trim()}”. Who could take it away in one call?`)
  lines.push(`Your next priority was “${latest.next_priority.trim()}”.`)
  return heading('Check-ins', lines)
}

function sayDecisions({ decisions }: FounderContext): string | undefined {
  if (decisions.length === 0) return undefined
  const rated = (impact: string) => decisions.filter((decision) => decision.impact === impact).length
  const worked = decisions.find(({ impact }) => impact === 'positive')
  const lines = [
    `${decisions.length} logged: ${rated('positive')} positive, ${rated('neutral')} neutral, ${rated('negative')} negative.`,
  ]
  if (worked) lines.push(`“${worked.title}” worked: what would the same reasoning say now?`)
  return heading('Decisions', lines)
}
