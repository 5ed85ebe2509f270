import { describe, expect, test } from 'vitest'
import { TRACK_RECORD_FROM } from '../../../domain/decisions.ts'
import { weekOf } from '../../../domain/week.ts'
import { inventHistory } from './history.ts'
import { createMayasHistory } from './mayas-history.ts'
import { people } from './people.ts'
import { createRandom } from './random.ts'
import { MS_PER_WEEK } from './times.ts'

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

  test('a founder’s history has one to three goals done in each of the last weeks', () => {
    for (const { goals } of histories) {
      const weeks = goals.flatMap(({ completed_at }) => (completed_at ? [weekOf(new Date(completed_at), 'UTC')] : []))
      for (let ago = 1; ago <= 12; ago++) {
        const week = weekOf(new Date(now.getTime() - ago * MS_PER_WEEK), 'UTC')
        expect(weeks.filter((one) => one === week).length).toBeGreaterThan(0)
      }
    }
  })

  test('a founder’s history has one balance a day, also with one that was sent', () => {
    for (const { runway_data, runway_points, runway_proposals } of histories) {
      const days = [...runway_points.map(({ day }) => day), ...runway_proposals.map(({ as_of }) => as_of)]
      expect(new Set(days).size).toBe(days.length)
      expect(runway_points.at(-1)).toMatchObject(runway_data[0] ?? {})
    }
  })

  test('a founder’s history has no unfilled placeholder', () => {
    const texts = rows.flatMap((row) => Object.values(row)).filter((value) => typeof value === 'string')
    expect(texts.filter((text) => /[{}]|undefined|\bthe the\b|\ba [aeio]/i.test(text))).toEqual([])
  })

  test('Maya has one decision that is due, and enough answers for a track record', () => {
    const { decisions } = createMayasHistory(createRandom(0), now)
    const due = decisions.filter(({ review_on, reviewed_at }) => !reviewed_at && review_on && review_on <= '2026-11-21')
    expect(due).toMatchObject([{ title: 'Ask for the referral inside the product' }])
    expect(decisions.filter(({ was_right }) => was_right).length).toBeGreaterThanOrEqual(TRACK_RECORD_FROM)
    for (const { reviewed_at } of decisions)
      if (reviewed_at) expect(Date.parse(reviewed_at)).toBeLessThan(now.getTime())
  })

  test('Maya’s figures say what her texts say', () => {
    const { goals, traction_loops, traction_points, runway_points, founder_ai_memory, weekly_checkins } =
      createMayasHistory(createRandom(0), now)
    const gained = (count: 'conversions' | 'demos', weeksAgo: number) => {
      const day = new Date(now.getTime() - weeksAgo * MS_PER_WEEK).toISOString().slice(0, 10)
      const was = traction_points
        .filter((point) => point.day === day)
        .reduce((sum, point) => sum + (point[count] ?? 0), 0)
      return traction_loops.reduce((sum, loop) => sum + (loop[count] ?? 0), 0) - was
    }
    const progressOf = (text: string) => goals.find((goal) => goal.text === text)?.progress
    expect(gained('conversions', 2)).toBe(progressOf('Sign 12 new practices at $149'))
    // “I was in every one of the nine demos.”
    expect(gained('demos', 2) - gained('demos', 1)).toBe(9)
    // “Three demos since then, three signatures.”
    expect([gained('demos', 5) - gained('demos', 4), gained('conversions', 5) - gained('conversions', 4)]).toEqual([
      3, 3,
    ])
    expect(founder_ai_memory[0]?.memory_content).toContain(
      `${progressOf('Reach 150 paying practices')} paying practices`,
    )
    // “Four months of cash”, ten weeks ago.
    const told = weekly_checkins.findIndex(({ blockers }) => blockers?.startsWith('Four months of cash'))
    expect(told).toBeGreaterThan(0)
    const day = new Date(now.getTime() - 10 * MS_PER_WEEK).toISOString().slice(0, 10)
    const {
      bank_balance = 0,
      monthly_burn = 0,
      monthly_revenue = 0,
    } = runway_points.find((point) => point.day === day) ?? {}
    expect(Math.round(bank_balance / (monthly_burn - monthly_revenue))).toBe(4)
    // The board counts weekly goals, Founder Brain all: in the last weeks they are the same.
    const thisWeek = weekOf(now, 'UTC')
    const lastWeek = weekOf(new Date(now.getTime() - MS_PER_WEEK), 'UTC')
    for (const week of [thisWeek, lastWeek]) {
      const done = goals.filter(({ completed_at }) => completed_at && weekOf(new Date(completed_at), 'UTC') === week)
      expect(done.filter(({ period }) => period !== 'weekly')).toEqual([])
    }
  })
})
