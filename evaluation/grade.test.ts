import { describe, expect, test } from 'vitest'
import { any, contains, date, mentions, notRecorded, number, numbersIn, percent, record, words } from './facts.ts'
import { foundersOf } from './founders.ts'
import { grade } from './grade.ts'
import { questionsTo } from './questions.ts'

const TODAY = '2026-11-25'

describe('a number', () => {
  test.each(['You had 8000.', '8,000 of them', '**$8,000** a month', 'about 8k', '€8,000.'])(
    'is found in “%s”',
    (text) => expect(contains(text, number(8000))).toBe(true),
  )
  test.each([
    '80001',
    '8,0000',
    '8000%',
    'x8000',
    `[[goal:00008000-0000-4000-8000-000000008000]]`,
    'none\n\n8000 below',
  ])('is not found in “%s”', (text) => expect(contains(text, number(8000))).toBe(false))
  test('may be rounded, below the first line, or a share', () => {
    expect(contains('3.9 months', number(3.913, 0.051))).toBe(true)
    expect(contains('3.8 months', number(3.913, 0.051))).toBe(false)
    expect(contains('Line\n- 7 there', mentions(7))).toBe(true)
    expect(contains('33% of them', percent(32.7))).toBe(true)
    expect(contains('33 of them', percent(33))).toBe(false)
  })
  test('is read with its factor and its sign', () => {
    expect(numbersIn('1.2m, −5 and 10 %')).toEqual([
      { value: 1_200_000, isPercent: false },
      { value: -5, isPercent: false },
      { value: 10, isPercent: true },
    ])
  })
})

test('a day is found as people write it', () => {
  for (const text of ['on 3 November 2026', 'November 3', 'Nov 3', '2026-11-03'])
    expect(contains(text, date('2026-11-03'))).toBe(true)
  expect(contains('4 November', date('2026-11-03'))).toBe(false)
})

test('words are found whatever their case, accents and emphasis', () => {
  expect(contains('The **Référral** ask', words('referral ask'))).toBe(true)
  expect(contains('[[goal:referral]]', words('referral'))).toBe(false)
})

describe('an answer', () => {
  const question = { kind: 'k', ask: 'How many?', must: [number(5), record({ id: 'abc' })], mustNot: [words('maybe')] }
  test('with all facts is right', () => {
    expect(grade('5 demos [[loop:abc]]', question, ['walrus'])).toMatchObject({
      isRight: true,
      isWrongNumber: false,
      words: 2,
    })
  })
  test('with another number is wrong, and says so', () => {
    expect(grade('6 demos [[loop:abc]]', question, [])).toMatchObject({ isWrongNumber: true, reasons: ['lacks 5'] })
  })
  test('without any number is wrong, but no wrong number', () => {
    expect(grade('I do not know [[loop:abc]]', question, [])).toMatchObject({ isRight: false, isWrongNumber: false })
  })
  test('with what it must not have is wrong', () => {
    expect(grade('5, maybe [[loop:abc]]', question, [])).toMatchObject({ reasons: ['contains “maybe”'] })
  })
  test('with a word of someone else is foreign', () => {
    expect(grade('5 [[loop:abc]] Walrus', question, ['walrus'])).toMatchObject({ isForeign: true })
  })
  test('may be right in one of several ways', () => {
    expect(contains('churn is not recorded', any(number(1), notRecorded))).toBe(true)
  })
})

describe('the founders', () => {
  const founders = Object.values(foundersOf(TODAY))
  test('have words that are in no other’s records', () => {
    const found = founders.flatMap((founder) =>
      founders
        .filter(({ key }) => key !== founder.key)
        .flatMap(({ canaries }) => canaries)
        .filter((canary) => JSON.stringify(founder).toLowerCase().includes(canary)),
    )
    expect(found).toEqual([])
  })
  test('have histories in order, up to today', () => {
    for (const { loops, runway, checkIns } of founders) {
      for (const days of [...loops.map(({ points }) => points.map(({ day }) => day)), runway.map(({ day }) => day)])
        expect(days).toEqual(days.toSorted())
      const weeks = checkIns.map(({ week }) => week)
      expect(weeks).toEqual(weeks.toSorted().reverse())
    }
  })
  test('are asked enough, each question once', () => {
    const asked = founders.flatMap((founder) =>
      questionsTo(founder, TODAY).map(({ ask }) => `${founder.key}: ${[ask].flat().join()}`),
    )
    expect(asked.length).toBeGreaterThanOrEqual(250)
    expect(new Set(asked).size).toBe(asked.length)
  })
})
