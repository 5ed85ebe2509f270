import type { IsoDate } from '../../domain/week.ts'
import {
  anyOf,
  count,
  date,
  money,
  months,
  mood,
  number,
  percent,
  record,
  says,
  some,
  word,
  type Fact,
} from '../facts.ts'
import type { CheckIn, FounderData, Goal, Loop } from '../founders/founder.ts'
import { amounts, average, loopNamed, rate, runwayOf } from '../founders/sums.ts'

/** Nouns of counts, as patterns. */
export const GOALS = 'goals?|open|done|completed|finished|overdue'
export const CHECK_INS = 'check-?\\s?ins?|times?|weeks?|blockers?'
export const DECISIONS = 'decisions?|waiting|due|reviews?|result|ones?|right|yes|wrong|partly'
export const DEMOS = 'demos?|demonstrations?'
export const MESSAGES = 'messages?|mails?|msgs?'
export const CONVERSIONS = 'conversions?|converted|convert|sales?|customers?'

/** Dollars that an answer rounds. */
export const ABOUT = { tolerance: 60 } as const
export const DAYS_PER_MONTH = 365.25 / 12

export const gaveUp = says('that it cannot answer', /\bcannot answer that\b/)
export const isDone = says('that it is done', /\b(?:yes|done|completed|finished)\b/)
export const isOpen = says('that it is open', /\b(?:open|not|yet)\b/)
export const anything = says('something', /\w{2}/)

export const texts = (rows: readonly { readonly text: string }[]) => rows.map(({ text }) => text)
export const titles = (rows: readonly { readonly title: string }[]) => rows.map(({ title }) => title)
export const anywhere = (amount: number) => money(amount, { isAnywhere: true })
export const rounded = (value: number, noun: string) => number(value, { noun }, { isRounded: true, tolerance: 0.06 })

export const goalNamed = ({ goals }: FounderData, name: string): Goal => {
  const goal = goals.find(({ text }) => text === name)
  if (!goal) throw new Error(`no goal is named ${name}`)
  return goal
}

/** The day on which a goal was completed. */
export const doneOn = (founder: FounderData, name: string): Fact =>
  date((goalNamed(founder, name).completed_at ?? '').slice(0, 10) as IsoDate)

/** How many goals, or which. */
export const theseGoals = (goals: readonly Goal[]): Fact => anyOf(count(goals, GOALS), some(goals.length, texts(goals)))

export const named = ({ id, name }: Loop): Fact => anyOf(record('loop', id), word(name))
/** Conversions as a share of messages, or of demos. */
export const rateOf = (loop: Loop): Fact => anyOf(percent(rate(loop)), percent((100 * loop.conversions) / loop.demos))
export const loopsNamed = <const Names extends readonly string[]>(founder: FounderData, ...names: Names) =>
  names.map((name) => loopNamed(founder, name)) as { readonly [Index in keyof Names]: Loop }

export const moodOf = (checkIns: readonly CheckIn[]) => mood(average(checkIns.map(({ mood }) => mood)))
/** A check-in by its Monday. */
export const inWeekOf = ({ week_of, id }: CheckIn): Fact => anyOf(date(week_of), record('check-in', id))
/** A check-in by any day of its week. */
export const weekOf = (checkIn: CheckIn): Fact => anyOf(inWeekOf(checkIn), date(checkIn.week_of, 6))

export const week = ({ checkIns }: FounderData, weeksAgo: number): CheckIn => {
  const checkIn = checkIns[weeksAgo - 1]
  if (!checkIn) throw new Error(`no check-in ${weeksAgo} weeks ago`)
  return checkIn
}

/** Months of runway, with changes of the amounts, or as they were some months ago. */
export const left = (
  founder: FounderData,
  change: { readonly balance?: number; readonly revenue?: number; readonly burn?: number } = {},
  monthsAgo = 0,
): Fact => {
  const { balance, revenue, burn } = amounts(founder, monthsAgo)
  return months(runwayOf(balance + (change.balance ?? 0), revenue + (change.revenue ?? 0), burn + (change.burn ?? 0)))
}

/** The day of a booked call. */
export const callDay = ({ calls }: FounderData, index = 0): IsoDate => {
  const call = calls[index]
  if (!call) throw new Error(`no call ${index} is booked`)
  return call.starts_at.slice(0, 10) as IsoDate
}

/** A message to the squad, proposed in the answer, that says something. */
export const proposesMessage = (what: RegExp): Fact =>
  says(
    `a proposed message with ${what.source}`,
    new RegExp(String.raw`\[\[propose-message:[^\]]*(?:${what.source})`, 'i'),
  )
