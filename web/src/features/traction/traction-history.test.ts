import { describe, expect, test } from 'vitest'
import { activeLoopsByWeek, countedWeeks, ratesOf, type LoopHistory } from './traction-history.ts'

const loop = (given: Partial<LoopHistory>): LoopHistory => ({
  loop_id: 'mail',
  first_week: '2026-03-02',
  statuses: (given.messages ?? [0]).map(() => 'running' as const),
  conversions: (given.messages ?? [0]).map(() => 0),
  demos: (given.messages ?? [0]).map(() => 0),
  messages: [0],
  ...given,
})
const created = (at: string, id = 'mail') => new Map([[id, at]])

describe('counts by week', () => {
  test('each week has its total and what it added', () => {
    expect(countedWeeks([loop({ messages: [10, 25, 25, 20] })], 'messages', new Map())).toEqual([
      { week: '2026-03-02', total: 10, added: undefined },
      { week: '2026-03-09', total: 25, added: 15 },
      { week: '2026-03-16', total: 25, added: 0 },
      { week: '2026-03-23', total: 20, added: -5 },
    ])
  })

  test('a loop created in its first week adds all that it has then', () => {
    const weeks = countedWeeks([loop({ messages: [10, 25] })], 'messages', created('2026-03-05T10:00:00Z'))
    expect(weeks.map(({ added }) => added)).toEqual([10, 15])
  })

  test('a loop older than its points adds nothing known in the first week', () => {
    const weeks = countedWeeks([loop({ messages: [10, 25] })], 'messages', created('2026-01-05T10:00:00Z'))
    expect(weeks.map(({ added }) => added)).toEqual([undefined, 15])
  })

  test('loops that begin in different weeks end in the same one', () => {
    const loops = [
      loop({ messages: [10, 20, 30] }),
      loop({ loop_id: 'calls', first_week: '2026-03-16', messages: [4] }),
    ]
    expect(countedWeeks(loops, 'messages', created('2026-03-17T10:00:00Z', 'calls'))).toEqual([
      { week: '2026-03-02', total: 10, added: undefined },
      { week: '2026-03-09', total: 20, added: 10 },
      { week: '2026-03-16', total: 34, added: 14 },
    ])
  })

  test('without loops there is no week', () => {
    expect(countedWeeks([], 'demos', new Map())).toEqual([])
  })

  test('weeks follow one another across a year', () => {
    const weeks = countedWeeks([loop({ first_week: '2026-12-28', messages: [1, 2] })], 'messages', new Map())
    expect(weeks.map(({ week }) => week)).toEqual(['2026-12-28', '2027-01-04'])
  })
})

test('active loops are those that run or scale', () => {
  const loops = [
    loop({ messages: [0, 0, 0], statuses: ['running', 'paused', 'scaling'] }),
    loop({ first_week: '2026-03-09', messages: [0, 0], statuses: ['running', 'running'] }),
  ]
  expect(activeLoopsByWeek(loops)).toEqual([1, 1, 2])
})

test('a rate is unknown without a whole', () => {
  expect(ratesOf({ messages: 50, demos: 10, conversions: 4 }).map(({ rate }) => rate)).toEqual([0.2, 0.4])
  expect(ratesOf({ messages: 0, demos: 0, conversions: 3 }).map(({ rate }) => rate)).toEqual([undefined, undefined])
})
