import { describe, expect, test } from 'vitest'
import { activeLoopsByWeek, countedWeeks, ratesOf, type LoopHistory } from './traction-history.ts'
import { loopHistory } from '../../testing/loop-history.ts'

const loop = (messages: readonly number[], given: Partial<LoopHistory> = {}, start: number | null = 0) =>
  loopHistory({ loop_id: 'mail', first_week: '2026-03-02', ...given }, { messages }, start)

describe('counts by week', () => {
  test('each week has its total and what it added; nothing is added where nothing is known', () => {
    expect(countedWeeks([loop([10, 25, 25, 20], {}, null)], 'messages')).toEqual([
      { week: '2026-03-02', total: 10, added: undefined },
      { week: '2026-03-09', total: 25, added: 15 },
      { week: '2026-03-16', total: 25, added: 0 },
      { week: '2026-03-23', total: 20, added: -5 },
    ])
  })

  test('loops that begin in different weeks end in the same one', () => {
    const loops = [loop([10, 20, 30], {}, null), loop([4], { loop_id: 'calls', first_week: '2026-03-16' })]
    expect(countedWeeks(loops, 'messages')).toEqual([
      { week: '2026-03-02', total: 10, added: undefined },
      { week: '2026-03-09', total: 20, added: 10 },
      { week: '2026-03-16', total: 34, added: 14 },
    ])
  })

  test('without loops there is no week', () => {
    expect(countedWeeks([], 'demos')).toEqual([])
  })

  test('weeks follow one another across a year', () => {
    const weeks = countedWeeks([loop([1, 2], { first_week: '2026-12-28' })], 'messages')
    expect(weeks.map(({ week }) => week)).toEqual(['2026-12-28', '2027-01-04'])
  })
})

test('active loops are those that run or scale', () => {
  const loops = [
    loop([0, 0, 0], { statuses: ['running', 'paused', 'scaling'] }),
    loop([0, 0], { first_week: '2026-03-09' }),
  ]
  expect(activeLoopsByWeek(loops)).toEqual([1, 1, 2])
})

test('a rate is unknown without a whole', () => {
  expect(ratesOf({ messages: 50, demos: 10, conversions: 4 }).map(({ rate }) => rate)).toEqual([0.2, 0.4])
  expect(ratesOf({ messages: 0, demos: 0, conversions: 3 }).map(({ rate }) => rate)).toEqual([undefined, undefined])
})
