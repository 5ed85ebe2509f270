import { addDays } from '../../domain/days.ts'
import { monday, monthEnd, monthStart } from '../calendar.ts'
import { anyOf, date, mood, number, percent, record, says, word, type Fact } from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import type { CheckIn, FounderData, Loop, Runway, RunwayPoint } from '../founders/founder.ts'
import { average, rate } from '../founders/sums.ts'

export const GOALS = 'goals?|open|done|completed|finished|overdue'
export const CHECK_INS = 'check-?\\s?ins?|times?|weeks?|blockers?'
export const DECISIONS = 'decisions?|waiting|due|reviews?|result|ones?|right|yes|wrong|partly'
export const DEMOS = 'demos?|demonstrations?'
export const MESSAGES = 'messages?|mails?|msgs?'
export const CONVERSIONS = 'conversions?|converted|convert|sales?|customers?'

export const gaveUp = says('that it cannot answer', /\bcannot answer that\b/)
export const texts = (rows: readonly { readonly text: string }[]) => rows.map(({ text }) => text)
export const titles = (rows: readonly { readonly title: string }[]) => rows.map(({ title }) => title)
export const named = ({ id, name }: Loop): Fact => anyOf(record('loop', id), word(name))
export const rateOf = (loop: Loop): Fact => anyOf(percent(rate(loop)), percent((100 * loop.conversions) / loop.demos))
export const moodOf = (checkIns: readonly CheckIn[]) => mood(average(checkIns.map(({ mood }) => mood)))
export const weekOf = ({ week_of, id }: CheckIn): Fact => anyOf(date(week_of), date(week_of, 6), record('check-in', id))
export const rounded = (value: number, noun: string) => number(value, { noun }, { isRounded: true, tolerance: 0.06 })

export const week = ({ checkIns }: FounderData, weeksAgo: number): CheckIn => {
  const checkIn = checkIns[weeksAgo - 1]
  if (!checkIn) throw new Error(`no check-in ${weeksAgo} weeks ago`)
  return checkIn
}

export const runwayIn = ({ runway }: FounderData): Runway => {
  if (!runway) throw new Error('no runway is recorded')
  return runway
}

/** Spans of time as `added` takes them. */
export const spans = (today: Cohort['today']) => ({
  inMonth: (back: number) => ({ after: addDays(monthStart(today, back), -1), until: monthEnd(today, back), today }),
  lastWeek: { after: addDays(monday(today, 1), -1), until: addDays(monday(today), -1), today },
  since: (first: Cohort['today']) => ({ after: addDays(first, -1), until: today, today }),
  inYear: (year: number) => ({ after: `${year - 1}-12-31`, until: `${year}-12-31`, today }) as const,
})

/** A message to the squad, proposed in the answer, that says something. */
export const proposesMessage = (what: RegExp): Fact =>
  says(
    `a proposed message with ${what.source}`,
    new RegExp(String.raw`\[\[propose-message:[^\]]*(?:${what.source})`, 'i'),
  )

/** The amounts that were known at the end of a day. */
export const pointOn = ({ runwayPoints }: FounderData, day: string): RunwayPoint => {
  const point = runwayPoints.find((point) => point.day <= day)
  if (!point) throw new Error(`no amounts are known on ${day}`)
  return point
}
