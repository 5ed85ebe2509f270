import { share } from '../../_shared/conversion.ts'
import { formatDate } from '../../../../domain/dates.ts'
import { addDays, daysBetween } from '../../../../domain/days.ts'
import { progressOf, sumOf } from '../../_shared/goal-progress.ts'
import { escaped } from '../../_shared/text.ts'
import { oldestOpen, outlived } from '../../_shared/goal-ages.ts'
import { type GoalPeriod } from '../../../../domain/goals.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import type { FounderContext, Goal } from '../../_shared/founder-records.ts'
import type { AskingFounder, GoalFilter } from '../founder-queries.ts'
import type { Query } from '../query.ts'
import { counted, enumerated, from, percent, quoted, titled, usd } from '../text.ts'
import { type Amount, type Duration } from '../understand/amounts.ts'
import { entitiesIn } from '../understand/entities.ts'
import type { Concept } from '../understand/lexicon.ts'
import { daysBack, untilToday } from '../understand/calendar-spans.ts'
import type { Answer, Answerer, Operation, Operations } from './answer.ts'
import { dueOf } from './deadlines.ts'
import { countLine, goalLine, NO_GOALS, nextFor, openGoals } from './goal-lines.ts'
import { bestTime, compare, duration, perTime, shareDone } from './goal-statistics.ts'
import { elsewhere, foundLine, nothingAbout, searchRecords, type FoundRecord } from './search.ts'
import { stem } from '../understand/names.ts'

const NONE: Answer = { line: 'There is **nothing on that** in your records.' }

/** Words for the numbers and links of goals: no goal is about them. */
const FIGURES = new Set(['target', 'targets', 'progress', 'serve', 'serves', 'serving'])

export const answerGoals: Answerer = async (asked, founder) => {
  const { context } = founder
  if (context.goalCounts.length === 0) return NO_GOALS
  const query = { ...asked, about: asked.about.filter((word) => !FIGURES.has(word)) }
  const answer = (await operations[query.intent]?.(query, founder)) ?? (await list(query, founder)) ?? NONE
  return { next: nextFor(openGoals(context)[0]), ...answer }
}

/** The days before which an open goal is older than its period. */
export const agedBy = (today: IsoDate): Readonly<Record<GoalPeriod, IsoDate>> => ({
  weekly: addDays(today, -7),
  monthly: addDays(today, -31),
  quarterly: addDays(today, -92),
  yearly: addDays(today, -366),
})

const UNIT_OF = { days: 'day', weeks: 'week', months: 'month', years: 'year' } as const

/** "Older than 30 days", "for more than a month". */
function ageLimit({ amounts, unit, bound }: Query, today: IsoDate): IsoDate | undefined {
  if (bound !== 'above') return undefined
  const age = amounts.find((amount) => Object.hasOwn(UNIT_OF, amount.unit))
  const of = age ? UNIT_OF[age.unit as Duration] : unit
  return of && daysBack(of, age?.value ?? 1, today)
}

/** "This week" and "this quarter" name goals of that period, unless what was done or set then is asked for. */
const PERIOD_OF: Readonly<Record<string, GoalPeriod>> = {
  'this week': 'weekly',
  'this month': 'monthly',
  'this quarter': 'quarterly',
  'this year': 'yearly',
}

/** "But not the two that I put in this morning" */
const NOT_TODAY =
  /\b(?:not (?:counting|including|the|those|these|that|what|any of)\b|without|except|besides|excluding|leaving out|other than|apart from|minus)\b[^.?!]{0,40}\b(?:today(?:'?s)?|this morning(?:'?s)?)\b/i

/** The time that is asked about, as far as it is over. */
function beforeToday(spans: Query['spans'], today: IsoDate): Query['spans'][number] {
  const yesterday = addDays(today, -1)
  const past = spans.find(({ from }) => from < today)
  return past
    ? { ...past, to: past.to < today ? past.to : yesterday }
    : { from: '2000-01-01', to: yesterday, label: 'before today' }
}

function filterOf(query: Query, today: IsoDate): { filter: GoalFilter; label: string; state: Query['state'] } {
  const isBefore = NOT_TODAY.test(query.dictated)
  const span = isBefore ? beforeToday(query.spans, today) : query.spans[0]
  const saysSet = query.concepts.has('created') || isBefore
  // Nobody completes a goal that is open: those of October that are open were set then, and those of today are all.
  const isSet = saysSet || query.state === 'open'
  const isNow = query.state === 'open' && !saysSet && span?.from === today
  const ofSpan = span && query.state !== 'done' && !saysSet ? PERIOD_OF[span.label] : undefined
  const [period = ofSpan] = query.periods
  const time = span && !ofSpan && !isNow ? untilToday(span, today) : undefined
  const limit = ageLimit(query, today)
  const isPast = time !== undefined && !isSet
  const state = isPast && query.state === undefined && span && span.to < today ? 'done' : query.state
  return {
    state,
    filter: {
      period,
      ...(limit
        ? { isDone: false, added: { from: '2000-01-01', to: limit, label: '' }, oldestFirst: true }
        : time
          ? isSet
            ? { added: time, ...(state && { isDone: state === 'done' }) }
            : { completed: time, isDone: true }
          : state === 'overdue'
            ? { isDone: false, outlived: agedBy(today), oldestFirst: true }
            : { ...(state && { isDone: state === 'done' }) }),
    },
    label: [
      limit
        ? `open since before ${formatDate(limit)}`
        : time
          ? `${isSet ? 'set' : 'completed'} ${span?.label ?? ''}${isSet && state ? ` and ${state}` : ''}`
          : state === 'overdue'
            ? 'open and older than their period'
            : (state ?? ''),
    ]
      .filter(Boolean)
      .join(' '),
  }
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

/** The goal that a query names: by its title, or by a search of all. */
async function goalNamed(query: Query, founder: AskingFounder): Promise<Goal | undefined> {
  const { context, queries } = founder
  const known = query.records.find(({ kind }) => kind === 'goal')
  const goal = known && context.goals.find(({ id }) => id === known.id)
  if (goal) return goal
  const [found] = (await searchRecords(query.about, founder, ['goal'], undefined, query.telling)).found
  if (!found) return undefined
  const near = context.goals.find(({ id }) => id === found.id)
  if (near) return near
  const { rows } = await queries.goals({ added: { from: found.date, to: found.date, label: '' } })
  return rows.find(({ id }) => id === found.id)
}

/** How far a goal is: by its target, or by an amount in its text: "Pass forty thousand dollars of monthly revenue". */
async function howFar(goal: Goal, founder: AskingFounder): Promise<string> {
  const { runway, loopTotals } = founder.context
  const { text, target, progress, unit } = goal
  if (target) {
    if (progress === undefined)
      return ` Its target is **${[formatCount(target), unit && escaped(unit)].filter(Boolean).join(' ')}**.`
    const left = progress < target ? `**${formatCount(target - progress)} to go**` : '**reached**'
    return ` It is at **${progressOf(goal)}** (${percent(share(progress, target))}): ${left}.`
  }
  const { concepts, amounts, content } = entitiesIn(text, undefined, '2000-01-01')
  const change = amounts.find(({ unit }) => unit === 'factor' || unit === 'percent')
  const figure = (['burn', 'revenue', 'balance'] as const).find((one) => concepts.has(one))
  if (change && figure) return changeSoFar(goal, figure, factorOf(change, text), founder)
  const wanted = amounts.find(({ unit, value }) => unit === 'money' || (unit === 'count' && value > 1))?.value
  if (wanted === undefined) return ''
  const money = { revenue: runway?.monthly_revenue, burn: runway?.monthly_burn, balance: runway?.bank_balance }
  const [name, now] = Object.entries(money).find(([concept]) => concepts.has(concept as Concept)) ?? []
  if (name && now !== undefined)
    return ` Your ${name} is **${usd(now)}** of ${usd(wanted)}: **${usd(Math.abs(wanted - now))} to go** (${percent(share(now, wanted))}).`
  const count = (['demos', 'messages'] as const).find((one) => concepts.has(one))
  return count ? ` In all you have **${loopTotals[count]} ${count}**.` : lastCountOf(content, founder)
}

/** "Halve the burn": from what it was when the goal was set to what it is now. */
async function changeSoFar(
  goal: Goal,
  figure: 'burn' | 'revenue' | 'balance',
  factor: number,
  { context: { runway, today }, queries }: AskingFounder,
): Promise<string> {
  const key = { burn: 'monthly_burn', revenue: 'monthly_revenue', balance: 'bank_balance' } as const
  const points = (await queries.runwayUntil(today)).toSorted((a, b) => a.day.localeCompare(b.day))
  const begun = points.findLast(({ day }) => day <= goal.date) ?? points[0]
  if (!begun || !runway) return ''
  const [then, now] = [begun[key[figure]], runway[key[figure]]]
  const wanted = then * factor
  const left = factor < 1 ? now - wanted : wanted - now
  const says = left <= 0 ? '**reached**' : `**${usd(left)} to go**`
  return ` From ${figure} of ${usd(then)} (${formatDate(begun.day)}) to ${usd(wanted)}: today **${usd(now)}**, ${says}.`
}

/** What an amount is multiplied by: "cut burn by 20%" and "grow revenue by 20%". */
const factorOf = ({ unit, value }: Amount, text: string): number =>
  unit === 'factor' ? value : 1 + ((/\b(?:cut|reduce|lower|trim|drop|less|down)\b/i.test(text) ? -1 : 1) * value) / 100

/** Nobody counts clinics: the last check-in with a number of them. */
async function lastCountOf(words: readonly string[], founder: AskingFounder): Promise<string> {
  const { found } = await searchRecords(words, founder, ['check-in'])
  const counts = ({ text }: FoundRecord) => {
    const { amounts, text: plain } = entitiesIn(text, undefined, '2000-01-01')
    return amounts.some(
      ({ value, start, end }) => value > 1 && words.some((word) => plain.slice(start, end + NEAR).includes(stem(word))),
    )
  }
  const latest = found.filter(counts).toSorted((a, b) => b.date.localeCompare(a.date))[0]
  return latest
    ? ` How far it is is not recorded as a number; last: ${foundLine(latest, words).replace(/^Your/, 'your')}`
    : ''
}

/** Characters after a number within which it counts something: "forty paying clinics". */
const NEAR = 20

/** "For 3 days, since Mar 9, 2026", "since today". */
const openFor = ({ date }: Goal, today: IsoDate): string =>
  date >= today ? 'since today' : `for ${counted(daysBetween(date, today), 'day')}, since ${formatDate(date)}`

/** "Which mills did I talk to?", "how many so far?": a goal without a number says only whether it is done. */
const unrecordedOf = ({ concepts, intent }: Query, { target }: Goal): string =>
  target !== undefined || intent !== 'goals.status' || concepts.has('goals') || concepts.has('progress')
    ? ''
    : concepts.has('howMany')
      ? 'How many is **not recorded**, only this: '
      : concepts.has('particulars')
        ? 'Which ones is **not recorded**, only this: '
        : ''

/** One goal: open or done, since when. */
const about: Operation = async (query, founder) => {
  const goal = await goalNamed(query, founder)
  const { today } = founder.context
  if (!goal) return query.about.length > 0 ? elsewhere(query.about, founder, 'goal') : undefined
  if (query.concepts.has('deadline') && !goal.completed) return dueOf([goal], founder)
  const same = founder.context.goals.filter(({ text }) => text === goal.text)
  const meant = query.periods.length > 0 ? same.filter(({ period }) => query.periods.includes(period)) : same
  if (meant.length > 1)
    return {
      line: `**${meant.length} goals** are called ${quoted(goal.text)}: ${enumerated(meant.map((one) => `the ${one.period} one of ${formatDate(one.date)}${from('goal', one)} is **${one.completed ? 'done' : 'open'}**`))}.`,
      evidence: meant.map((one) => goalLine(one, today)),
    }
  const asked = unrecordedOf(query, goal)
  const day = goal.completed ? await founder.queries.goalCompletedOn(goal.id) : undefined
  const took = day ? ` It took ${counted(daysBetween(goal.date, day), 'day')}.` : ''
  return {
    line: `${asked}${asked ? 'the' : 'The'} goal ${titled('goal', goal, goal.text)} is ${goal.completed ? `**done**${day ? ` since **${formatDate(day)}**` : ''}; you set it on ${formatDate(goal.date)}.${took}` : `**open**, ${openFor(goal, today)}.${await howFar(goal, founder)}`}`,
    evidence: [
      `It is a ${goal.period} goal.`,
      ...(goal.serves ? [`It serves ${quoted(goal.serves)}.`] : []),
      ...(goal.sum ? [`Goals that serve it: ${sumOf(goal.sum, goal)}.`] : []),
      ...founder.context.goals.filter(({ serves }) => serves === goal.text).map((one) => goalLine(one, today)),
    ],
    next: goal.completed ? 'write the win into this week’s check-in, so that it counts.' : nextFor(goal),
  }
}

/** Evidence in other records for these words. */
async function elsewhereLines(words: readonly string[], founder: AskingFounder): Promise<Pick<Answer, 'evidence'>> {
  return { evidence: (await searchRecords(words, founder)).found.map((one) => foundLine(one, words)) }
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
