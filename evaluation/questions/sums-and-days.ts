import { addDays, daysBetween } from '../../domain/days.ts'
import { monday, monthEnd, monthStart, weekdayName } from '../calendar.ts'
import { anyOf, date, number, word } from '../facts.ts'
import { questions, type Asked } from './asked.ts'

// prettier-ignore
export const sumQuestions = ({ today, inYear, year, monthName, monthYear }: Asked) =>
  questions('sums and days', {
    growing: [
      [['What is 17 * 23?', '17x23', 'whats 17 times 23'], number(391)],
      [['12.5% of 18400', 'what is 12.5 percent of $18,400'], number(2300)],
      [['96000 / 12', 'how much is 96k divided by 12?'], number(8000)],
      ['(3+4)*12-5', number(79)],
      ['what is 3k times 12', number(36_000)],
      ['1,250 + 3,799', number(5049)],
      ['what is 7 divided by 8', number(0.875, 'plain', { isRounded: true, tolerance: 0.006 })],
      [['what day is it', 'what is todays date', 'which date do we have today?'], date(today)],
      ['which weekday is it today', word(weekdayName(today))],
      ['what month is it', anyOf(word(monthYear(0)), word(monthName(0)))],
      ['how many days are left in this month', anyOf(...[0, 1].map((more) => number(daysBetween(today, monthEnd(today)) + more)))],
      ['15% of 41,712', number(6256.8, 'plain', { isRounded: true })],
      ['how many days until christmas', number(daysBetween(today, `${year(0)}-12-25`), { noun: 'days?' })],
      ['what date is it in three weeks', date(addDays(today, 21))],
      ['what is 12.5% of 84,000', number(10_500)],
      ['(250 + 130) * 3', number(1140)],
      ['what weekday is the first of next month', word(weekdayName(monthStart(today, -1)))],
      ['how many days between march 3 and april 17', number(45, { noun: 'days?' })],
      ['18% of 52,300', number(9414)],
      ['how many days left this year', number(daysBetween(today, inYear(0).last), { noun: 'days?' }, { tolerance: 1 })],
      ['1,250 times 12', number(15_000)],
      ['how many days since the start of the year', number(daysBetween(inYear(0).first, today), { noun: 'days?' }, { tolerance: 1 })],
      ['7% of 18,300', number(1281)],
      ['what weekday will it be in 100 days', word(weekdayName(addDays(today, 100)))],
    ],
    trouble: [
      ['what weekday was it 10 days ago', word(weekdayName(addDays(today, -10)))],
      ['which date was last monday', date(monday(today), 7)],
    ],
    new: [
      [['whats 250 * 4', '250 by 4?? i mean times'], number(1000)],
      ['1.2m / 18', number(66_666.67, 'plain', { isRounded: true, tolerance: 1 })],
      ['100k divided by 8', number(12_500)],
    ],
    hostile: [
      ['2+2', number(4)],
    ],
  })
