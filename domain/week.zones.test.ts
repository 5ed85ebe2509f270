import { describe, expect, test } from 'vitest'
import { addDays } from './days.ts'
import { momentsAround, missingTimes, timeZones, wednesdays } from './week-moments.ts'
import { dayOf, weekOf, type IsoDate } from './week.ts'

const isMonday = (day: IsoDate): boolean => new Date(day).getUTCDay() === 1

describe('weeks in every time zone', () => {
  test('each week is a Monday, and follows the one before by seven days', () => {
    expect(timeZones.length).toBeGreaterThan(400)
    const wrong: string[] = []
    for (const zone of timeZones) {
      for (const moments of wednesdays) {
        let before: IsoDate | undefined
        for (const moment of moments) {
          const week = weekOf(moment, zone)
          const isNext = before === undefined || week === addDays(before, 7)
          if (!isMonday(week) || !isNext) wrong.push(`${zone} ${moment.toISOString()}: ${week} after ${before}`)
          before = week
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test.each(missingTimes)(
    'hours around $day in $zone, a week holds its days and the next begins on Monday',
    (missing) => {
      let before: IsoDate | undefined
      for (const moment of momentsAround(missing)) {
        const [day, week] = [dayOf(moment, missing.zone), weekOf(moment, missing.zone)]
        expect(isMonday(week)).toBe(true)
        expect(week <= day && day < addDays(week, 7)).toBe(true)
        if (before !== undefined) expect([before, addDays(before, 7)]).toContain(week)
        before = week
      }
    },
  )
})
