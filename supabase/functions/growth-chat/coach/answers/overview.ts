import { hasCheckedIn, isMoodFalling } from '../../../../../domain/check-in-trend.ts'
import { moodLabel } from '../../../../../domain/check-ins.ts'
import { weakestLoop } from '../../../../../domain/conversion.ts'
import { addDays, daysBetween } from '../../../../../domain/days.ts'
import { formatChange } from '../../../../../domain/numbers.ts'
import { RUNWAY_THRESHOLDS, runwayMonths } from '../../../../../domain/runway.ts'
import { weekOf } from '../../../../../domain/week.ts'
import type { FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import { counted, enumerated, from, percent, quoted, titled } from '../text.ts'
import { weekLine } from './check-in-lines.ts'
import { nextFor } from './goal-lines.ts'
import { nearestQuestions, understoodOf } from './nearest.ts'
import { runwayLine } from './runway-lines.ts'
import { loopLine } from './loop-counts.ts'

const isEmpty = ({ goalCounts, counts, loopTotals, runway }: FounderContext): boolean =>
  goalCounts.length === 0 && counts.checkins === 0 && loopTotals.loops === 0 && !runway

const START: Answer = {
  line: 'There is nothing in your records yet, so the first thing is a goal.',
  evidence: ['With goals and check-ins I can say what changed; your growth squad adds traction and runway.'],
  next: 'add one goal for this week on the Command Board, then complete the check-in: three minutes each.',
}

/** "What should I do today?" */
export const answerToday: Answerer = (_, { context }) => {
  if (isEmpty(context)) return START
  const { goals, checkins, today, runway, loops } = context
  const goal =
    goals.find(({ completed, period }) => !completed && period === 'weekly') ??
    goals.find(({ completed }) => !completed)
  const [latest] = checkins
  const months = runway ? runwayMonths(runway) : undefined
  const weakest = weakestLoop(loops)
  const reasons = [
    ...(months !== undefined && months < RUNWAY_THRESHOLDS.short && runway ? [runwayLine(runway, today)] : []),
    ...(latest?.blockers.trim()
      ? [`Your blocker of the last check-in still waits: ${quoted(latest.blockers)}.${from('check-in', latest)}`]
      : []),
    ...(hasCheckedIn(checkins, today) ? [] : ['This week has no check-in yet.']),
    ...(weakest ? [`Weakest loop: ${loopLine(weakest)}`] : []),
    ...(latest ? [`You chose as priority: ${quoted(latest.next_priority)}.${from('check-in', latest)}`] : []),
  ]
  if (goal) {
    return {
      line: `Today: ${titled('goal', goal, goal.text)}, your ${goal.period} goal that has been open for **${counted(daysBetween(goal.date, today), 'day')}**.`,
      evidence: reasons,
      next: nextFor(goal).replaceAll(/ \[\[[^\]]*\]\]/g, ''),
    }
  }
  return {
    line: latest
      ? `Today: ${quoted(latest.next_priority)}, the priority of your last check-in; no goal is open.${from('check-in', latest)}`
      : 'Today: set the goal of this week; none is open.',
    evidence: reasons.filter((reason) => !reason.startsWith('You chose')),
    next: 'add it as a goal on the Command Board, with a number in it.',
    ...(latest && { proposals: [{ kind: 'goal', period: 'weekly', text: latest.next_priority }] }),
  }
}

/** "What changed since last week?", "How am I doing?" */
export const answerChange: Answerer = async ({ text, spans: [span] }, { context, queries }) => {
  if (isEmpty(context)) return START
  const { today, checkins, runway, loopTotals, counts } = context
  const monday = weekOf(new Date(`${today}T00:00:00Z`), 'UTC')
  const since = span && span.from < today && span.label !== 'this week' ? addDays(span.from, -1) : addDays(monday, -1)
  const days =
    span && span.from < today ? { from: span.from, to: span.to < today ? span.to : today } : { from: monday, to: today }
  const label =
    /\bsince\b/.test(text) && span
      ? `Since ${span.label.replace(/^since /, '')}`
      : span
        ? span.label.slice(0, 1).toUpperCase() + span.label.slice(1)
        : 'This week'
  const [points, completed, added] = await Promise.all([
    loopTotals.loops > 0 ? queries.loopsOn([since, days.to]) : [],
    queries.goals({ completed: { ...days, label: '' } }),
    queries.goals({ added: { ...days, label: '' } }),
  ])
  const total = (day: string, count: 'messages' | 'demos' | 'conversions') =>
    points.filter((point) => point.day === day).reduce((sum, point) => sum + point[count], 0)
  const difference = (count: 'messages' | 'demos' | 'conversions') => total(days.to, count) - total(since, count)
  const [latest, before] = checkins
  const hasHistory = points.some(({ day }) => day === since)
  const parts = [
    `${counted(completed.count, 'goal')} completed and ${added.count} added`,
    ...(hasHistory
      ? [
          enumerated(
            (['messages', 'demos', 'conversions'] as const).map(
              (count) => `${formatChange(difference(count))} ${count}`,
            ),
          ),
        ]
      : []),
    ...(latest && before ? [`mood ${before.mood} → ${latest.mood}`] : latest ? [`mood ${latest.mood} of 5`] : []),
  ]
  return {
    line: `${label}: **${parts.join('; ')}**.`,
    evidence: [
      ...(latest ? [weekLine(latest)] : []),
      ...(latest && before
        ? [
            `The priority was ${quoted(before.next_priority)}; ${latest.blockers.trim() ? `in the way: ${quoted(latest.blockers)}` : 'nothing was named as blocker'}.${from('check-in', before)}`,
          ]
        : []),
      ...(runway ? [runwayLine(runway, today)] : []),
      ...(hasHistory
        ? []
        : loopTotals.loops > 0
          ? [
              `In all ${counted(loopTotals.conversions, 'conversion')} from ${counted(loopTotals.demos, 'demo')} (${percent(loopTotals.demos > 0 ? loopTotals.conversions / loopTotals.demos : 0)}).`,
            ]
          : []),
      ...(counts.checkins === 0 ? ['There is no check-in yet: from the second one on I can compare.'] : []),
    ],
    next: hasCheckedIn(checkins, today)
      ? isMoodFalling(checkins.map(({ mood }) => mood))
        ? 'your mood is falling: write to one person of your squad today what weighs most.'
        : nextFor(context.goals.find(({ completed }) => !completed))
      : 'complete this week’s check-in on the Command Board: one win, one blocker, one priority.',
  }
}

/** For a question that the coach does not understand: what it read, where the founder stands, and what is close to it. */
export const answerUnknown: Answerer = (question, { context }) => {
  const understood = understoodOf(question)
  const nearest = nearestQuestions(question.text, context)
  const {
    runway,
    today,
    loopTotals,
    goalCounts,
    checkins: [latest],
  } = context
  const goals = goalCounts.reduce((sum, { goals }) => sum + goals, 0)
  const done = goalCounts.reduce((sum, { completed }) => sum + completed, 0)
  return {
    line: 'I **cannot answer that** from your records, and my library has nothing on it.',
    evidence: [
      ...(understood ? [`Of your question I understood ${understood}, but not what you want to know.`] : []),
      ...(runway ? [runwayLine(runway, today)] : []),
      ...(loopTotals.loops > 0
        ? [`${counted(loopTotals.conversions, 'conversion')} from ${counted(loopTotals.demos, 'demo')} so far.`]
        : []),
      ...(goals > 0 ? [`${counted(goals - done, 'goal')} open, ${done} done.`] : []),
      ...(latest ? [`Last mood: ${latest.mood} (${moodLabel(latest.mood)}).${from('check-in', latest)}`] : []),
    ],
    next: `ask for example ${nearest.map((asks) => `“${asks}”`).join(', ')}: goals, check-ins, decisions, notes, squad, loops and runway are what I know.`,
  }
}
