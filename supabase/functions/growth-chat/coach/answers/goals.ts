import { formatDate } from '../../../../../domain/dates.ts'
import { share } from '../../../../../domain/conversion.ts'
import { addDays, daysBetween } from '../../../../../domain/days.ts'
import { oldestOpen } from '../../../../../domain/goal-ages.ts'
import { GOAL_PERIODS, type GoalPeriod } from '../../../../../domain/goals.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import type { FounderContext, Goal } from '../../../_shared/founder-records.ts'
import type { Answer, Answerer } from '../answer.ts'
import type { AskingFounder } from '../founder.ts'
import { counted, enumerated, percent, titled } from '../text.ts'
import { answerFound, nothingAbout } from './found.ts'
import { mostAlike } from '../understand/loops.ts'
import { anyOf, firstOf } from '../understand/phrases.ts'
import { calendarSpan, spanBefore, type Span } from '../understand/spans.ts'
import type { Question } from '../understand/understand.ts'

/** Days after which an open goal is older than its period. */
const PERIOD_DAYS: Readonly<Record<GoalPeriod, number>> = { weekly: 7, monthly: 31, quarterly: 92, yearly: 366 }

const NOTHING: Answer = {
  line: 'There are no goals in your records yet.',
  evidence: ['Goals are added on the Command Board, by week, month, quarter or year.'],
  next: 'add one goal for this week on the Command Board, with a number in it.',
  proposals: [{ kind: 'goal', period: 'weekly', text: 'Talk to five customers' }],
}

export const answerGoals: Answerer = async (question, founder) => {
  const { context, queries } = founder
  const {
    text,
    reference,
    spans: [span],
  } = question
  if (context.goalCounts.length === 0) return NOTHING
  // "Done this quarter" is when, "open this quarter" is which.
  const isOfTime =
    (stateOf(text) === true || isAdded(text)) && !/\b(?:week|month|quarter|year)l(?:y|ys|ies)\b/.test(text)
  const period = isOfTime ? undefined : periodOf(text)
  const several = PERIODS.filter(({ name }) => name.test(text))
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
    return newest ? aboutGoal(newest, context, 'Your newest goal') : NOTHING
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
        next: NOTHING.next ?? '',
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

const PERIODS: readonly { readonly period: GoalPeriod; readonly name: RegExp }[] = [
  { period: 'weekly', name: /\bweekly\b/ },
  { period: 'monthly', name: /\bmonthly\b/ },
  { period: 'quarterly', name: /\bquarterly\b/ },
  { period: 'yearly', name: /\b(?:yearly|annual)\b/ },
]

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

/** "What is on me to finish by Sunday?", "what must I do before June?" */
const AHEAD = anyOf(
  /\b(?:should|must|need|have|want|left|open)\b.*\b(?:before|by|until|till)\b/,
  /\b(?:by|until|till|before) (?:\p{L}+day\b|tomorrow|tonight|the weekend|the end of)/u,
)

/** How many goals are done a week or month, since the first one was set. */
async function perTime(
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
async function extremeTime(
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
async function durations(period: GoalPeriod | undefined, { context, queries }: AskingFounder): Promise<Answer> {
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
async function lastDone(period: GoalPeriod | undefined, { context, queries }: AskingFounder): Promise<Answer> {
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
async function datesOf(period: GoalPeriod | undefined, { context, queries }: AskingFounder): Promise<Answer> {
  const [newest, oldest] = await Promise.all([queries.goals({ period }), queries.goals({ period, oldestFirst: true })])
  const [last, first] = [newest.rows[0], oldest.rows[0]]
  if (!last || !first) return NOTHING
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

const AGE_UNITS = { day: 1, week: 7, month: 30, quarter: 91, year: 365 } as const

/** "Open for more than a month", "older than 30 days": in days. */
function minAgeIn({ text, amounts }: Question): number | undefined {
  const unit = /\b(?:older|more|longer|over) (?:than )?(?:an? |\p{L}+ |\d+ )?(?<unit>day|week|month|quarter|year)s?\b/u.exec(text)?.groups?.['unit'] // prettier-ignore
  if (!unit || /\bmore (?:\p{L}+ )?goals?\b/u.test(text)) return undefined
  const many = amounts.find(({ noun }) => noun.startsWith(unit))?.value ?? 1
  return many * AGE_UNITS[unit as keyof typeof AGE_UNITS]
}

/** Open goals that were set more than some days ago. */
async function olderThan(
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

const isAdded = (text: string): boolean => /\badd(?:ed)?\b|\bset\b|\bcreated?\b|\bnew\b|\bwr[io]te\b/.test(text)

const periodOf = (text: string): GoalPeriod | undefined =>
  firstOf(text, [
    [
      'weekly',
      /\bweekl(?:y|ys|ies)\b|\b(?:goals|open|left|planned|plan|list) (?:\w+ )?(?:for )?this week\b|\bthis week's goals?\b/,
    ],
    ['monthly', /\bmonthl(?:y|ys|ies)\b|\b(?:goals|open|left) (?:\w+ )?(?:for )?this month\b|\bthis month's goals?\b/],
    [
      'quarterly',
      /\bquarterl(?:y|ys|ies)\b|\bfor (?:the|this) quarter\b|\bthis quarter\b|\b(?:goals|open|left) (?:\w+ )?(?:for )?this quarter\b|\bthis quarter's goals?\b/,
    ],
    [
      'yearly',
      /\byearl(?:y|ys|ies)\b|\bannual\b|\bfor the year\b|\b(?:goals|open|left) (?:\w+ )?(?:for )?this year\b|\bthis year's goals?\b/,
    ],
  ])

/** Whether it asks for goals that are done, or open; undefined for both. */
function stateOf(text: string): boolean | undefined {
  if (
    /\b(?:not|n't|never|havent|didnt|have n't) (?:yet |actually |really )?(?:do|done|finish(?:ed)?|complete[d]?|reach(?:ed)?|achieve[d]?)\b|\bundone\b/.test(
      text,
    )
  )
    return false
  const state = firstOf(text, [
    [
      'done',
      /\bdone\b|\bcompleted?\b|\bfinish(?:ed)?\b|\bachieved?\b|(?<!to )\breach(?:ed)?\b|\btick(?:ed)?\b|\bclosed\b|\baccomplish/,
    ],
    ['open', /\bopen\b|\bunfinished\b|\bleft\b|\bremaining\b|\bpending\b|\boutstanding\b|\bto do\b|\bincomplete\b/],
  ] as const)
  // "How many are done, and how many are still open?"
  if (
    /\bdone\b|\bcompleted?\b|\bfinish(?:ed)?\b/.test(text) &&
    /\b(?:and|or|vs|versus)\b.*\b(?:open|left|remaining|not|to go)\b/.test(text)
  )
    return undefined
  return state && state === 'done'
}

/** "This week's goals" are those planned by week, not those of the last days. */
const isPresentPeriod = ({ label }: Span, period: GoalPeriod | undefined): boolean =>
  period !== undefined &&
  label === `this ${{ weekly: 'week', monthly: 'month', quarterly: 'quarter', yearly: 'year' }[period]}`

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
      next: NOTHING.next ?? '',
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

/** "Did I get more done in October or in September?" */
async function comparedSpans(
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

async function inSpan(
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

/** "How many of the goals I set last month did I finish?": of those, and not of all that were finished then. */
const SET_THEN_DONE =
  /\bgoals? (?:that )?(?:i|we) (?:set|added|planned|made|wrote)\b.*\b(?:finish|complet|done|achiev|reach|tick)/

async function overdue(period: GoalPeriod | undefined, { context, queries }: AskingFounder): Promise<Answer> {
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

/** The day on which a goal was ticked; undefined while it is open. */
async function dayOfCompletion(
  { id, completed }: Goal,
  queries: AskingFounder['queries'],
): Promise<string | undefined> {
  const day = completed ? await queries.goalCompletedOn(id) : undefined
  return day && formatDate(day)
}

function aboutGoal(goal: Goal, context: FounderContext, opening = 'The goal', completedOn?: string): Answer {
  const others = context.goals.filter(
    ({ id, completed, period }) => id !== goal.id && !completed && period === goal.period,
  )
  return {
    line: `${opening} ${titled('goal', goal, goal.text)} ${goal.completed ? `is **done**${completedOn ? ` since ${completedOn}` : ''}; you set it on ${formatDate(goal.date)}` : `is **open**, for ${counted(daysBetween(goal.date, context.today), 'day')}, since ${formatDate(goal.date)}`} (${goal.period}).`,
    evidence:
      others.length > 0
        ? others.map((other) => `Beside it: ${goalLine(other, context)}`)
        : context.goalCounts.map(countLine),
    next: goal.completed ? 'write the win into this week’s check-in, so that it counts.' : nextFor(goal),
  }
}

const allDone = ({ goalCounts }: FounderContext): Answer => ({
  line: 'No goal is open: all of them are done.',
  evidence: goalCounts.map(countLine),
  next: NOTHING.next ?? '',
})

const goalLine = (goal: Goal, { today }: FounderContext): string =>
  `${titled('goal', goal, goal.text)}: ${goal.completed ? `done, set on ${formatDate(goal.date)}` : `open for ${counted(daysBetween(goal.date, today), 'day')}`} (${goal.period}).`

const labelOf = (period: GoalPeriod): string => GOAL_PERIODS.find(({ id }) => id === period)?.label ?? period

export const countLine = ({ period, goals, completed }: FounderContext['goalCounts'][number]): string =>
  `${labelOf(period)}: ${completed} of ${goals} done (${percent(share(completed, goals))}).`

export const nextFor = (goal: Goal | undefined): string =>
  goal
    ? `write down the first piece of ${titled('goal', goal, goal.text)} that fits in two hours, and do it today.`
    : (NOTHING.next ?? '')
