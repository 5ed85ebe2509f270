import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shiftedSpan } from './calendar-spans.ts'
import { impossibleTime } from './impossible-time.ts'
import { findSpans } from './spans.ts'

/** A Wednesday. */
const TODAY = '2026-11-25'
const passed = (text: string) =>
  findSpans(text, TODAY)
    .filter(({ isAhead }) => !isAhead)
    .map(({ span }) => span)
const toCome = (text: string) => findSpans(text, TODAY).findLast(({ isAhead }) => isAhead)?.span.to

test.each([
  ['today', '2026-11-25', '2026-11-25'],
  ['yesterday', '2026-11-24', '2026-11-24'],
  ['this week', '2026-11-23', '2026-11-29'],
  ['last week', '2026-11-16', '2026-11-22'],
  ['two weeks ago', '2026-11-09', '2026-11-15'],
  ['in the last 4 weeks', '2026-10-29', '2026-11-25'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['in october', '2026-10-01', '2026-10-31'],
  ['in december', '2025-12-01', '2025-12-31'],
  ['in october 2024', '2024-10-01', '2024-10-31'],
  ['in may', '2026-05-01', '2026-05-31'],
  ['since march', '2026-03-01', '2026-11-25'],
  ['since last month', '2026-10-01', '2026-11-25'],
  ['after october', '2026-11-01', '2026-11-25'],
  ['this quarter', '2026-10-01', '2026-12-31'],
  ['in the first half of october', '2026-10-01', '2026-10-15'],
  ['in the second half of february 2026', '2026-02-16', '2026-02-28'],
  ['in week 42', '2026-10-12', '2026-10-18'],
  ['in week 1 of 2026', '2025-12-29', '2026-01-04'],
  ['in week 52', '2025-12-22', '2025-12-28'],
  ['in q2', '2026-04-01', '2026-06-30'],
  ['last year', '2025-01-01', '2025-12-31'],
  ['in 2025', '2025-01-01', '2025-12-31'],
  ['on nov 3', '2026-11-03', '2026-11-03'],
  ['on 3 november', '2026-11-03', '2026-11-03'],
  ['on 2026-09-14', '2026-09-14', '2026-09-14'],
  ['last tuesday', '2026-11-24', '2026-11-24'],
  ['in the week of nov 3', '2026-11-02', '2026-11-08'],
  ['between oct 1 and oct 15', '2026-10-01', '2026-10-15'],
  ['from september to october', '2026-09-01', '2026-10-31'],
  ['since the quarter started', '2026-10-01', '2026-11-25'],
  ['since the start of the year', '2026-01-01', '2026-11-25'],
  ['year to date', '2026-01-01', '2026-11-25'],
  ['in the first half of last year', '2025-01-01', '2025-06-30'],
  ['in h2 2024', '2024-07-01', '2024-12-31'],
  ['in the same month last year', '2025-11-01', '2025-11-30'],
  ['half a year ago', '2026-05-01', '2026-05-31'],
  ['in may last year', '2025-05-01', '2025-05-31'],
  ['in q2 last year', '2025-04-01', '2025-06-30'],
  ['in october last year', '2025-10-01', '2025-10-31'],
  ['for august to october', '2026-08-01', '2026-10-31'],
  ['aug-oct', '2026-08-01', '2026-10-31'],
  ['september through october', '2026-09-01', '2026-10-31'],
  ['this autumn', '2026-09-01', '2026-11-30'],
  ['in the summer', '2026-06-01', '2026-08-31'],
  ['last winter', '2025-12-01', '2026-02-28'],
  ['since summer', '2026-06-01', '2026-11-25'],
  ['since last spring', '2026-03-01', '2026-11-25'],
])('“%s”', (text, from, to) => {
  expect(passed(`how many demos ${text}?`)).toMatchObject([{ from, to }])
})

test('two months that are compared are two times, though “to” stands between them', () => {
  expect(passed('compare october to november for phone sprints')).toHaveLength(2)
})

test('in a question on what to do, a season is to come', () => {
  expect(passed('should we do another fair in spring')).toEqual([])
})

test('the autumn fair is no time', () => {
  expect(passed('what came of the decision in the autumn fair')).toEqual([])
})

test.each([
  ['can we survive till easter', '2027-03-28'],
  ['would that get us through next christmas', '2027-12-25'],
  ['will it last until xmas', '2026-12-25'],
  ['do we make it to summer', '2027-06-01'],
  ['until the spring', '2027-03-01'],
])('“%s” is a time to come', (text, day) => {
  expect(toCome(text)).toBe(day)
})

test.each([
  'may we raise prices',
  'how many demos in total',
  'my last four check-ins',
  'how long will it last',
  'march on',
  'will it last 24 months',
  'the last week with mood 4',
  '2025 messages',
  '$2025',
])('“%s” names no time', (text) => expect(passed(text)).toEqual([]))

test.each([
  ['how much is left at the end of the year', '2026-12-31'],
  ['by the end of next month', '2026-12-31'],
  ['what weekday is the first of next month', '2026-12-01'],
  ['what weekday will it be in 100 days', '2027-03-05'],
  ['what is left in 3 months', '2027-02-25'],
  ['after six months', '2027-05-25'],
  ['two weeks from now', '2026-12-09'],
  ['how much is left at the end of march', '2027-03-31'],
  ['will the money last until may', '2027-05-31'],
  ['will it last to november', '2026-11-30'],
  ['until july 2027', '2027-07-31'],
  ['will it last until december 2026', '2026-12-31'],
  ['until christmas', '2026-12-25'],
])('“%s” is to come', (text, day) => expect(toCome(text)).toBe(day))

test.each(['a studio for 3100 a month from now', 'rent of $2,000 a week from now'])('“%s” is a price', (text) => {
  expect(toCome(text)).toBeUndefined()
})

test('“how much was left in may” has passed', () => {
  expect(passed('how much was left in may')).toMatchObject([{ from: '2026-05-01' }])
})

test.each([
  ['more demos this month than last month?', ['2026-11-01', '2026-10-01']],
  ['goals done in 2024 vs 2025', ['2024-01-01', '2025-01-01']],
  ['how much did demos grow from september to october', ['2026-09-01', '2026-10-01']],
  ['are demos up or down from q2 to q3', ['2026-04-01', '2026-07-01']],
  ['demos between september and november', ['2026-09-01']],
  ['messages from september to october', ['2026-09-01']],
])('“%s” compares as many times as it names', (text, starts) => {
  expect(passed(text).map(({ from }) => from)).toEqual(starts)
})

test('“may?” alone is the month', () => expect(passed('may?')).toMatchObject([{ from: '2026-05-01' }]))

test('a year ago is also a day', () => {
  expect(passed('balance a year ago')).toMatchObject([{ from: '2025-11-01', on: '2025-11-25' }])
})

test.each([
  ['last year', '2024-01-01', '2024-12-31', 'in 2024'],
  ['this quarter', '2026-07-01', '2026-09-30', 'in Q3 2026'],
  ['in october', '2026-09-01', '2026-09-30', 'in September 2026'],
  ['last week', '2026-11-09', '2026-11-15', 'in the week of Nov 9, 2026'],
])('before “%s” is a span of the same kind', (text, from, to, label) => {
  const [span] = passed(`demos ${text}`)
  expect(span && shiftedSpan(span, -1)).toEqual({ from, to, label })
})

test('a span never ends before it begins, and none that has passed begins in the future', () => {
  const dates = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(dates, (date) => {
      const today = date.toISOString().slice(0, 10) as typeof TODAY
      for (const text of ['last month', 'in the last 3 months', 'q1', 'in february', 'since june', '4 quarters ago', 'week 53']) {
        for (const { span, isAhead } of findSpans(`demos ${text === 'week 53' ? 'in week 53' : text}`, today)) {
          expect(span.from <= span.to).toBe(true)
          expect(isAhead || span.from <= today).toBe(true)
        }
      }
    }),
  )
}) // prettier-ignore

test.each([
  ['on the last day of october', '2026-10-31'],
  ['on the first of november', '2026-11-01'],
  ['the first day of february 2024', '2024-02-01'],
  ['on the last day in february 2024', '2024-02-29'],
  ['on the second of november', '2026-11-02'],
  ['the last day of december', '2025-12-31'],
])('"%s" is the day %s', (text, day) => {
  expect(findSpans(`demos ${text}`, '2026-11-27').map(({ span }) => [span.from, span.to])).toEqual([[day, day]])
})

test('a week 53 is that of the latest year that has one', () => {
  expect(findSpans('mood in week 53', '2026-11-27')[0]?.span.from).toBe('2020-12-28')
  expect(findSpans('mood in week 53', '2027-01-15')[0]?.span.from).toBe('2026-12-28')
})

test.each([
  ['how was week 53 of 2025', 'There is **no week 53 of 2025**: 2025 has 52 weeks.'],
  ['how was week 54', 'There is **no week 54**: a year has at most 53 weeks.'],
  ['what did i write on february 30', 'There is **no day 30** in February: it has 29 days.'],
  ['what did i write on february 29, 2025', 'There is **no day 29** in February 2025: it has 28 days.'],
  ['kw 54?', 'There is **no week 54**: a year has at most 53 weeks.'],
  ['goals for april 31', 'There is **no day 31** in April: it has 30 days.'],
  ['from february 30 to march 3', 'There is **no day 30** in February: it has 29 days.'],
  ['my mood on the 31st of april', 'There is **no day 31** in April: it has 30 days.'],
])('"%s" is about a time that does not exist', (text, sentence) => {
  expect(impossibleTime(text)).toBe(sentence)
})

test.each([
  'week 53 of 2026',
  'week 52 of 2025',
  'on february 29',
  'on march 31',
  'on call 30 days',
  'in april 31 demos',
  'i spent money on junior 31',
  'i sent last week 80 messages, is that good?',
  'we got this week 60 demos',
  'should i do each week 60 calls?',
  'we are in week 60 since launch',
])('"%s" may exist', (text) => {
  expect(impossibleTime(text)).toBeUndefined()
})

test('"the first in November" may be of anything', () => {
  expect(findSpans('which customer was the first in november', '2026-11-27')[0]?.span.to).toBe('2026-11-30')
})

test.each([
  ['demos as of oct 19', '2026-10-19'],
  ['how many demos did we have by the end of september', '2026-09-30'],
  ['messages up to june 3', '2026-06-03'],
  ['demos up until the end of last month', '2026-10-31'],
  ['total demos by nov 3', '2026-11-03'],
  ['what was the balance as of the start of october', '2026-10-01'],
  ['customers as of this month', '2026-11-25'],
])('“%s” is the total up to %s', (text, to) => {
  expect(passed(text)).toMatchObject([{ isTotal: true, to }])
})

test.each([
  'what if we cut 2k by march',
  'i need ten demos by nov 30',
  'compare october to november',
  'demos by month',
])('“%s” asks for no total', (text) => expect(passed(text).some(({ isTotal }) => isTotal)).toBe(false))

test.each([
  ['june of last year', '2025-06-01', '2025-06-30'],
  ['the june entry of last year', '2025-06-01', '2025-06-30'],
  ['last june', '2026-06-01', '2026-06-30'],
  ['last november', '2025-11-01', '2025-11-30'],
  ['this june', '2026-06-01', '2026-06-30'],
  ['june 2025', '2025-06-01', '2025-06-30'],
  ['the year before last', '2024-01-01', '2024-12-31'],
  ['the month before last', '2026-09-01', '2026-09-30'],
  ['since 6 october last year', '2025-10-06', '2026-11-25'],
  ['since the week of 5 january this year', '2026-01-05', '2026-11-25'],
  ['since the workshops began on 3 august', '2026-08-03', '2026-11-25'],
  ['on oct 5 of last year', '2025-10-05', '2025-10-05'],
  ['this monday', '2026-11-23', '2026-11-23'],
  ['last friday', '2026-11-20', '2026-11-20'],
  ['nov 3 to nov 10', '2026-11-03', '2026-11-10'],
  ['nov 3-10', '2026-11-03', '2026-11-10'],
  ['from 3 to 10 november', '2026-11-03', '2026-11-10'],
  ['between the 3rd and the 10th', '2026-11-03', '2026-11-10'],
  ['between the 20th and the 5th', '2026-10-20', '2026-11-05'],
  ['from oct 5 until the 12th', '2026-10-05', '2026-10-12'],
  ['the 3rd to the 10th of october', '2026-10-03', '2026-10-10'],
  ['on the 5th', '2026-11-05', '2026-11-05'],
  ['on the 28th', '2026-10-28', '2026-10-28'],
  ['on the 12th of last month', '2026-10-12', '2026-10-12'],
])('“%s” is one time', (text, from, to) => {
  expect(passed(`how many demos ${text}?`)).toMatchObject([{ from, to }])
})

test.each([
  ['revenue in october and the year before', ['2026-10-01', '2025-10-01']],
  ['was october better than a year earlier', ['2026-10-01', '2025-10-01']],
])('“%s” is counted from the time that is named', (text, starts) => {
  expect(passed(text).map(({ from }) => from)).toEqual(starts)
})

test('this friday is to come on a Wednesday', () => expect(toCome('move it to this friday')).toBe('2026-11-27'))

test.each(['the 3rd goal', 'the 10th customer', 'my 2nd decision', 'number 3'])('“%s” names no day', (text) => {
  expect(passed(text)).toEqual([])
})

test('days that are a week or more apart are counted from the total of the first', () => {
  expect(passed('demos since oct 5')[0]?.counted).toBe('2026-10-05')
  expect(passed('demos between oct 12 and nov 16')[0]?.counted).toBe('2026-10-12')
  expect(passed('demos since october')[0]?.counted).toBeUndefined()
  expect(passed('demos from nov 2 to nov 8')[0]?.counted).toBeUndefined()
})
