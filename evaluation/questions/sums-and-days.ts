import { daysBetween } from '../../domain/days.ts'
import { monthAndYear, monthEnd, weekdayName } from '../calendar.ts'
import { anyOf, date, number, word } from '../facts.ts'
import type { Cohort } from '../founders/cohort.ts'
import { collect } from './asked.ts'

export const sumQuestions = ({ today }: Cohort) =>
  collect('sums and days', (of) => {
    const ask = of('growing')
    ask(['What is 17 * 23?', '17x23', 'whats 17 times 23'], [number(391)])
    ask(['12.5% of 18400', 'what is 12.5 percent of $18,400'], [number(2300)])
    ask(['96000 / 12', 'how much is 96k divided by 12?'], [number(8000)])
    ask(['(3+4)*12-5'], [number(79)])
    ask(['what is 3k times 12'], [number(36_000)])
    ask(['1,250 + 3,799'], [number(5049)])
    ask(['what is 7 divided by 8'], [number(0.875, 'plain', { isRounded: true, tolerance: 0.006 })])
    ask(['what day is it', 'what is todays date', 'which date do we have today?'], [date(today)])
    ask(['which weekday is it today'], [word(weekdayName(today))])
    ask(['what month is it'], [anyOf(word(monthAndYear(today)), word(monthAndYear(today).split(' ')[0] ?? ''))])
    ask(['how many days are left in this month'], [anyOf(...[0, 1].map((more) => number(daysBetween(today, monthEnd(today)) + more)))])
    of('new')(['whats 250 * 4', '250 by 4?? i mean times'], [number(1000)])
    of('hostile')(['2+2'], [number(4)])
  }) // prettier-ignore
