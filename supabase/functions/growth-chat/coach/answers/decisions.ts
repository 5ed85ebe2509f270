import { formatDate } from '../../../../../domain/dates.ts'
import { daysBetween } from '../../../../../domain/days.ts'
import type { Decision, FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { AskingFounder } from '../founder.ts'
import { counted, percent, quoted, titled } from '../text.ts'
import { quotedAmong } from '../../../../../domain/quotes.ts'
import { oldestOf } from './oldest.ts'
import { answerFound, contentWords, nothingAbout, recordsAbout } from './found.ts'
import { anyOf, firstOf, words } from '../understand/phrases.ts'
import { termsOf } from '../understand/terms.ts'
import type { Question } from '../understand/understand.ts'

type Impact = Decision['impact']
type Short = Pick<Decision, 'id' | 'title' | 'impact' | 'result' | 'date'>

const NOTHING: Answer = {
  line: 'There is no decision in your records yet.',
  evidence: ['Decisions are logged in Founder Brain, with the reason and what you expect.'],
  next: 'log your next decision in Founder Brain with its reason: in a month it shows you how you think.',
}

export const answerDecisions: Answerer = async (question, founder) => {
  const { context, queries } = founder
  const { decisionCounts: counts, decisions, today } = context
  const {
    text,
    reference,
    amounts,
    spans: [span],
  } = question
  if (counts.decisions === 0) return NOTHING
  const named = reference ? decisions.find(({ id }) => id === reference.id) : await decisionNamed(question, founder)
  if (named && SINCE.test(text)) return sinceDecision(named, context)
  if (named) return aboutDecision(named, context)
  if (
    /\b(?:did|have) (?:i|we) (?:already )?(?:review|look(?:ed)? back)|\bhow often\b.*\bright\b|\bwas i right\b|\bbeen right\b|\btrack record\b|\bright\b.*\bhow often\b|\b(?:share|percent(?:age)?)\b.*\bright\b/.test(
      text,
    )
  )
    return trackRecord(context)
  if (
    /\b(?:no|without(?: an?)?|lack(?:ing)?) (?:reviews?|review dates?)\b|\bnever reviewed\b|\bnot reviewed\b/.test(text)
  ) {
    const never = decisions.filter(({ was_right, review_on }) => !was_right && !review_on)
    return {
      line: `**${counted(never.length, 'decision')}** of your newest ${decisions.length} ${never.length === 1 ? 'has' : 'have'} no day to look at again.`,
      evidence: never.map(decisionLine),
      next: 'give each of them a day in Founder Brain.',
    }
  }
  if (/\b(?:oldest|earliest|(?:very )?first)\b/.test(text)) {
    const oldest = await oldestOf(decisions, counts.decisions, (to) =>
      queries.decisions({ from: '2000-01-01', to, label: '' }),
    )
    const known = oldest && decisions.find(({ id }) => id === oldest.id)
    if (known) return aboutDecision(known, context, 'Your oldest decision')
    if (oldest) return { line: `Your oldest decision is ${decisionLine(oldest)}`, evidence: [], next: nextFor(context) }
  }
  if (
    /\breview\b|\blook (?:at again|back)\b|\blook at (?:\p{L}+ ){1,3}again\b|\bdue\b|\brevisit\b|\bcome back\b/u.test(
      text,
    )
  )
    return due(context)
  if (WITHOUT_RATING.test(text)) return unrated(context)
  if (/\bpart(?:ly|ially) (?:right|wrong)\b/.test(text)) return partlyRight(context)
  const category = await categoryIn(text, founder)
  if (category) return category
  const impact = firstOf<Impact>(text, [
    [
      'positive',
      /\bpositive\b|\bworked\b(?! on)|\bgood\b|\bbest\b|\bsuccess|\bpaid off\b|\bwell\b|\bright ones\b|\b(?:were|was|turned out|proved) right\b/,
    ],
    [
      'negative',
      /\bnegative\b|\bfail|\bbad\b|\bworst\b|\bwrong\b|\bbackfire|\bdid(?:n't| not) work\b|\bbadly\b|\bmistakes?\b|\bregret/,
    ],
    ['neutral', /\bneutral\b/],
  ])
  const wanted = /\bdid(?:n't| not) work\b/.test(text) ? 'negative' : impact
  const past = span && span.from <= today ? span : undefined
  if (wanted || past) {
    const { count, rows } = await queries.decisions(past, wanted)
    return listed(count, rows, wanted, past?.label)
  }
  const many = amounts.find(({ noun, unit }) => unit === 'number' && noun.startsWith('decision'))?.value
  if (many !== undefined && /\b(?:last|latest|newest|recent)\b/.test(text))
    return {
      line: `Your last ${counted(Math.min(many, decisions.length), 'decision')}: ${decisions
        .slice(0, Math.min(many, 10))
        .map(({ title }) => quoted(title, 60))
        .join(', ')}.`,
      evidence: decisions.slice(0, many).map(decisionLine),
      next: nextFor(context),
    }
  if (/\b(?:last|latest|newest|most recent)\b/.test(text) && decisions[0])
    return aboutDecision(decisions[0], context, 'Your last decision')
  if (contentWords(question.asked).length > 0 && !/\bhow many\b|\bnumber of\b|\blog(?:ged)?\b/.test(text)) {
    const found = await answerFound(question, founder, 'decisions')
    if (found) return found
    if (/\babout\b|\bever\b|\bon\b/.test(text))
      return {
        line: nothingAbout(question.asked, 'decision'),
        evidence: decisions.map(decisionLine),
        next: nextFor(context),
      }
  }
  const neutral = counts.decisions - counts.positive - counts.negative
  return {
    line: `You have logged **${counted(counts.decisions, 'decision')}**: ${counts.positive} positive, ${neutral} neutral, ${counts.negative} negative; ${counts.unrated} without a result.`,
    evidence: decisions.map(decisionLine),
    next: nextFor(context),
  }
}

/** The decision that a question names: in quotes, or by all words that are about something. */
async function decisionNamed(question: Question, founder: AskingFounder): Promise<Decision | undefined> {
  const { decisions } = founder.context
  const quoted = quotedAmong(question.asked, decisions, ({ title }) => title)
  if (
    quoted ||
    termsOf(question.text).length === 0 ||
    (/\bhow (?:many|often)\b/.test(question.text) && !SINCE.test(question.text)) ||
    /\bnumber of\b|\blogged\b|\blook back\b|\b(?:last|latest|due|which)\b/.test(question.text)
  )
    return quoted
  const { found } = await recordsAbout(question.asked, founder, 'decisions')
  const [best] = found
  // Several are listed.
  if (!best || (found.length > 1 && /\bdecisions\b/.test(question.text))) return undefined
  return (
    decisions.find(({ id }) => id === best.id) ?? {
      id: best.id, title: best.title, date: best.date, reason: best.excerpt, impact: 'neutral', result: '', expected: '',
      review_on: null, outcome: '', was_right: null,
    }
  ) // prettier-ignore
}

/** Decisions that the team has not rated yet, or whose result is open. */
const WITHOUT_RATING = anyOf(
  /\b(?:without|no|waiting for|missing|open|pending|lack) (?:a |an |their |its )?(?:results?|outcomes?|ratings?)\b/,
  words('not (?:been )?rated', 'unrated', 'waiting'),
  /\bopen decisions?\b|\bdecisions? (?:are |is )?(?:still )?open\b/,
)

const SINCE = /\bhow (?:many (?:days|weeks|months)|long)\b.*\b(?:ago|since)\b/

function sinceDecision(decision: Decision, context: FounderContext): Answer {
  const days = daysBetween(decision.date, context.today)
  return {
    ...aboutDecision(decision, context),
    line: `You logged ${titled('decision', decision, decision.title)} on ${formatDate(decision.date)}, **${counted(days, 'day')} ago**: ${(days / 7).toFixed(1)} weeks.`,
  }
}

function aboutDecision(decision: Decision, context: FounderContext, opening = 'The decision'): Answer {
  const { title, date, impact, result, reason, expected, outcome, was_right, review_on } = decision
  const rating = result.trim() ? `is rated **${impact}**: ${quoted(result)}` : 'has **no result** yet'
  const own = was_right ? ` By your own review you were right: ${was_right}, ${quoted(outcome)}.` : ''
  return {
    line: `${opening} ${titled('decision', decision, title)} of ${formatDate(date)} ${rating}.${own}`,
    evidence: [
      ...(reason ? [`Your reason: ${quoted(reason)}.`] : []),
      ...(expected ? [`You expected: ${quoted(expected)}.`] : []),
      ...(!was_right && review_on ? [`To be looked at again on ${formatDate(review_on)}.`] : []),
      ...context.decisions
        .filter(({ id }) => id !== decision.id)
        .slice(0, 1)
        .map((other) => `Beside it: ${decisionLine(other)}`),
    ],
    next: result.trim()
      ? 'write down what the same reasoning would say to the choice in front of you now.'
      : 'write in Founder Brain what came of it, in two sentences, when you can see it.',
  }
}

function trackRecord({ decisionCounts: { right, partly, wrong }, decisions }: FounderContext): Answer {
  const all = right + partly + wrong
  if (all === 0)
    return {
      line: 'How often you were right is **not recorded yet**: no decision has been looked at again.',
      evidence: decisions.map(decisionLine),
      next: 'open Founder Brain and say of your oldest decision what came of it.',
    }
  return {
    line: `You were right **${right} of ${all}** times (${percent(right / all)}), partly ${partly}, wrong ${wrong}, by your own reviews.`,
    evidence: decisions
      .filter(({ was_right }) => was_right)
      .map((decision) => `${titled('decision', decision, decision.title)}: ${decision.was_right}.`),
    next: 'look at the ones you got wrong, and write down which fact you did not have.',
  }
}

/** "Team decisions", "what did we decide on pricing?": those of a category. */
async function categoryIn(text: string, { queries }: AskingFounder): Promise<Answer | undefined> {
  const { before, after } =
    /\b(?<before>\p{L}{3,})[ -](?:related )?decisions?\b(?! (?:about|on|in|regarding))|\bdecisions?\b.{0,30}\b(?:about|on|in|regarding|concerning|for) (?:the )?(?<after>\p{L}{3,})[?.! ]*$/u.exec(
      text,
    )?.groups ?? {}
  const isCategory = (name: string | undefined) =>
    name !== undefined && termsOf(name).length + Number(CATEGORIES.has(name)) > 0
  const name = [before, after ?? ABOUT.exec(text)?.groups?.['name']].find(isCategory)
  if (name === undefined) return undefined
  const impact = /\bright\b|\bgood\b|\bworked\b|\bpositive\b/.test(text)
    ? 'positive'
    : /\bwrong\b|\bbad(?:ly)?\b|\bfailed\b|\bnegative\b/.test(text)
      ? 'negative'
      : undefined
  const { count, rows } = await queries.decisions(undefined, impact, name)
  return count === 0
    ? undefined
    : {
        line: `**${counted(count, impact ? `${impact} decision` : 'decision')}** in the category ${quoted(name)}; the latest is ${rows[0] ? titled('decision', rows[0], rows[0].title) : ''}.`,
        evidence: rows.map(decisionLine),
        next: 'write down what the same reasoning would say to the choice in front of you now.',
      }
}

/** "The last decision I made about the team" */
const ABOUT = /\bdecision\b.{0,30}\b(?:about|on|regarding) (?:the )?(?<name>\p{L}{3,})[?.! ]*$/u

/** Categories that are also words of questions in general. */
const CATEGORIES: ReadonlySet<string> = new Set([
  'team',
  'product',
  'marketing',
  'sales',
  'strategy',
  'growth',
  'hiring',
])

function partlyRight({ decisionCounts: { partly }, decisions }: FounderContext): Answer {
  const known = decisions.filter(({ was_right }) => was_right === 'partly')
  const [only] = known
  return {
    line: `You were partly right in **${counted(partly, 'decision')}**${only && partly === 1 ? `: ${titled('decision', only, only.title)}` : ''}, by your own reviews.`,
    evidence: known.map(decisionLine),
    next: 'write down which part you did not see coming.',
  }
}

function due({ decisionCounts: counts, decisions, today }: FounderContext): Answer {
  const waiting = decisions.filter(({ was_right, review_on }) => !was_right && review_on)
  const now = waiting.filter(({ review_on }) => (review_on ?? '') <= today)
  const later = waiting.toSorted((a, b) => (a.review_on ?? '').localeCompare(b.review_on ?? ''))
  return {
    line:
      counts.due > 0
        ? `**${counted(counts.due, 'decision')}** ${counts.due === 1 ? 'is' : 'are'} due for a second look.`
        : `**No decision** is due for a second look${later[0]?.review_on ? `; the next one is on ${formatDate(later[0].review_on)}` : ''}.`,
    evidence: (now.length > 0 ? now : later).map(
      (decision) =>
        `${titled('decision', decision, decision.title)}: to look at on ${formatDate(decision.review_on ?? today)}.`,
    ),
    next:
      counts.due > 0
        ? 'say on the Command Board what came of the oldest one: two sentences.'
        : 'give your newest decision a day to look at it again, when you log the next.',
  }
}

const unrated = ({ decisionCounts: counts, decisions }: FounderContext): Answer => ({
  line: `**${counted(counts.unrated, 'decision')}** of ${counts.decisions} ${counts.unrated === 1 ? 'has' : 'have'} no result yet.`,
  evidence: decisions
    .filter(({ result }) => result.trim() === '')
    .toReversed()
    .map(decisionLine),
  next: 'write to your growth squad what came of the oldest one, so that it gets its rating.',
})

const listed = (
  count: number,
  rows: readonly Short[],
  impact: Impact | undefined,
  when: string | undefined,
): Answer => ({
  line: `**${counted(count, `${impact ? `${impact} ` : ''}decision`)}** ${when ?? 'in your records'}${rows[0] ? `; ${count === 1 ? 'it is' : 'the latest is'} ${titled('decision', rows[0], rows[0].title)}.` : '.'}`,
  evidence: rows.map(decisionLine),
  next:
    impact === 'negative'
      ? 'write down what you would have had to know before, in one sentence for each.'
      : 'write down what the same reasoning would say to the choice in front of you now.',
})

export const decisionLine = (decision: Short): string =>
  `${titled('decision', decision, decision.title)} of ${formatDate(decision.date)}: ${decision.result.trim() ? `${decision.impact}, ${quoted(decision.result, 60)}` : 'no result yet'}.`

const nextFor = ({ decisionCounts: { due } }: FounderContext): string =>
  due > 0
    ? 'say on the Command Board what came of the decision that is due.'
    : 'log the decision that you are putting off, with what you expect of it.'
