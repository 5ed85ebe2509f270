import { formatDate } from '../../../../../domain/dates.ts'
import { addDays, daysBetween } from '../../../../../domain/days.ts'
import { oldestOpen } from '../../../../../domain/goal-ages.ts'
import type { GoalPeriod } from '../../../../../domain/goals.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import type { Goal } from '../../../_shared/founder-records.ts'
import type { Answer } from '../answer.ts'
import type { AskingFounder } from '../founder.ts'
import { counted, titled } from '../text.ts'
import { calendarSpan, spanBefore, type Span } from '../understand/spans.ts'
import { countLine, goalLine, nextFor, NO_GOALS } from './goal-lines.ts'
import { isAdded, SET_THEN_DONE, stateOf } from './goal-words.ts'

/** How many goals are done a week or month, since the first one was set. */
export async function perTime(
  unit: 'week' | 'month',
  period: GoalPeriod | undefined,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const {
    rows: [first],
  } = await queries.goals({ period, oldestFirst: true })
  const { count, rows } = await queries.goals({ period, isDone: true })
  const since = first?.date ?? context.today
  const many = Math.max(1, daysBetween(since, context.today) / (unit === 'week' ? 7 : 365.25 / 12))
  return {
    line: `About **${(count / many).toFixed(1)} ${period ? `${period} ` : ''}goals a ${unit}** are done on average: ${count} since ${formatDate(since)}.`,
    evidence: rows.map((goal) => goalLine(goal, context)),
    next: nextFor(context.goals.find(({ completed }) => !completed)),
  }
}

/** Months that are compared with each other at most. */
const MAX_MONTHS = 12

/** The month in which most goals were completed, or fewest. */
export async function extremeTime(
  text: string,
  period: GoalPeriod | undefined,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const {
    rows: [first],
  } = await queries.goals({ oldestFirst: true })
  const months = [calendarSpan('month', context.today)]
  for (
    let oldest = months[0];
    oldest && oldest.from > (first?.date ?? context.today) && months.length < MAX_MONTHS;
    oldest = months.at(-1)
  )
    months.push(spanBefore(oldest))
  const counts = await Promise.all(
    months.map(async (span) => ({ span, count: (await queries.goals({ period, completed: span })).count })),
  )
  const isWorst = /\b(?:fewest|least|worst)\b/.test(text)
  const ordered = counts.toSorted((a, b) => (b.count - a.count) * (isWorst ? -1 : 1))
  const kind = period ? `${period} goal` : 'goal'
  const says = ({ span, count }: (typeof counts)[number]) =>
    `${span.label.replace(/^in /, '')}${span.to >= context.today ? ' so far' : ''}: **${counted(count, kind)}** completed`
  return {
    line: `${isWorst ? 'Fewest' : 'Most'} goals in one month: ${ordered[0] ? says(ordered[0]) : ''}, of the last ${counted(months.length, 'month')}.`,
    evidence: ordered.slice(1).map((other) => `${says(other)}.`),
    next: nextFor(context.goals.find(({ completed }) => !completed)),
  }
}

/** How long goals take from the day they are set. */
export async function durations(period: GoalPeriod | undefined, { context, queries }: AskingFounder): Promise<Answer> {
  const done = await queries.goalDays(period)
  const kind = period ? `${period} goal` : 'goal'
  const days = done.map(({ set, completed }) => daysBetween(set, completed))
  const next = nextFor(context.goals.find(({ completed }) => !completed))
  if (days.length === 0)
    return {
      line: `How long a ${kind} takes you is **not recorded**: none is done.`,
      evidence: context.goalCounts.map(countLine),
      next,
    }
  const mean = days.reduce((sum, each) => sum + each, 0) / days.length
  return {
    line: `A ${kind} takes you **${mean.toFixed(1)} days** on average, from the day it is set; over ${counted(days.length, `completed ${kind}`)}.`,
    evidence: [
      `The fastest took ${counted(Math.min(...days), 'day')}, the slowest ${counted(Math.max(...days), 'day')}.`,
      ...context.goalCounts.map(countLine),
    ],
    next,
  }
}

/** The last day on which a goal was ticked. */
export async function lastDone(period: GoalPeriod | undefined, { context, queries }: AskingFounder): Promise<Answer> {
  const days = (await queries.goalDays(period)).map(({ completed }) => completed).toSorted()
  const last = days.at(-1)
  const kind = period ? `${period} goal` : 'goal'
  return {
    line: last
      ? `You last finished a ${kind} on **${formatDate(last)}**, ${counted(daysBetween(last, context.today), 'day')} ago.`
      : `**No ${kind}** is finished yet.`,
    evidence: context.goalCounts.map(countLine),
    next: nextFor(context.goals.find(({ completed }) => !completed)),
  }
}

/** When goals were set: the newest ones, and the first. */
export async function datesOf(period: GoalPeriod | undefined, { context, queries }: AskingFounder): Promise<Answer> {
  const [newest, oldest] = await Promise.all([queries.goals({ period }), queries.goals({ period, oldestFirst: true })])
  const [last, first] = [newest.rows[0], oldest.rows[0]]
  if (!last || !first) return NO_GOALS
  const says = (goal: Goal) => `${titled('goal', goal, goal.text)} on ${formatDate(goal.date)}`
  return {
    line:
      first.date === last.date
        ? `You set ${counted(newest.count, period ? `${period} goal` : 'goal')} on **${formatDate(last.date)}**.`
        : `You set the newest goal, ${says(last)}; the first of ${newest.count} was ${says(first)}.`,
    evidence: newest.rows.map((goal) => `Set: ${says(goal)}.`),
    next: nextFor(context.goals.find(({ completed }) => !completed)),
  }
}

/** "Did I get more done in October or in September?" */
export async function comparedSpans(
  [one, other]: readonly [Span, Span],
  period: GoalPeriod | undefined,
  isOfAdded: boolean,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const of = (span: Span) => queries.goals({ period, ...(isOfAdded ? { added: span } : { completed: span }) })
  const [first, second] = await Promise.all([of(one), of(other)])
  const kind = period ? `${period} goal` : 'goal'
  const way = first.count === second.count ? 'as many' : first.count > second.count ? 'more' : 'fewer'
  return {
    line: `**${counted(first.count, kind)}** ${isOfAdded ? 'added' : 'completed'} ${one.label}, **${second.count}** ${other.label}: ${way}.`,
    evidence: [...first.rows, ...second.rows].map((goal) => goalLine(goal, context)),
    next: nextFor(context.goals.find(({ completed }) => !completed)),
  }
}

export async function inSpan(
  text: string,
  span: Span,
  period: GoalPeriod | undefined,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const kind = period ? `${period} goal` : 'goal'
  if (stateOf(text) === false) {
    const { count, rows } = await queries.goals({ period, added: span, isDone: false })
    return {
      line: `**${counted(count, kind)}** of those set ${span.label} ${count === 1 ? 'is' : 'are'} still open.`,
      evidence: rows.length > 0 ? rows.map((goal) => goalLine(goal, context)) : context.goalCounts.map(countLine),
      next: nextFor(rows[0]),
    }
  }
  if (SET_THEN_DONE.test(text)) {
    const [all, done] = await Promise.all([
      queries.goals({ period, added: span }),
      queries.goals({ period, added: span, isDone: true }),
    ])
    return {
      line: `**${counted(done.count, kind)}** of the ${all.count} that were set ${span.label} ${done.count === 1 ? 'is' : 'are'} done.`,
      evidence: all.rows.map((goal) => goalLine(goal, context)),
      next: nextFor(context.goals.find((goal) => !goal.completed)),
    }
  }
  const wantsAdded = isAdded(text) || /\bplan(?:ned)?\b/.test(text)
  const [completed, added] = await Promise.all([
    queries.goals({ period, completed: span }),
    queries.goals({ period, added: span }),
  ])
  const done = `**${counted(completed.count, kind)}** completed`
  const set = `**${counted(added.count, kind)}** added`
  const isDone = stateOf(text)
  const line =
    wantsAdded && isDone && /\band\b/.test(text)
      ? `${done} ${span.label}, and ${set}.`
      : wantsAdded && !isDone
        ? `${set} ${span.label}.`
        : isDone
          ? `${done} ${span.label}.`
          : `${done} ${span.label}, and ${set}.`
  const rows = wantsAdded && !isDone ? added.rows : completed.rows
  return {
    line,
    evidence: rows.length > 0 ? rows.map((goal) => goalLine(goal, context)) : context.goalCounts.map(countLine),
    next: nextFor(context.goals.find((goal) => !goal.completed)),
  }
}

/** Days after which an open goal is older than its period. */
const PERIOD_DAYS: Readonly<Record<GoalPeriod, number>> = { weekly: 7, monthly: 31, quarterly: 92, yearly: 366 }

export async function overdue(period: GoalPeriod | undefined, { context, queries }: AskingFounder): Promise<Answer> {
  const oldestDay = (of: GoalPeriod): IsoDate => addDays(context.today, -PERIOD_DAYS[of])
  const outlived = {
    weekly: oldestDay('weekly'),
    monthly: oldestDay('monthly'),
    quarterly: oldestDay('quarterly'),
    yearly: oldestDay('yearly'),
  }
  const { count, rows } = await queries.goals({ period, isDone: false, outlived, oldestFirst: true })
  const kind = period ? `${period} goal` : 'goal'
  if (count === 0)
    return {
      line: `**No open ${kind}** is older than the period it was set for.`,
      evidence: context.goals.filter(({ completed }) => !completed).map((goal) => goalLine(goal, context)),
      next: nextFor(oldestOpen(context.goals)),
    }
  return {
    line: `**${counted(count, `open ${kind}`)}** ${count === 1 ? 'is' : 'are'} older than the period set for ${count === 1 ? 'it' : 'them'}${rows[0] ? `, first ${titled('goal', rows[0], rows[0].text)}` : ''}: these can wait, shrink or go.`,
    evidence: rows.map((goal) => goalLine(goal, context)),
    next: 'on the Command Board, drop one of these today and carry over only the one that still matters.',
  }
}

/** Open goals that were set more than some days ago. */
export async function olderThan(
  days: number,
  period: GoalPeriod | undefined,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const span: Span = { from: '2000-01-01', to: addDays(context.today, -days - 1), label: '' }
  const { count, rows } = await queries.goals({ period, isDone: false, added: span, oldestFirst: true })
  return {
    line: `**${counted(count, `open ${period ? `${period} ` : ''}goal`)}** ${count === 1 ? 'is' : 'are'} older than ${counted(days, 'day')}.`,
    evidence: rows.map((goal) => goalLine(goal, context)),
    next: nextFor(rows[0] ?? context.goals.find(({ completed }) => !completed)),
  }
}
