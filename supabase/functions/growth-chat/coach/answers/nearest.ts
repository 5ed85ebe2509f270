import type { FounderContext } from '../../../_shared/founder-records.ts'
import { enumerated, quoted, usd } from '../text.ts'
import type { Question } from '../understand/understand.ts'

interface Answerable {
  readonly asks: string
  /** Words of a question that it may be close to. */
  readonly near: RegExp
  /** Whether the founder has the records for it. */
  readonly has: (context: FounderContext) => boolean
}

const hasRunway = ({ runway }: FounderContext) => runway !== null && runway !== undefined
const hasLoops = ({ loopTotals }: FounderContext) => loopTotals.loops > 0
const hasGoals = ({ goalCounts }: FounderContext) => goalCounts.length > 0
const hasCheckIns = ({ counts }: FounderContext) => counts.checkins > 0
const hasDecisions = ({ decisionCounts }: FounderContext) => decisionCounts.decisions > 0

/** Questions that the coach answers; the first ones are offered when none is close. */
export const ANSWERABLE: readonly Answerable[] = [
  {
    asks: 'How long is my runway?',
    near: /\b(?:cash|money|pay\w*|costs?|dollars?|budget|expens\w*|fund\w*|financ\w*|bank|invest\w*|surviv\w*|until)\b/,
    has: hasRunway,
  },
  {
    asks: 'Which goals are overdue?',
    near: /\b(?:goals?|plan\w*|tasks?|deadline|late|work|projects?|ship\w*|launch\w*|todo|list)\b/,
    has: hasGoals,
  },
  {
    asks: 'How many demos did we do last month?',
    near: /\b(?:demos?|sell\w*|sales?|customers?|clients?|leads?|messages?|mails?|market\w*|outreach)\b/,
    has: hasLoops,
  },
  {
    asks: 'What keeps blocking me?',
    near: /\b(?:problems?|wrong|hard|stuck|trouble|issues?|why|block\w*|slow\w*|risks?)\b/,
    has: hasCheckIns,
  },
  {
    asks: 'What if I hire for $6,000 a month?',
    near: /\b(?:hir\w*|team|people|person|staff|employ\w*|salar\w*|engineers?|if|afford)\b/,
    has: hasRunway,
  },
  {
    asks: 'Which loop works best?',
    near: /\b(?:loops?|channels?|best|worst|advert\w*|ads?|campaigns?|compare\w*|which)\b/,
    has: hasLoops,
  },
  {
    asks: 'How was my mood over the last 8 weeks?',
    near: /\b(?:moods?|feel\w*|happy|sad|tired|energy|stress\w*|weeks?)\b/,
    has: hasCheckIns,
  },
  {
    asks: 'Which decisions are due for review?',
    near: /\b(?:decid\w*|decisions?|choices?|right|should|review\w*)\b/,
    has: hasDecisions,
  },
  {
    asks: 'What did my squad last write?',
    near: /\b(?:squad|said|say|advi\w+|experts?|who|told|tell|wrote|replied)\b/,
    has: ({ counts }) => counts.messages > 0,
  },
  { asks: 'When is my next call?', near: /\b(?:when|calls?|meet\w*|talk|appointment|tomorrow)\b/, has: () => true },
  {
    asks: 'What changed since last week?',
    near: /\b(?:chang\w*|new|progress|going|week|month|summary|status)\b/,
    has: () => true,
  },
]

const MAX_OFFERED = 3

/** Answerable questions that are closest to one that is not understood. @param text in lower case */
export function nearestQuestions(text: string, context: FounderContext): readonly string[] {
  const possible = ANSWERABLE.filter(({ has }) => has(context))
  const near = possible.filter((one) => one.near.test(text))
  return [...near, ...possible.filter((one) => !near.includes(one))].slice(0, MAX_OFFERED).map(({ asks }) => asks)
}

/** What the coach has read of a question: its time, amounts and loops. Undefined when there is none. */
export function understoodOf({ spans, amounts, loops }: Question): string | undefined {
  const read = [
    ...spans.map(({ label }) => label.replace(/^(?:in|on) /, '')),
    ...amounts.map(({ unit, value, noun }) =>
      unit === 'percent' ? `${value}%` : unit === 'dollars' || value >= 1000 ? usd(value) : `${value} ${noun}`.trim(),
    ),
    ...loops.map(({ name }) => `the loop ${quoted(name)}`),
  ]
  return read.length > 0 ? enumerated(read) : undefined
}
