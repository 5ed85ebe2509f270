import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asData, bounded, CONTEXT_LIMIT, TEXT_LIMITS } from './founder-context-bounds.ts'
import { ana as unbounded, checkIn, decision, goal, loop } from './founder-context-sample.ts'

const ana = (...of: Parameters<typeof unbounded>) => bounded(unbounded(...of))
const long = (length: number) => 'a'.repeat(length)
const note = (number: number, content: string, date: `2026-01-${number}`) => ({
  id: `note ${number}`, date, title: 'Buyers', category: 'buyer-insights', content,
}) // prettier-ignore

describe('a long text', () => {
  test('is truncated at its limit, with an ellipsis', () => {
    const { goals, memory } = ana({ goals: [goal(1, { text: long(400) })] }, long(9000))
    expect(goals[0]?.text).toBe(`${long(TEXT_LIMITS.text - 1)}…`)
    expect(memory).toHaveLength(TEXT_LIMITS.memory)
  })
  test('is measured as JSON', () => {
    const { memory } = ana({}, '<"\u0000'.repeat(3000))
    expect(asData(memory).length).toBeLessThanOrEqual(TEXT_LIMITS.memory + 2)
  })
  test('is not truncated within a character', () => {
    const { goals } = ana({ goals: [goal(1, { text: `${long(298)}🚀🚀` })] })
    expect(goals[0]?.text).toBe(`${long(298)}…`)
  })
  test('within its limit is unchanged', () => {
    expect(ana({ goals: [goal(1, { text: long(300) })] }).goals[0]?.text).toBe(long(300))
  })
})

describe('too many records', () => {
  const content = long(600)
  const many = Array.from({ length: 19 }, (_, index) => note(30 - index, content, `2026-01-${30 - index}`))

  test('lose the oldest, whatever their kind', () => {
    const known = ana({
      goals: [goal(1, { date: '2026-01-31' }), goal(2, { date: '2025-12-31' })],
      checkins: [checkIn(3, { week_of: '2026-02-02' }), checkIn(4, { week_of: '2025-12-29' })],
      notes: [...many, ...many, ...many],
    })
    expect(asData(known).length).toBeLessThanOrEqual(CONTEXT_LIMIT)
    expect(asData(known).length).toBeGreaterThan(CONTEXT_LIMIT - 800)
    expect(known.goals.map(({ date }) => date)).toEqual(['2026-01-31'])
    expect(known.checkins.map(({ week_of }) => week_of)).toEqual(['2026-02-02'])
    const oldest = known.notes.map(({ date }) => date).toSorted()[0] ?? ''
    expect(many.filter(({ date }) => date > oldest).every((one) => known.notes.some(({ id }) => id === one.id))).toBe(
      true,
    )
  })
  test('keep counts and totals over all records', () => {
    const goals = Array.from({ length: 200 }, (_, index) => goal(index, { text: long(300) }))
    const known = ana({ goals })
    expect(known.goals.length).toBeLessThan(200)
    expect(known.goalCounts).toEqual([{ period: 'weekly', goals: 200, completed: 0 }])
  })
  test('of one day keep the most important kind', () => {
    const date = '2026-01-30'
    const known = ana({
      loops: [loop(1, { date })],
      notes: [...many, ...many, ...many].map((one) => ({ ...one, date })),
    })
    expect(known.loops).toHaveLength(1)
  })
})

test('the context is always within its limit, and limiting it again changes nothing', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 500 }), fc.constantFrom(long(20_000), '<'.repeat(5000)))
  const texts = fc.array(text, { maxLength: 20 })
  fc.assert(
    fc.property(text, texts, texts, texts, (memory, reasons, blockers, names) => {
      const known = ana(
        {
          decisions: reasons.map((reason, index) => decision(index, { reason, result: reason })),
          checkins: blockers.map((one, index) => checkIn(index, { blockers: one, wins: one })),
          loops: names.map((name, index) => loop(index, { name })),
        },
        memory,
      )
      expect(asData(known).length).toBeLessThanOrEqual(CONTEXT_LIMIT)
      expect(bounded(known)).toEqual(known)
    }),
    { numRuns: 25 },
  )
})
