import type { Decision, FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { AskingFounder } from '../founder.ts'
import { counted, dayLabel, percent, quoted, titled } from '../text.ts'
import { mostAlike } from '../understand/loops.ts'
import type { Question } from '../understand/understand.ts'
import { firstOf } from './runway.ts'

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
    spans: [span],
  } = question
  if (counts.decisions === 0) return NOTHING
  const named = reference ? decisions.find(({ id }) => id === reference.id) : await decisionNamed(question, founder)
  if (named) return aboutDecision(named, context)
  if (/\bhow often\b.*\bright\b|\bwas i right\b|\bbeen right\b|\btrack record\b|\bright\b.*\bhow often\b/.test(text))
    return trackRecord(context)
  if (/\breview\b|\blook at again\b|\bdue\b|\brevisit\b|\bcome back\b/.test(text)) return due(context)
  if (
    /\b(?:without|no|waiting for|missing|open|pending|lack) (?:a |an |their |its )?(?:results?|outcomes?|ratings?)\b|\bnot (?:been )?rated\b|\bunrated\b|\bwaiting\b|\bopen decisions?\b/.test(
      text,
    )
  )
    return unrated(context)
  const impact = firstOf<Impact>(text, [
    ['positive', /\bpositive\b|\bworked\b(?! on)|\bgood\b|\bbest\b|\bsuccess|\bpaid off\b|\bwell\b|\bright ones\b/],
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
  if (/\b(?:last|latest|newest|most recent)\b/.test(text) && decisions[0])
    return aboutDecision(decisions[0], context, 'Your last decision is')
  const neutral = counts.decisions - counts.positive - counts.negative
  return {
    line: `You have logged **${counted(counts.decisions, 'decision')}**: ${counts.positive} positive, ${neutral} neutral, ${counts.negative} negative; ${counts.unrated} without a result.`,
    evidence: decisions.map(decisionLine),
    next: nextFor(context),
  }
}

/** The decision that a question names: in quotes, or by words that its title has. */
async function decisionNamed(
  { asked, text }: Question,
  { context, queries }: AskingFounder,
): Promise<Decision | undefined> {
  if (
    !/“|"|\b(?:came of|about|outcome of|result of|reason|why did (?:i|we)|decision (?:to|on|for)|decide(?:d)? (?:to|on|about))\b/.test(
      `${asked} ${text}`,
    )
  )
    return undefined
  const near = mostAlike(asked, context.decisions, ({ title }) => title)
  if (near) return near
  const topic = /.*\b(?:about|on|to|for)\s+(?:the |my |our |a )?([\p{L}\d ]{4,60})\W*$/u.exec(text)?.[1]
  if (!topic) return undefined
  const found = (await queries.find(topic)).find(({ kind }) => kind === 'decision')
  return (
    found && {
      id: found.id,
      title: found.title,
      date: found.date,
      reason: '',
      impact: 'neutral',
      result: found.excerpt,
      expected: '',
      review_on: null,
      outcome: '',
      was_right: null,
    }
  )
}

function aboutDecision(decision: Decision, context: FounderContext, opening = 'The decision'): Answer {
  const { title, date, impact, result, reason, expected, outcome, was_right, review_on } = decision
  const rating = result.trim() ? `is rated **${impact}**: ${quoted(result)}` : 'has **no result** yet'
  const own = was_right ? ` By your own review you were right: ${was_right}, ${quoted(outcome)}.` : ''
  return {
    line: `${opening} ${titled('decision', decision, title)} of ${dayLabel(date)} ${rating}.${own}`,
    evidence: [
      ...(reason ? [`Your reason: ${quoted(reason)}.`] : []),
      ...(expected ? [`You expected: ${quoted(expected)}.`] : []),
      ...(!was_right && review_on ? [`To be looked at again on ${dayLabel(review_on)}.`] : []),
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

function due({ decisionCounts: counts, decisions, today }: FounderContext): Answer {
  const waiting = decisions.filter(({ was_right, review_on }) => !was_right && review_on)
  const now = waiting.filter(({ review_on }) => (review_on ?? '') <= today)
  const later = waiting.toSorted((a, b) => (a.review_on ?? '').localeCompare(b.review_on ?? ''))
  return {
    line:
      counts.due > 0
        ? `**${counted(counts.due, 'decision')}** ${counts.due === 1 ? 'is' : 'are'} due for a second look.`
        : `**No decision** is due for a second look${later[0]?.review_on ? `; the next one is on ${dayLabel(later[0].review_on)}` : ''}.`,
    evidence: (now.length > 0 ? now : later).map(
      (decision) =>
        `${titled('decision', decision, decision.title)}: to look at on ${dayLabel(decision.review_on ?? today)}.`,
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
  `${titled('decision', decision, decision.title)} of ${dayLabel(decision.date)}: ${decision.result.trim() ? `${decision.impact}, ${quoted(decision.result, 60)}` : 'no result yet'}.`

const nextFor = ({ decisionCounts: { due } }: FounderContext): string =>
  due > 0
    ? 'say on the Command Board what came of the decision that is due.'
    : 'log the decision that you are putting off, with what you expect of it.'
