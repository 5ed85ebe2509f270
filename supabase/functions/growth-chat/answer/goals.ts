import { formatDate } from '../../../../domain/dates.ts'
import { addDays, daysBetween } from '../../../../domain/days.ts'
import type { FounderContext } from '../../_shared/founder-records.ts'
import { oldestOpen, outlived } from '../../_shared/goal-ages.ts'
import type { Query } from '../query.ts'
import { counted, enumerated, quoted, titled } from '../text.ts'
import { stem } from '../understand/names.ts'
import type { Answer, Answerer, Operation, Operations } from './answer.ts'
import { FIGURE_WORDS, filterOf } from './goal-filter.ts'
import { NO_GOALS, countLine, goalLine, nextFor, openGoals } from './goal-lines.ts'
import { bestTime, compare, duration, perTime, shareDone } from './goal-statistics.ts'
import { about, elsewhereLines } from './one-goal.ts'
import { nothingAbout, searchRecords } from './search.ts'

const NONE: Answer = { line: 'There is **nothing on that** in your records.' }

export const answerGoals: Answerer = async (asked, founder) => {
  const { context } = founder
  if (context.goalCounts.length === 0) return NO_GOALS
  const query = { ...asked, about: asked.about.filter((word) => !FIGURE_WORDS.has(word)) }
  const answer = (await operations[query.intent]?.(query, founder)) ?? (await list(query, founder)) ?? NONE
  return { next: nextFor(openGoals(context)[0]), ...answer }
}

/** Goals by period, state and time: how many, and which. */
const list: Operation = async (query, founder) => {
  const { context, queries } = founder
  if (query.concepts.has('oldestOnes') && query.spans.length === 0 && query.state !== 'done')
    return oldest(query, founder)
  const { today, goalCounts } = context
  const both = query.periods.length > 1
  const { filter: asked, label: time, state } = filterOf(query, today)
  const words = query.about.filter((word) => query.named.includes(word))
  const label = [time, ...(words.length > 0 ? [`about ${quoted(words.join(' '))}`] : [])].filter(Boolean).join(' ')
  const filter = { ...asked, words: words.map(stem) }
  if (
    words.length === 0 &&
    query.periods.length === 0 &&
    !filter.added &&
    !filter.completed &&
    state !== 'overdue' &&
    !filter.period &&
    query.intent === 'goals.count'
  )
    return allCounts(query, context)
  const isOldest = query.which === 'first' && !filter.added && !filter.completed
  const wanted = { ...filter, ...(isOldest && { oldestFirst: true, isDone: state === 'done' }) }
  const lists = await Promise.all(
    (both ? query.periods : [filter.period]).map((period) => queries.goals({ ...wanted, period })),
  )
  const all = lists.flatMap(({ rows }) => rows)
  const shown = isOldest && query.limit ? all.slice(0, query.limit) : all
  const many = lists.reduce((sum, { count }) => sum + count, 0)
  const ofPeriod = goalCounts.find(({ period }) => period === filter.period)
  const named = shown.slice(0, 10).map((goal) => titled('goal', goal, goal.text))
  const split =
    ofPeriod && !state && !filter.added && !filter.completed
      ? `: **${ofPeriod.goals - ofPeriod.completed} open** and ${ofPeriod.completed} done`
      : ''
  const names = named.length > 0 && many <= 3 ? `: ${enumerated(named)}` : ''
  const ofPeriods = both ? `${enumerated(query.periods)} ` : filter.period ? `${filter.period} ` : ''
  return {
    line:
      many === 0
        ? `There are **no ${ofPeriods}goals**${label ? ` ${label}` : ''}.`
        : `${[`**${counted(many, `${ofPeriods}goal`)}**`, label].filter(Boolean).join(' ')}${split}${names}.`,
    ...(many === 0 && words.length > 0
      ? await elsewhereLines(words, founder)
      : { evidence: shown.map((goal) => goalLine(goal, today)) }),
    isList: true,
    count: isOldest && query.limit ? shown.length : many,
    next: nextFor(shown.find(({ completed }) => !completed) ?? openGoals(context)[0]),
  }
}

function allCounts({ state, concepts }: Query, { goalCounts, goals, today }: FounderContext): Answer {
  const [all, done] = [
    goalCounts.reduce((sum, one) => sum + one.goals, 0),
    goalCounts.reduce((sum, one) => sum + one.completed, 0),
  ]
  const late = outlived(goals, today).length
  const line =
    state === 'done' && !concepts.has('negated')
      ? `**${counted(done, 'goal')}** ${done === 1 ? 'is' : 'are'} done, of ${all}.`
      : state === 'open' || (state === undefined && concepts.has('negated'))
        ? `**${counted(all - done, 'goal')}** ${all - done === 1 ? 'is' : 'are'} open; ${done} of ${all} are done.`
        : `**${counted(all, 'goal')}** in all: **${all - done} open** and **${done} done**.`
  return {
    line,
    evidence: [
      ...goalCounts.map(countLine),
      ...(late > 0 && state !== 'done'
        ? [`${late} open ${late === 1 ? 'goal is' : 'goals are'} older than the period they were set for.`]
        : []),
    ],
    isList: true,
  }
}

/** "A goal about hiring?": those that have the words. */
const find: Operation = async (query, founder) => {
  if (query.about.length === 0) return undefined
  const { found } = await searchRecords(query.about, founder, ['goal'])
  if (found.length === 0)
    return { line: nothingAbout(query.about, 'goal'), ...(await elsewhereLines(query.about, founder)) }
  if (found.length === 1)
    return about({ ...query, records: found.map(({ id }) => ({ kind: 'goal' as const, id })) }, founder)
  return {
    line: `**${counted(found.length, 'goal')}** on that: ${enumerated(found.slice(0, 5).map((one) => titled('goal', one, one.title)))}.`,
    evidence: found.flatMap(({ id }) => {
      const goal = founder.context.goals.find((one) => one.id === id)
      return goal ? goalLine(goal, founder.context.today) : []
    }),
    isList: true,
  }
}

/** Goals that are named where "the oldest goals" says no number. */
const OLDEST_SHOWN = 3

const oldest: Operation = async (query, { context, queries }) => {
  const { today } = context
  const state = query.state === 'done' ? 'done' : 'open'
  const [period] = query.periods.length > 1 ? [] : query.periods
  const ofPeriods = await Promise.all(
    (query.periods.length > 1 ? query.periods : [period]).map((one) =>
      queries.goals({ period: one, isDone: state === 'done', oldestFirst: true }),
    ),
  )
  const count = ofPeriods.reduce((sum, one) => sum + one.count, 0)
  const rows = ofPeriods.flatMap((one) => one.rows).toSorted((a, b) => a.date.localeCompare(b.date))
  const goal = rows[0] ?? (query.periods.length > 0 ? undefined : oldestOpen(context.goals))
  if (!goal)
    return {
      line: `There is **no ${state} goal**${period ? ` that is ${period}` : ''}.`,
      evidence: context.goalCounts.map(countLine),
    }
  const many = query.limit ?? (query.concepts.has('oldestOnes') ? OLDEST_SHOWN : 1)
  if (many > 1 && rows.length > 1) {
    const shown = rows.slice(0, many)
    return {
      line: `Your oldest ${state} ${period ? `${period} ` : ''}goals are ${enumerated(shown.map((one) => `${titled('goal', one, one.text)} (${counted(daysBetween(one.date, today), 'day')}, since ${formatDate(one.date)})`))}. **${count}** are ${state} in all.`,
      evidence: rows.slice(many).map((one) => goalLine(one, today)),
      isList: true,
      count: Math.max(0, count - shown.length),
      next: nextFor(goal.completed ? openGoals(context)[0] : goal),
    }
  }
  return {
    line: `Your oldest ${state} ${period ? `${period} ` : ''}goal is ${titled('goal', goal, goal.text)}: set on **${formatDate(goal.date)}**, **${counted(daysBetween(goal.date, today), 'day')}** ago.${count > 1 ? ` **${count}** are ${state} in all.` : ''}`,
    evidence: rows.slice(1).map((one) => goalLine(one, today)),
    isList: true,
    count: count - 1,
    next: nextFor(goal.completed ? openGoals(context)[0] : goal),
  }
}

const newest: Operation = async (query, { context, queries }) => {
  const wantsDone = query.state === 'done'
  if (wantsDone) {
    const all = await queries.goals({
      isDone: true,
      completed: { from: addDays(context.today, -120), to: context.today, label: '' },
    })
    const dated = await Promise.all(
      all.rows.map(async (goal) => ({ goal, day: await queries.goalCompletedOn(goal.id) })),
    )
    const [last] = dated.toSorted((a, b) => (b.day ?? '').localeCompare(a.day ?? ''))
    return last?.day
      ? {
          line: `The last goal that you completed is ${titled('goal', last.goal, last.goal.text)}, on **${formatDate(last.day)}**.`,
          evidence: dated
            .filter(({ goal }) => goal !== last.goal)
            .map(({ goal, day }) => `${titled('goal', goal, goal.text)}: ${formatDate(day ?? '')}.`),
        }
      : undefined
  }
  const { rows } = await queries.goals({ period: query.periods[0], ...(query.state === 'open' && { isDone: false }) })
  const [goal] = rows
  return (
    goal && {
      line: `Your newest goal is ${titled('goal', goal, goal.text)}, set on **${formatDate(goal.date)}** (${goal.completed ? 'done' : 'open'}).`,
      evidence: rows.slice(1).map((one) => goalLine(one, context.today)),
    }
  )
}

/** "How many mills have I talked to?" counts what one goal is about, and no goals. */
const isOfOne = ({ records, about: words, concepts }: Query): boolean =>
  records.filter(({ kind }) => kind === 'goal').length === 1 && words.length > 0 && !concepts.has('goals')

const operations: Operations = {
  'goals.count': async (query, founder) =>
    (isOfOne(query) ? await about({ ...query, intent: 'goals.status' }, founder) : undefined) ??
    (await perTime(query, founder)) ??
    (query.concepts.has('amongGoals') && query.concepts.has('created') && query.spans.length > 0
      ? shareDone(query, founder)
      : list(query, founder)),
  'goals.list': list,
  'goals.status': about,
  'goals.when': async (query, founder) =>
    query.records.length === 0 && query.about.length === 0
      ? ((await (query.which === 'first' || query.state === 'open' ? oldest : newest)(query, founder)) ??
        list(query, founder))
      : about(query, founder),
  'goals.age': async (query, founder) =>
    query.records.length + query.about.length > 0 ? about(query, founder) : oldest(query, founder),
  'goals.find': find,
  'goals.oldest': oldest,
  'goals.newest': newest,
  'goals.share': shareDone,
  'goals.duration': duration,
  'goals.compare': compare,
  'goals.best-time': bestTime,
}
