import { share } from '../../../../../domain/conversion.ts'
import { formatDate } from '../../../../../domain/dates.ts'
import { daysBetween } from '../../../../../domain/days.ts'
import type { GoalPeriod } from '../../../../../domain/goals.ts'
import type { FounderContext } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { AskingFounder } from '../founder.ts'
import { counted, enumerated, percent, titled } from '../text.ts'
import { mostAlike } from '../understand/loops.ts'
import { answerFound, nothingAbout } from './found.ts'
import { aboutGoal, allDone, countLine, dayOfCompletion, goalLine, nextFor, NO_GOALS } from './goal-lines.ts'
import {
  comparedSpans,
  datesOf,
  durations,
  extremeTime,
  inSpan,
  lastDone,
  olderThan,
  overdue,
  perTime,
} from './goal-times.ts'
import { AHEAD, isAdded, isPresentPeriod, minAgeIn, PERIOD_NAMES, periodOf, stateOf } from './goal-words.ts'

export const answerGoals: Answerer = async (question, founder) => {
  const { context, queries } = founder
  const {
    text,
    reference,
    spans: [span],
  } = question
  if (context.goalCounts.length === 0) return NO_GOALS
  // "Done this quarter" is when, "open this quarter" is which.
  const isOfTime =
    (stateOf(text) === true || isAdded(text)) && !/\b(?:week|month|quarter|year)l(?:y|ys|ies)\b/.test(text)
  const period = isOfTime ? undefined : periodOf(text)
  const several = PERIOD_NAMES.filter(({ name }) => name.test(text))
  if (several.length > 1 && !span)
    return ofPeriods(
      several.map(({ period }) => period),
      text,
      context,
    )
  const named = reference
    ? context.goals.find(({ id }) => id === reference.id)
    : /\bhow many\b|\boldest\b|\bopen goals\b|\blate\b|\boverdue\b/.test(text)
      ? undefined
      : /“|"/.test(question.asked) || /\b(?:did|have|is|was|status|break down)\b/.test(text)
        ? mostAlike(question.asked, context.goals, ({ text }) => text)
        : undefined
  if (named) return aboutGoal(named, context, 'The goal', await dayOfCompletion(named, queries))
  if (
    /\boverdue\b|\bmiss(?:ed)?\b|\blate\b|\bbehind\b|\bcan wait\b|\bpast (?:their|its) (?:time|period|deadline)\b|\boutliv|\bpast due\b|\bstale\b|\btoo (?:old|long)\b/.test(
      text,
    )
  )
    return overdue(period, founder)
  if (/\bwhen\b.*\b(?:last|latest|recently)\b.*\b(?:finish|complet|tick|done|achiev)/.test(text))
    return lastDone(period, founder)
  if (/\btook\b.*\b(?:longest|shortest)\b|\b(?:slowest|fastest)\b/.test(text)) return durations(period, founder)
  const days = minAgeIn(question)
  if (days !== undefined) return olderThan(days, period, founder)
  if (/\boldest\b|\blongest\b|\bopen for\b|\bhow old\b/.test(text)) {
    const {
      rows: [oldest],
    } = await queries.goals({ period, isDone: stateOf(text) === true, oldestFirst: true })
    if (oldest?.completed)
      return aboutGoal(oldest, context, 'Your oldest finished goal', await dayOfCompletion(oldest, queries))
    return oldest
      ? {
          ...aboutGoal(oldest, context),
          line: `Open for longest: ${titled('goal', oldest, oldest.text)}, **${counted(daysBetween(oldest.date, context.today), 'day')}**, set on ${formatDate(oldest.date)}.`,
        }
      : allDone(context)
  }
  const time = /\b(?:which|what|best|worst) (?<unit>month|week)\b/.exec(text)?.groups?.['unit']
  if (time && /\b(?:most|best|fewest|least|worst)\b/.test(text)) return extremeTime(text, period, founder)
  if (
    /\bhow long\b|\b(?:time|days)\b.*\b(?:to|per)\b|\bhow (?:fast|quick)/.test(text) &&
    stateOf(text) !== false &&
    /\baverage\b|\busually\b|\btypical|\btakes?\b|\bfast\b|\bquick/.test(text)
  )
    return durations(period, founder)
  if (/\bwhen\b.*\b(?:set|add(?:ed)?|creat\w*|wr[io]te)\b/.test(text)) return datesOf(period, founder)
  if (/\bnewest\b|\blatest\b|\bmost recent\b|\blast goal\b|\brecently (?:added|set)\b/.test(text)) {
    const {
      rows: [newest],
    } = await queries.goals({ period, isDone: stateOf(text) })
    return newest ? aboutGoal(newest, context, 'Your newest goal') : NO_GOALS
  }
  if (
    /\b(?:about|on|regarding|concerning|with) (?!my list|time|track|average)[\p{L}]{3,}/u.test(text) &&
    !/\bhow many\b|\b(?:on|about) (?:time|track|hold)\b/.test(text) &&
    !reference
  ) {
    return (
      (await answerFound(question, founder, 'goals')) ?? {
        line: nothingAbout(question.asked, 'goal'),
        evidence: context.goalCounts.map(countLine),
        next: NO_GOALS.next ?? '',
      }
    )
  }
  const pace = /\b(?:per|a|each|every) (?<unit>week|month)\b/.exec(text)?.groups?.['unit']
  if (pace && !span && stateOf(text) !== false) return perTime(pace as 'week' | 'month', period, founder)
  // "What should I finish before Friday?" looks ahead.
  if (span && AHEAD.test(text)) return present(`open ${text}`, period, founder)
  const [, other] = question.spans
  if (span && other && stateOf(text) !== false && other.from <= context.today && span.from <= context.today)
    return comparedSpans([span, other], period, isAdded(text) && stateOf(text) !== true, founder)
  if (span && span.from <= context.today && !isPresentPeriod(span, period)) return inSpan(text, span, period, founder)
  return present(text, period, founder)
}

/** "How many are monthly or quarterly?" */
function ofPeriods(periods: readonly GoalPeriod[], text: string, context: FounderContext): Answer {
  const counts = context.goalCounts.filter(({ period }) => periods.includes(period))
  const isDone = stateOf(text)
  const countOf = ({ goals, completed }: (typeof counts)[number]) =>
    isDone === undefined ? goals : isDone ? completed : goals - completed
  const sum = counts.reduce((total, count) => total + countOf(count), 0)
  const state = isDone === undefined ? '' : isDone ? ' done' : ' open'
  return {
    line: `**${counted(sum, 'goal')}**${state}: ${enumerated(counts.map((count) => `${countOf(count)} ${count.period}`))}.`,
    evidence: counts.map(countLine),
    next: nextFor(context.goals.find(({ completed }) => !completed)),
  }
}

async function present(
  text: string,
  period: GoalPeriod | undefined,
  { context, queries }: AskingFounder,
): Promise<Answer> {
  const counts = context.goalCounts.filter((count) => !period || count.period === period)
  const all = counts.reduce((sum, { goals }) => sum + goals, 0)
  const done = counts.reduce((sum, { completed }) => sum + completed, 0)
  const open = all - done
  const kind = period ? `${period} goal` : 'goal'
  const isDone = stateOf(text)
  if (period && all === 0)
    return {
      line: `You have no ${kind}s in your records.`,
      evidence: context.goalCounts.map(countLine),
      next: NO_GOALS.next ?? '',
    }
  const { rows } = await queries.goals({ period, isDone: isDone ?? false })
  const doneShare = percent(share(done, all))
  const line = /\bpercent|%|\bshare\b|\brate\b/.test(text)
    ? `**${doneShare}** of your ${kind}s are done: ${done} of ${all}.`
    : isDone === true
      ? `**${counted(done, kind)}** ${done === 1 ? 'is' : 'are'} done, of ${all} (${doneShare}).`
      : isDone === false
        ? `**${counted(open, kind)}** ${open === 1 ? 'is' : 'are'} open; ${done} of ${all} are done.`
        : `You have **${counted(all, kind)}**: **${open} open** and ${done} done (${doneShare}).`
  const first =
    context.goals.find((goal) => !goal.completed && goal.period === 'weekly') ??
    context.goals.find(({ completed }) => !completed)
  const [only] = rows
  return {
    line: only && rows.length === 1 ? `${line.replace(/\.$/, '')}: ${titled('goal', only, only.text)}.` : line,
    evidence: rows.length > 0 ? rows.map((goal) => goalLine(goal, context)) : counts.map(countLine),
    next: nextFor(first),
  }
}
