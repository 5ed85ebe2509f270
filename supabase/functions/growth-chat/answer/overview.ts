import { hasCheckedIn } from '../../_shared/check-in-trend.ts'
import { moodLabel } from '../../../../domain/check-ins.ts'
import { addDays } from '../../../../domain/days.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { outlived } from '../../_shared/goal-ages.ts'
import { moneyEnds, RUNWAY_THRESHOLDS, runwayMonths } from '../../../../domain/runway.ts'
import { FOUNDER_AS_SENDER, type FounderContext, type Goal } from '../../_shared/founder-records.ts'
import type { AskingFounder } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, countedChange, enumerated, from, monthsText, nameOf, quoted, titled, usd } from '../text.ts'
import { mondayOf, untilToday } from '../understand/calendar-spans.ts'
import type { Answer, Answerer } from './answer.ts'
import { capital } from './figures.ts'
import { gainedIn } from './gained.ts'
import { nextFor } from './goal-lines.ts'
import { funnel } from './loop-lines.ts'
import { weekLine } from './check-in-lines.ts'
import { hasRecords, NOUNS } from './measures.ts'

const COUNTS = ['messages', 'demos', 'conversions'] as const

const START: Answer = {
  line: 'Begin with **one goal for this week**: there is nothing in your records yet.',
  evidence: ['With a goal, a check-in a week and a decision logged, I can tell you what changed and what to do next.'],
  next: 'add a goal on the Command Board, with a number in it.',
  proposals: [{ kind: 'goal', period: 'weekly', text: 'Talk to five customers' }],
}

export const answerOverview: Answerer = (query, founder) => {
  if (!hasRecords(founder.context)) return START
  return query.intent === 'overview.today'
    ? today(founder.context)
    : query.intent === 'overview.change'
      ? change(query, founder)
      : status(query, founder)
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
