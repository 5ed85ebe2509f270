import { describe, expect, test } from 'vitest'
import { inventHistory } from './history.ts'
import { createMayasHistory } from './mayas-history.ts'
import { people } from './people.ts'
import { createRandom } from './random.ts'

const now = new Date('2026-11-21T10:00:00Z')
const histories = [
  ...people.map((person, index) => inventHistory(person, createRandom(index + 1), now)),
  createMayasHistory(createRandom(0), now),
]
const rows = histories.flatMap((history) => Object.values(history).flat()) as Record<string, unknown>[]

describe('a founder’s history', () => {
  test('a founder’s history is deterministic', () => {
    expect(createMayasHistory(createRandom(0), now)).toEqual(histories.at(-1))
  })

  test('a founder’s history is in the past', () => {
    const latest = Math.max(...rows.map(({ created_at }) => Date.parse(String(created_at))).filter((at) => at > 0))
    expect(latest).toBeLessThan(now.getTime())
  })

  test('a founder’s history has at most one check-in a week', () => {
    for (const { weekly_checkins } of histories) {
      expect(new Set(weekly_checkins.map(({ week_of }) => week_of)).size).toBe(weekly_checkins.length)
    }
  })

  test('a founder’s history has no unfilled placeholder', () => {
    const texts = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string')
    expect(texts.filter((text) => /[{}]|undefined|\bthe the\b|\ba [aeio]/i.test(text))).toEqual([])
  })
})
