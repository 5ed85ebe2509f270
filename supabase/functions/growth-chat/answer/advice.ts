import { hoursPerConversion } from '../../_shared/conversion.ts'
import { formatDate } from '../../../../domain/dates.ts'
import type { AskingFounder } from '../founder-queries.ts'
import { cac, channels, interviews, outreach, retention } from '../know-how/customers.ts'
import { definitions } from '../know-how/definitions.ts'
import type { KnowHow } from '../know-how/know-how.ts'
import { fundraising, pitch, pricing, runway } from '../know-how/money.ts'
import { blockers, decisions, goals, hiring, week } from '../know-how/work.ts'
import type { INTENTS, Query } from '../query.ts'
import { BREAK_DOWN } from '../understand/facts.ts'
import { isCommon } from '../understand/common-words.ts'
import { stem } from '../understand/names.ts'
import { phraseWords } from '../understand/phrase.ts'
import { plain } from '../understand/plain.ts'
import { counted, enumerated, monthsText, percent, quoted, titled, usd } from '../text.ts'
import { conversionRate, bestLoop } from '../../_shared/conversion.ts'
import type { Answer, Answerer } from './answer.ts'
import { goalLine } from './goal-lines.ts'
import { funnel } from './loop-lines.ts'
import { netLine } from './measures.ts'
import { runwayLine } from './overview.ts'
import { changesOf, supposed } from './scenarios.ts'
import { foundLine, keyOf, searchRecords } from './search.ts'
import { runwayMonths } from '../../../../domain/runway.ts'
import type { Decision, FounderContext, Goal } from '../../_shared/founder-records.ts'

export type TopicName = (typeof INTENTS)['advice'][number]

interface Topic {
  /** Its name for founders, which they can ask for. */
  readonly name: string
  readonly knowHow: KnowHow
  /** Words by which the founder's own decisions and notes on it are found. */
  readonly words: readonly string[]
  /** Relevant figures of the founder, in whole sentences. */
  readonly figures: (context: FounderContext) => readonly string[]
}

const HIRE_A_MONTH = 5000
/** A record with one of several words of a question may be about it: people paraphrase. */
const MIN_COVERAGE = 0.2

const traction = ({ loopTotals, loops }: FounderContext): string[] => {
  const best = bestLoop(loops)
  return loopTotals.loops === 0
    ? []
    : [
        `In all ${funnel(loopTotals)}.`,
        ...(best
          ? [
              `Your best loop is ${titled('loop', best, best.name)}: ${percent(conversionRate(best))} of its messages convert.`,
            ]
          : []),
      ]
}

const money = (context: FounderContext): string[] =>
  context.runway ? [...runwayLine(context), netLine(context.runway)] : []

const withChange =
  (change: Parameters<typeof supposed>[1], says: (months: string) => string) =>
  (context: FounderContext): string[] =>
    context.runway ? [says(monthsText(runwayMonths(supposed(context.runway, change)))), ...money(context)] : []

const weeks = ({ checkins }: FounderContext): string[] => {
  const [latest] = checkins
  return latest
    ? [
        `${checkins.length === 1 ? 'Your last mood' : 'Your moods, oldest first'}: ${checkins
          .map(({ mood }) => mood)
          .toReversed()
          .join(' → ')}.`,
        ...(latest.blockers.trim() ? [`The last blocker you named: ${quoted(latest.blockers)}.`] : []),
      ]
    : []
}

const goalLines = ({ goalCounts }: FounderContext): string[] => {
  const [all, done] = [
    goalCounts.reduce((sum, one) => sum + one.goals, 0),
    goalCounts.reduce((sum, one) => sum + one.completed, 0),
  ]
  return all > 0 ? [`${counted(all - done, 'goal')} open, ${done} done.`] : []
}

const decisionLines = ({ decisionCounts: { decisions: all, right, wrong, unrated } }: FounderContext): string[] =>
  all > 0 ? [`${counted(all, 'decision')} logged: ${right} right, ${wrong} wrong, ${unrated} without a result.`] : []

/** The co-founder's know-how beyond the records. */
export const topics: Readonly<Record<TopicName, Topic>> = {
  cac: {
    name: 'CAC',
    knowHow: cac,
    words: ['acquisition', 'cac', 'ads', 'marketing'],
    figures: (context) => {
      const hours = hoursPerConversion(context.loopTotals)
      return [
        ...(hours === undefined
          ? []
          : [
              `One conversion takes about **${hours.toFixed(1)} hours** of your work (rule of thumb: three minutes a message, an hour a demo); times what your hour costs, plus tools and ads, that is your CAC.`,
            ]),
        ...traction(context),
      ]
    },
  },
  pitch: {
    name: 'pitch deck',
    knowHow: pitch,
    words: ['pitch', 'deck', 'investor'],
    figures: (context) => [...traction(context).slice(0, 1), ...money(context).slice(0, 1)],
  },
  blockers: { name: 'mood and blockers', knowHow: blockers, words: ['blocker', 'stress', 'mood'], figures: weeks },
  hiring: {
    name: 'hiring',
    knowHow: hiring,
    words: ['hire', 'hiring', 'recruit', 'salesperson', 'engineer'],
    figures: withChange(
      [{ of: 'burn', how: 'add', value: HIRE_A_MONTH }],
      (months) =>
        `A hire who costs ${usd(HIRE_A_MONTH)} a month, all in, makes your runway **${months}**; scale it to the person you think of.`,
    ),
  },
  retention: {
    name: 'retention',
    knowHow: retention,
    words: ['churn', 'retention', 'onboarding', 'renewal'],
    figures: ({ runway: amounts }) =>
      amounts && amounts.monthly_revenue > 0
        ? [
            `Each percent of customers who leave takes about **${usd(amounts.monthly_revenue / 100)} a month** of your ${usd(amounts.monthly_revenue)} with it.`,
          ]
        : [],
  },
  pricing: {
    name: 'pricing',
    knowHow: pricing,
    words: ['price', 'pricing', 'plan', 'discount', 'seat'],
    figures: withChange(
      [{ of: 'revenue', how: 'scale', value: 1.1 }],
      (months) => `A price 10% higher with the same customers makes your runway **${months}**.`,
    ),
  },
  fundraising: {
    name: 'fundraising',
    knowHow: fundraising,
    words: ['investor', 'fundraising', 'round', 'seed', 'bridge'],
    figures: (context) => {
      const { runway: amounts } = context
      return amounts && amounts.net_burn > 0
        ? [
            `You have **${monthsText(runwayMonths(amounts))}** of runway, and a round takes three to six months (rule of thumb).`,
            `18 months at today’s net burn are ${usd(18 * amounts.net_burn)}.`,
            ...money(context).slice(1),
          ]
        : money(context)
    },
  },
  runway: { name: 'runway', knowHow: runway, words: ['runway', 'burn', 'costs', 'cut'], figures: money },
  decisions: {
    name: 'decisions',
    knowHow: decisions,
    words: ['decision'],
    figures: (context) => [...runwayLine(context), ...decisionLines(context)],
  },
  outreach: {
    name: 'traction and demos',
    knowHow: outreach,
    words: ['demo', 'outreach', 'cold', 'sales'],
    figures: traction,
  },
  channels: {
    name: 'channels',
    knowHow: channels,
    words: ['channel', 'marketing', 'ads', 'referral', 'partner'],
    figures: traction,
  },
  week: { name: 'what changed since last week', knowHow: week, words: ['week', 'review'], figures: weeks },
  interviews: {
    name: 'talks with customers',
    knowHow: interviews,
    words: ['interview', 'interviews', 'customer'],
    figures: () => [],
  },
  goals: { name: 'goals and focus', knowHow: goals, words: ['goal', 'focus'], figures: goalLines },
}

/** Callers without an account do not see what stands above the conversation. */
export const WITHOUT_ACCOUNT = 'I am the built-in coach: without an account I answer in general, from a small library.'
export const SIGN_IN = 'sign in, and I can work with your own goals, traction, runway and check-ins.'

export type AdvicePart = 'steps' | 'why' | 'more'

/** Own decisions and notes on a subject first, with what is to be looked at again; then figures; then the know-how. */
export async function adviceOn(
  name: TopicName,
  query: Pick<Query, 'about' | 'records' | 'suppositions'>,
  founder: AskingFounder | undefined,
  part: AdvicePart = 'steps',
): Promise<Answer> {
  const { knowHow, words, figures } = topics[name]
  const article =
    part === 'more'
      ? { title: 'What comes after', steps: knowHow.more }
      : part === 'why'
        ? undefined
        : { title: knowHow.title, steps: knowHow.steps }
  if (!founder)
    return { line: part === 'why' ? knowHow.why : WITHOUT_ACCOUNT, ...(article && { article }), next: SIGN_IN }
  const own = await ownLines(query.about, words, founder, query)
  const changed = changedRunway(query.suppositions, founder.context)
  const known = changed ? [changed, ...money(founder.context)] : figures(founder.context)
  // Two things of one's own stand before the figures; money leads where it is the subject.
  const [line, ...evidence] =
    part === 'why'
      ? [knowHow.why, ...own, ...known]
      : changed || name === 'fundraising' || name === 'runway'
        ? [...known.slice(0, 1), ...own, ...known.slice(1)]
        : own.length > 1 && !own[0]?.startsWith('You decided')
          ? [own.slice(0, 2).join(' '), ...known]
          : [...own, ...known]
  const steps = line === undefined && part === 'steps' ? knowHow.steps.slice(1) : undefined
  return {
    line: line ?? inGeneral(knowHow),
    evidence,
    ...(article && { article: steps ? { ...article, steps } : article }),
    next: knowHow.next,
    proposals: [{ kind: 'goal', period: 'weekly', text: firstPart(knowHow.next) }],
  }
}

/** What to do first, where nothing of the founder's own is on the subject. */
const inGeneral = ({ steps: [first = ''] }: KnowHow): string =>
  `No decision, note or message of yours is **on that** yet, so in general: ${first}`

/** How long the money lasts with what a question supposes: "a salesperson at $6,000 a month". */
function changedRunway(suppositions: Query['suppositions'], { runway: amounts }: FounderContext): string | undefined {
  if (suppositions.length === 0 || !amounts) return undefined
  const after = supposed(amounts, suppositions)
  return `With that your runway is **${monthsText(runwayMonths(after))}** instead of ${monthsText(runwayMonths(amounts))} (${enumerated(changesOf(amounts, after))}).`
}

/** The founder's decisions and the squad's texts on a subject: by the question's own words first. */
async function ownLines(
  about: readonly string[],
  words: readonly string[],
  founder: AskingFounder,
  { records }: Pick<Query, 'records'>,
): Promise<string[]> {
  const { context } = founder
  const kinds = ['decision', 'note', 'squad-message'] as const
  const own = await searchRecords(about, founder, kinds, MIN_COVERAGE)
  const searches =
    own.found.length > 0
      ? [own]
      : await Promise.all(words.slice(0, 4).map((word) => searchRecords([word], founder, kinds)))
  const found = new Map(searches.flatMap((one) => one.found).map((one) => [keyOf(one), one]))
  const named = records.flatMap(({ kind, id }) => (kind === 'decision' ? [id] : []))
  const written = [...found.values()].filter(({ kind, title }) => kind !== 'squad-message' || title !== '')
  // A decision that only mentions a word of the question is on something else.
  const subject = new Set([...about, ...words].filter((word) => !isCommon(word) || words.includes(word)).map(stem))
  const decided = context.decisions.find(
    ({ id, title }) =>
      named.includes(id) ||
      (written.some((one) => one.id === id) && phraseWords(title).some((word) => subject.has(stem(word)))),
  )
  const isFirst = decided && (named.length > 0 || written[0]?.id === decided.id)
  const lines = written
    .filter(({ kind }) => kind !== 'decision')
    .slice(0, 2)
    .map((one) => foundLine(one, [...about, ...words]))
  const decision = decided ? [decisionLine(decided)] : []
  return [
    ...(isFirst ? [...decision, ...lines] : [...lines, ...decision]),
    ...context.calls
      .filter(({ topic }) => about.some((word) => plain(topic).includes(word.slice(0, 6))))
      .map(
        ({ topic, starts_at }) =>
          `Your call of ${formatDate(starts_at.slice(0, 10))} with the squad is about ${quoted(topic)}.`,
      ),
  ]
}

const decisionLine = (decision: Decision): string =>
  `You decided on this on ${formatDate(decision.date)}: ${titled('decision', decision, decision.title)}, ${decision.result.trim() ? `rated ${decision.impact} (${quoted(decision.result)})` : 'without a result yet'}${decision.review_on && !decision.was_right ? `; look again on ${formatDate(decision.review_on)}` : ''}.`

/** The part of a next step that says what to do, as a goal. */
function firstPart(next: string): string {
  const [part = next] = next.split(/[;:.]/)
  return part.slice(0, 1).toUpperCase() + part.slice(1)
}

export const answerAdvice: Answerer = (query, founder) => {
  const { goals: known, today } = founder.context
  const goal = BREAK_DOWN.test(query.dictated)
    ? known.find(({ id }) => query.records.some((one) => one.kind === 'goal' && one.id === id))
    : undefined
  return goal ? brokenDown(goal, today) : adviceOn(query.intent.split('.')[1] as TopicName, query, founder)
}

/** How to begin a goal that is too large to begin. */
const brokenDown = (goal: Goal, today: FounderContext['today']): Answer => ({
  line: `Begin ${titled('goal', goal, goal.text)} with **one piece that fits in two hours**.`,
  evidence: [goalLine(goal, today)],
  article: {
    title: 'To cut it into pieces',
    steps: [
      'Write down what you can show when it is done: a list, a page, an answer, a signature.',
      'Go backwards from there: what has to be true just before? Stop at the step that needs nobody else.',
      'Make each piece fit in two hours. What does not fit has not been understood yet.',
      'Put the first piece into the calendar as a meeting with yourself.',
    ],
  },
  next: 'choose the first piece, and give it its two hours today.',
  proposals: [{ kind: 'goal', period: 'weekly', text: `Two hours on “${goal.text.slice(0, 200)}”` }],
})

/** Definition of a term that is asked for by itself. */
export function definitionOf(text: string): Answer | undefined {
  // "The difference between a SAFE and a convertible note" is that of what both say.
  const terms = text.split(/\b(?:and|vs\.?|versus|or|of|from|between)\b/i).flatMap((part) => termIn(part) ?? [])
  const [one, other] = [...new Set(terms)]
  if (!one) return undefined
  return { line: other && COMPARES.test(text) ? `${one} ${other}` : (termIn(text) ?? one) }
}

const COMPARES = /\b(?:diff|difference|differ|differs|vs|versus|compared?|same)\b/i

/** What the longest term of a text that is known means. */
function termIn(text: string): string | undefined {
  const words = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\s-]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word && !ASKING.has(word))
  for (let size = Math.min(4, words.length); size > 0; size--)
    for (let at = 0; at + size <= words.length; at++) {
      const definition = definitions.find(({ names }) => names.test(words.slice(at, at + size).join(' ')))
      if (definition) return definition.says
    }
  return undefined
}

const ASKING = new Set(
  'what whats is are a an the does do mean means meaning of definition define explain me to please in simple terms stand stands for was ist que es'.split(
    ' ',
  ),
)

/** Terms that are a topic of their own are explained by its reasoning. */
const TERMS: readonly (readonly [RegExp, TopicName])[] = [
  [/\bcac\b|acquisition cost/i, 'cac'],
  [/\brun-?way\b/i, 'runway'],
  [/\bchurn\b|\bretention\b/i, 'retention'],
  [/\bpitch\b|\bdeck\b/i, 'pitch'],
  [/\bcold (?:mail|outreach)\b|\bdemo\b/i, 'outreach'],
]

export const answerDefinition: Answerer = async (query, founder) => {
  const definition = definitionOf(query.dictated)
  if (definition) return definition
  const topic = TERMS.find(([pattern]) => pattern.test(query.dictated))?.[1]
  if (topic) return adviceOn(topic, query, founder, 'why')
  return {
    line: 'My library has **nothing** on that term.',
    evidence: [`I can explain, for example, SAFE, vesting, burn multiple, product-market fit and ${topics.cac.name}.`],
  }
}
