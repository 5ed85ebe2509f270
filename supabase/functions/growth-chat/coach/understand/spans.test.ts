import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAhead, spanBefore, spanIn, spansIn } from './spans.ts'

/** A Wednesday. */
const TODAY = '2026-11-25'

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
])('“%s”', (text, from, to) => {
  expect(spanIn(`how many demos ${text}?`, TODAY)).toMatchObject({ from, to })
})

test.each([
  'may we raise prices',
  'how many demos in total',
  'my last four check-ins',
  'how long will it last',
  'march on',
])('none: “%s”', (text) => expect(spanIn(text, TODAY)).toBeUndefined())

test.each(['will it last 24 months', 'what lets us last 6 months'])('a verb and no span: “%s”', (text) =>
  expect(spanIn(text, TODAY)).toBeUndefined(),
)

test.each([
  ['how much is left at the end of the year', '2026-12-31'],
  ['by the end of next month', '2026-12-31'],
  ['what weekday is the first of next month', '2026-12-01'],
  ['what weekday will it be in 100 days', '2027-03-05'],
])('a day ahead: “%s”', (text, day) => expect(dayAhead(text, TODAY)).toBe(day))

test('two of them, for a comparison', () => {
  const spans = spansIn('more demos this month than last month?', TODAY)
  expect(spans.map(({ from }) => from)).toEqual(['2026-11-01', '2026-10-01'])
})

test('“may?” alone is the month', () => {
  expect(spanIn('may?', TODAY)).toMatchObject({ from: '2026-05-01' })
})

test('two years, for a comparison', () => {
  const spans = spansIn('goals done in 2024 vs 2025', TODAY)
  expect(spans.map(({ from }) => from)).toEqual(['2024-01-01', '2025-01-01'])
})

test('the span before is the month before, or as many days', () => {
  expect(spanBefore({ from: '2026-03-01', to: '2026-03-31', label: '' })).toMatchObject({ from: '2026-02-01', to: '2026-02-28' })
  expect(spanBefore({ from: '2026-11-16', to: '2026-11-22', label: '' })).toMatchObject({ from: '2026-11-09', to: '2026-11-15' })
}) // prettier-ignore

test('a span never ends before it begins', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }), (date) => {
      const today = date.toISOString().slice(0, 10) as typeof TODAY
      for (const text of ['last month', 'in the last 3 months', 'q1', 'in february', 'since june', '4 quarters ago']) {
        const span = spanIn(text, today)
        expect(span && span.from <= span.to).toBe(true)
      }
    }),
  )
})

test.each([
  ['last year', '2024-01-01', '2024-12-31', 'in 2024'],
  ['this quarter', '2026-07-01', '2026-09-30', 'in Q3 2026'],
  ['in october', '2026-09-01', '2026-09-30', 'in September 2026'],
])('before “%s” is a span of the same kind', (text, from, to, label) => {
  const span = spanIn(`demos ${text}`, TODAY)
  expect(span && spanBefore(span)).toEqual({ from, to, label })
})

test('a year ago is also a day', () => {
  expect(spanIn('balance a year ago', TODAY)).toMatchObject({ from: '2025-01-01', on: '2025-11-25' })
})

test('“the last week with mood 4” is no span', () => {
  expect(spanIn('the last week with mood 4', TODAY)).toBeUndefined()
})

test('both ends of a span are no comparison', () => {
  expect(spansIn('demos between september and november', TODAY)).toHaveLength(1)
})

test.each([
  ['in 3 months', '2027-02-25'],
  ['after six months', '2027-05-25'],
  ['two weeks from now', '2026-12-09'],
  ['at the end of march', '2027-03-31'],
  ['until christmas', '2026-12-25'],
])('“%s” is to come', (text, day) => expect(dayAhead(`what is left ${text}`, TODAY)).toBe(day))
