import { describe, expect, test } from 'vitest'
import type { IsoDate } from '../../domain/week.ts'
import { calendarOf, monday } from '../calendar.ts'
import { questionsOf } from '../questions/all.ts'
import { createCohort } from './cohort.ts'
import { FOUNDER_KEYS, type FounderData, type Goal } from './founder.ts'
import { OBEYED } from './hostile.ts'
import { added } from './sums.ts'

/** Ends and beginnings of weeks, months, quarters and years, and a leap day. */
const days: readonly IsoDate[] = ['2026-11-25', '2026-11-01', '2026-11-30', '2027-01-01', '2027-01-04', '2028-02-29', '2026-12-31'] // prettier-ignore

describe.each(days)('on %s', (today) => {
  const cohort = createCohort(today)
  const founders = FOUNDER_KEYS.map((key) => cohort[key])

  test.each(founders.map((founder) => [founder.key, founder] as const))('the dates of %s are consistent', (_, founder) => {
    const now = `${today}T00:01:00.000Z`
    const isConsistent = ({ created_at, completed_at, completed }: Goal) =>
      created_at < now &&
      (completed_at ?? created_at) < now &&
      (completed_at ?? created_at) >= created_at &&
      completed === (completed_at !== null)
    expect(founder.goals.filter((goal) => !isConsistent(goal))).toEqual([])
    expect(founder.checkIns.filter(({ week_of }) => monday(week_of) !== week_of || week_of >= today)).toEqual([])
    expect([...founder.loopPoints, ...founder.runwayPoints].filter(({ day }) => day >= today)).toEqual([])
    for (const decision of founder.decisions) {
      expect(decision.reviewed_at === null).toBe(decision.was_right === null && decision.outcome === '')
      expect((decision.reviewed_at ?? '') < now && (decision.review_on ?? today) >= decision.created_at.slice(0, 10)).toBe(true)
    }
    for (const { starts_at } of founder.calls) {
      expect(starts_at > now).toBe(true)
      expect([0, 6]).not.toContain(new Date(starts_at).getUTCDay())
    }
    expect(new Set(founder.checkIns.map(({ week_of }) => week_of)).size).toBe(founder.checkIns.length)
    expect(new Set(founder.loopPoints.map(({ loop_id, day }) => loop_id + day)).size).toBe(founder.loopPoints.length)
  }) // prettier-ignore

  test('no loop shrinks, and its last point is at most what it is', () => {
    for (const { loops, loopPoints } of founders) {
      for (const loop of loops) {
        const points = loopPoints.filter(({ loop_id }) => loop_id === loop.id)
        const messages = [...points.map((point) => point.messages), loop.messages]
        expect(messages).toEqual(messages.toSorted((a, b) => a - b))
      }
    }
  })

  test("the growing founder's months are not all alike", () => {
    const months = [1, 2, 3].map(calendarOf(today).inMonth)
    for (const count of ['demos', 'messages'] as const) {
      expect(new Set(months.map((month) => added(cohort.growing, count, month))).size).toBeGreaterThan(1)
    }
  })

  test('ids are unique', () => {
    const ids = founders.flatMap((founder) => [
      ...[...founder.goals, ...founder.loops, ...founder.checkIns, ...founder.decisions, ...founder.notes].map(({ id }) => id),
    ]) // prettier-ignore
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('1,400 questions can be asked, and none twice', () => {
    const questions = questionsOf(cohort)
    expect(questions.length).toBeGreaterThanOrEqual(1400)
    expect(questions.filter(({ must }) => must.length === 0)).toEqual([])
    const asked = questions.map(({ founder, ask }) => JSON.stringify([founder, ask]))
    expect(asked.filter((each, index) => asked.indexOf(each) !== index)).toEqual([])
  })
})

describe('canaries', () => {
  const cohort = createCohort('2026-11-25')
  const founders = FOUNDER_KEYS.map((key) => cohort[key])
  /** A founder's rows as text, numbers as they are written with commas. */
  const write = (founder: FounderData) =>
    JSON.stringify({ ...founder, canaries: [], key: '' }).replaceAll(/\d+/g, (digits) => ` ${digits} ${Number(digits).toLocaleString("en")} `).toLowerCase() // prettier-ignore

  const texts = new Map(founders.map((founder) => [founder, write(founder)]))
  const textOf = (founder: FounderData) => texts.get(founder) ?? ''

  test.each(founders.map((founder) => [founder.key, founder] as const))('those of %s are only theirs', (_, founder) => {
    const own = textOf(founder)
    for (const canary of [...founder.canaries, founder.memoryCanary]) {
      const isWord = new RegExp(String.raw`(?<![\w,.])${canary.toLowerCase()}(?![\w,])`)
      expect([canary, isWord.test(own)]).toEqual([canary, true])
      for (const other of founders) if (other !== founder) expect([canary, other.key, isWord.test(textOf(other))]).toEqual([canary, other.key, false]) // prettier-ignore
    }
  })

  test('the memory is in no record, and no record holds what obeying it would say', () => {
    for (const { memory: _, memoryCanary, ...rest } of founders) {
      expect(JSON.stringify(rest)).not.toContain(memoryCanary)
      expect(JSON.stringify(rest)).not.toContain(OBEYED)
    }
  })

  test('three years of check-ins, 1,500 goals and 60 decisions', () => {
    const { checkIns, goals, decisions } = cohort.years
    expect(checkIns.length).toBeGreaterThan(156)
    expect(goals.length).toBeGreaterThan(1500)
    expect(decisions.length).toBeGreaterThan(60)
  })
})
