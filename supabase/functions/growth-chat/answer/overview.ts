import type { IsoDate } from '../../../../domain/week.ts'
import { share } from '../../_shared/conversion.ts'
import { hasCheckedIn } from '../../_shared/check-in-trend.ts'
import { moodLabel } from '../../../../domain/check-ins.ts'
import { addDays } from '../../../../domain/days.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { outlived } from '../../_shared/goal-ages.ts'
import { moneyEnds, RUNWAY_THRESHOLDS, runwayMonths } from '../../../../domain/runway.ts'
import { FOUNDER_AS_SENDER, type FounderContext, type Goal } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, countedChange, enumerated, from, monthsText, nameOf, percent, quoted, titled, usd } from '../text.ts'
import { isSince, mondayOf, shiftedSpan, unitSpan, untilToday, type Span } from '../understand/calendar-spans.ts'
import type { Answer, Answerer } from './answer.ts'
import { capital } from './figures.ts'
import { gainedIn } from './gained.ts'
import { nextFor } from './goal-lines.ts'
import { funnel } from './loop-lines.ts'
import { weekLine } from './check-in-lines.ts'
import { hasRecords, measures, NOUNS } from './measures.ts'

const COUNTS = ['messages', 'demos', 'conversions'] as const

const START: Answer = {
  line: 'Begin with **one goal for this week**: there is nothing in your records yet.',
  evidence: ['With a goal, a check-in a week and a decision logged, I can tell you what changed and what to do next.'],
  next: 'add a goal on the Command Board, with a number in it.',
  proposals: [{ kind: 'goal', period: 'weekly', text: 'Talk to five customers' }],
}

export const answerOverview: Answerer = (query, founder) => {
  if (!hasRecords(founder.context)) return START
  if (query.intent === 'overview.today') return today(founder.context)
  if (isComparison(query, founder.context.today)) return compareTimes(query, founder)
  if (query.intent === 'overview.change') return change(query, founder)
  return query.concepts.has('risks') ? risks(founder.context) : status(query, founder)
}

/** "Compare October and November", "compared to last month"; "since" a time asks for what changed. */
const isComparison = ({ spans: [first, second], concepts }: Query, day: IsoDate): boolean =>
  first !== undefined && (second !== undefined || (concepts.has('compared') && !isSince(first) && first.to < day))

const COMPARED = ['conversions', 'demos', 'messages', 'revenue', 'runway', 'mood'] as const

/** Two spans of time beside each other in every measure that both have; one alone is compared with now. */
async function compareTimes(query: Query, founder: AskingFounder): Promise<Answer> {
  const { today: day } = founder.context
  const [earlier, later] = pairOf(query.spans, day)
  const [rows, goals] = await Promise.all([
    Promise.all(
      COMPARED.flatMap((name) => measures[name] ?? []).map(async (measure) => {
        const [was, is] = await measure.read([earlier, later], query, founder)
        return was?.value === undefined || is?.value === undefined ? [] : [{ measure, was: was.value, is: is.value }]
      }),
    ),
    Promise.all(
      [earlier, later].map((span) => founder.queries.goals({ completed: untilToday(span, day), isDone: true })),
    ),
  ])
  const lines = rows.flat().map(({ measure, was, is }) => {
    const change = is - was
    const how =
      Number.isFinite(change) && change !== 0
        ? `, ${change > 0 ? 'up' : 'down'} ${measure.formatChange(Math.abs(change))}`
        : ''
    const name = measure.kind === 'flow' ? '' : `${measure.name.replace(/^your /, '')} `
    return { was: name + measure.format(was), is: name + measure.format(is), to: `${measure.format(is)}${how}` }
  })
  const [before, after] = goals
  const shown = lines.slice(0, 3)
  return {
    line: `${capital(later.label)}${later.to > day ? ' so far' : ''}: **${enumerated([...shown.map(({ is }) => is), `${counted(after?.count ?? 0, 'goal')} completed`])}**; ${earlier.label}: **${enumerated([...shown.map(({ was }) => was), `${counted(before?.count ?? 0, 'goal')} completed`])}**.`,
    evidence: lines.map(({ was, to }) => `${capital(was)} → ${to}.`),
    isList: true,
    next: 'ask me for the wins and blockers of the two, which say why.',
  }
}

function pairOf([first, second]: readonly Span[], day: IsoDate): readonly [Span, Span] {
  const one = first ?? shiftedSpan(unitSpan('week', day), -1)
  if (second) return one.from < second.from ? [one, second] : [second, one]
  let now = shiftedSpan(one, 1)
  while (now.to < day) now = shiftedSpan(now, 1)
  return [one, now]
}

/** Share of all conversions from which one loop is a risk. */
const DEPENDENT = 0.5

/** What the records show that could go wrong, the most urgent first. */
function risks(context: FounderContext): Answer {
  const { runway, checkins, goals, loops, loopTotals, decisionCounts, today: day } = context
  const months = runway ? runwayMonths(runway) : undefined
  const isShort = months !== undefined && months < RUNWAY_THRESHOLDS.short
  const blocked = checkins.find(({ blockers }) => blockers.trim() !== '')
  const late = outlived(goals, day).length
  const [most] = loops.toSorted((a, b) => b.conversions - a.conversions)
  const part = most ? share(most.conversions, loopTotals.conversions) : 0
  const found = [
    ...(isShort ? [`the money lasts ${monthsText(months)}`] : []),
    ...(blocked
      ? [`${quoted(blocked.blockers, 160)}${from('check-in', blocked)}, which you named last as in the way`]
      : []),
    ...(most && part >= DEPENDENT
      ? [`${percent(part)} of all conversions come from one loop, ${titled('loop', most, most.name)}`]
      : []),
    ...(late > 0
      ? [`${counted(late, 'open goal')} ${late === 1 ? 'is' : 'are'} older than the period they were set for`]
      : []),
    ...(decisionCounts.due > 0 ? [dueText(decisionCounts.due).replace(/\.$/, '')] : []),
  ]
  const [first, ...others] = found
  return {
    line: first
      ? `The biggest risk in your records: **${first}**.`
      : 'Your records show **no risk that is near**; what they do not hold, such as customers who leave, I cannot see.',
    evidence: [...others.map((one) => `${capital(one)}.`), ...(isShort ? [] : runwayLine(context))],
    isList: true,
    next: 'choose one of them, and write down what you would do on the day on which it happens.',
  }
}

export const runwayLine = (context: FounderContext): string[] => {
  const { runway, today: day } = context
  if (!runway) return []
  const end = moneyEnds(runway, day)
  return [
    `Runway: ${monthsText(runwayMonths(runway))}${end ? `, until about ${formatDate(end)}` : ''} (${usd(runway.bank_balance)} in the bank).`,
  ]
}

/** The one thing to do now: what is most urgent first. */
function today(context: FounderContext): Answer {
  const { goals, checkins, decisionCounts, today: day, runway, messages } = context
  const open = goals.filter(({ completed }) => !completed)
  const late = outlived(goals, day)
  const weekly = open.find(({ period }) => period === 'weekly')
  const first: Goal | undefined = weekly ?? late.at(-1) ?? open[0]
  const months = runway ? runwayMonths(runway) : undefined
  const [latest] = checkins
  const urgent = months !== undefined && months < RUNWAY_THRESHOLDS.short
  const evidence = [
    ...(urgent ? runwayLine(context) : []),
    ...(hasCheckedIn(checkins, day) ? [] : ['This week’s check-in is not done yet: it takes two minutes.']),
    ...(latest?.next_priority.trim()
      ? [`Your last priority was ${quoted(latest.next_priority)}.${from('check-in', latest)}`]
      : []),
    ...(late.length > 0
      ? [
          `${counted(late.length, 'open goal')} ${late.length === 1 ? 'is' : 'are'} older than the period they were set for.`,
        ]
      : []),
    ...(decisionCounts.due > 0 ? [dueText(decisionCounts.due)] : []),
  ]
  const advised = messages.find(({ sender, date }) => sender !== FOUNDER_AS_SENDER && date >= addDays(day, -14))
  const own = latest?.next_priority.trim()
    ? `your own next priority: **${quoted(latest.next_priority)}**${from('check-in', latest)}`
    : undefined
  if (!first && !own)
    return {
      line: urgent
        ? 'Today, **the money**: list your five largest monthly costs and mark the one that ends by Friday.'
        : 'No goal is open: **set one for this week**, with a number in it.',
      evidence,
      next: 'add one goal for this week on the Command Board.',
    }
  return {
    line: urgent
      ? `First **the money** (${monthsText(months)} left)${advised ? `: ${nameOf(advised.sender)} wrote on ${formatDate(advised.date)} ${quoted(advised.content, 140)}` : ''}. Then ${own ?? titled('goal', first as Goal, first?.text ?? '')}.`
      : `${capital(own ?? `${titled('goal', first as Goal, first?.text ?? '')}, ${first === weekly ? 'your newest weekly goal' : 'which is open for longest'}`)}${own && first ? `; then the goal ${titled('goal', first, first.text)}` : ''}.`,
    evidence: own ? evidence.filter((line) => !line.startsWith('Your last priority')) : evidence,
    next: urgent
      ? 'list your five largest monthly costs today, and mark the one that you can end by Friday.'
      : nextFor(first),
  }
}

const dueText = (due: number): string =>
  `${counted(due, 'decision')} ${due === 1 ? 'waits' : 'wait'} for a second look.`

/** Changes in a span: this week, unless another is named. */
async function change(query: Query, { context, queries }: AskingFounder): Promise<Answer> {
  const { today: day, checkins, loops } = context
  const [asked] = query.spans
  // "Since last week" is this week and the one before.
  const span = untilToday(asked && asked.from < day ? asked : { from: mondayOf(day), to: day, label: 'this week' }, day)
  const label = asked ? span.label : 'this week'
  const [[gain], completed, added, weeks] = await Promise.all([
    gainedIn([span], loops, queries),
    queries.goals({ completed: span }),
    queries.goals({ added: span }),
    queries.checkIns({ from: addDays(span.from, -13), to: span.to }),
  ])
  const [latest, before] = weeks.length > 0 ? weeks : checkins
  const parts = [
    `${counted(completed.count, 'goal')} completed and ${added.count} added`,
    ...(gain?.isKnown ? [enumerated(COUNTS.map((count) => countedChange(gain.counts[count], NOUNS[count])))] : []),
    ...(latest && before ? [`mood ${before.mood} → ${latest.mood}`] : latest ? [`mood ${latest.mood} of 5`] : []),
  ]
  return {
    line: `${capital(label)}: **${parts.join('; ')}**.`,
    evidence: [
      ...(latest ? [weekLine(latest)] : []),
      ...(before ? [`The priority before was ${quoted(before.next_priority)}.${from('check-in', before)}`] : []),
      ...runwayLine(context),
    ],
    next: hasCheckedIn(checkins, day)
      ? nextFor(context.goals.find(({ completed: isDone }) => !isDone))
      : 'complete this week’s check-in on the Command Board: one win, one blocker, one priority.',
  }
}

/** The founder's current state: each subject in one line. */
async function status(query: Query, founder: AskingFounder): Promise<Answer> {
  const { context } = founder
  const { checkins, goalCounts, loopTotals, decisionCounts, runway, today: day } = context
  const [all, done] = [
    goalCounts.reduce((sum, { goals }) => sum + goals, 0),
    goalCounts.reduce((sum, { completed }) => sum + completed, 0),
  ]
  const [latest] = checkins
  const recent = { from: addDays(day, -27), to: day, label: 'in the last 4 weeks' }
  const [gain] = loopTotals.loops > 0 ? await gainedIn([recent], context.loops, founder.queries) : []
  const months = runway ? runwayMonths(runway) : undefined
  const parts = [
    ...(runway ? [months === undefined ? 'you earn more than you spend' : `${monthsText(months)} of runway`] : []),
    ...(gain?.isKnown
      ? [`${counted(gain.counts.conversions, 'conversion')} and ${counted(gain.counts.demos, 'demo')} in four weeks`]
      : []),
    ...(latest ? [`mood ${latest.mood} of 5 (${moodLabel(latest.mood)})`] : []),
    ...(all > 0 ? [`${counted(all - done, 'goal')} open, ${done} done`] : []),
  ]
  const late = outlived(context.goals, day)
  return {
    line: `Where you stand: **${parts.join('; ')}**.`,
    evidence: [
      ...(loopTotals.loops > 0 ? [`Traction in all: ${funnel(loopTotals)}.`] : []),
      ...(latest?.blockers.trim() ? [`In the way: ${quoted(latest.blockers)}.${from('check-in', latest)}`] : []),
      ...(late.length > 0
        ? [
            `${counted(late.length, 'open goal')} ${late.length === 1 ? 'is' : 'are'} older than the period they were set for.`,
          ]
        : decisionCounts.due > 0
          ? [dueText(decisionCounts.due)]
          : []),
    ],
    next: query.spans.length > 0 ? 'ask me what changed since then.' : (today(context).next ?? ''),
  }
}
