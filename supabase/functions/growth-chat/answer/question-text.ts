import type { Intent, Query } from '../query.ts'
import { enumerated } from '../text.ts'

/** How a reading is asked in full, for a founder to press; `{}` is where loops and times stand. */
const TEXTS: Readonly<Partial<Record<Intent, string>>> = {
  'messages.value': 'How many messages did we send{}?',
  'demos.value': 'How many demos did we have{}?',
  'conversions.value': 'How many conversions did we have{}?',
  'messages.compare': 'Did we send more messages{} than before?',
  'demos.compare': 'Did we have more demos{} than before?',
  'conversions.compare': 'Did we have more conversions{} than before?',
  'demos.trend': 'How do demos develop{}?',
  'conversions.trend': 'How do conversions develop{}?',
  'rate.value': 'What is our conversion rate{}?',
  'loops.best': 'Which loop works best{}?',
  'loops.worst': 'Which loop is the weakest{}?',
  'loops.describe': 'How is traction{}?',
  'loops.list': 'Which loops do I have?',
  'loops.compare': 'How do my loops compare{}?',
  'runway.value': 'How long is my runway?',
  'runway.end': 'When does the money end?',
  'runway.why': 'How is my runway calculated?',
  'runway.target': 'What must I cut for 12 months of runway?',
  'balance.value': 'How much money is in the bank{}?',
  'revenue.value': 'What is our monthly revenue{}?',
  'burn.value': 'What is our monthly burn{}?',
  'net-burn.value': 'What is our net burn{}?',
  'break-even.value': 'When do we break even?',
  'mood.value': 'How was my mood{}?',
  'mood.trend': 'How does my mood develop{}?',
  'goals.list': 'Which goals do I have{}?',
  'goals.count': 'How many goals do I have{}?',
  'goals.status': 'Which goals are open?',
  'check-ins.summary': 'Summarise my last four check-ins',
  'check-ins.count': 'How many check-ins have I written{}?',
  'wins.list': 'What were my wins{}?',
  'blockers.list': 'What blocked me{}?',
  'blockers.most': 'What keeps blocking me?',
  'priorities.list': 'What was my last priority?',
  'decisions.list': 'What did I decide{}?',
  'decisions.last': 'What was my last decision?',
  'decisions.share': 'How often was I right?',
  'decisions.outcome': 'What came of my last decision?',
  'notes.read': 'What do my notes say?',
  'notes.list': 'Which notes do I have{}?',
  'squad.last': 'What did my squad last write?',
  'squad.said': 'What did my squad last write?',
  'calls.next': 'When is my next call?',
  'overview.today': 'What should I do today?',
  'overview.change': 'What changed{}?',
  'overview.status': 'Where do we stand?',
  'advice.runway': 'How can I extend my runway?',
  'advice.pricing': 'How should I price?',
  'advice.hiring': 'When should I hire?',
  'advice.fundraising': 'How do I raise money?',
  'advice.outreach': 'How do I get more demos?',
  'advice.channels': 'Which channels should I try?',
  'advice.retention': 'How do I keep customers?',
  'document.update': 'Write an investor update',
  'document.plan': 'Plan my week',
  'document.month': 'Summarise my month',
}

/** A query as a whole question; undefined where it has none. */
export function questionText({ intent, loops, spans: [span] }: Query): string | undefined {
  const text = TEXTS[intent]
  const where =
    loops.length > 0 ? ` with ${enumerated(loops.map(({ name }) => name.replaceAll(/[[\]<>*_`|]/g, '')))}` : ''
  return text?.replace('{}', `${where}${span ? ` ${span.label}` : ''}`)
}
