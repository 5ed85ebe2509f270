import { describe, expect, test } from 'vitest'
import { slotDays } from './slot-days.ts'

const daysOf = (starts: string[], timeZone: string) =>
  slotDays(starts, timeZone).map(({ date, zone, slots }) => [date, zone, slots.map(({ label }) => label).join()])

describe('slotDays', () => {
  test('days are in the browser’s time zone', () => {
    // Nine in the morning and half past five in the afternoon in New York.
    const starts = ['2026-03-02T14:00:00.000Z', '2026-03-02T22:30:00.000Z']
    expect(daysOf(starts, 'America/New_York')).toEqual([['2026-03-02', 'EST', '9:00 AM,5:30 PM']])
    expect(daysOf(starts, 'Asia/Tokyo')).toEqual([['2026-03-02', 'GMT+9', '11:00 PM'], ['2026-03-03', 'GMT+9', '7:30 AM']]) // prettier-ignore
    expect(daysOf(starts, 'Asia/Kathmandu')).toEqual([['2026-03-02', 'GMT+5:45', '7:45 PM'], ['2026-03-03', 'GMT+5:45', '4:15 AM']]) // prettier-ignore
  })

  test('each day has its own UTC offset around a daylight saving change', () => {
    const starts = ['2026-03-27T14:00:00.000Z', '2026-03-30T13:00:00.000Z']
    expect(daysOf(starts, 'Europe/Berlin')).toEqual([
      ['2026-03-27', 'GMT+1', '3:00 PM'],
      ['2026-03-30', 'GMT+2', '3:00 PM'],
    ])
  })

  test('distinguishes a time that occurs twice on a day', () => {
    // Sydney ends daylight saving during New York's working hours.
    const starts = ['15:00', '15:30', '16:00', '16:30'].map((time) => `2026-04-04T${time}:00.000Z`)
    expect(daysOf(starts, 'Australia/Sydney')).toEqual([
      ['2026-04-05', 'GMT+11', '2:00 AM GMT+11,2:30 AM GMT+11,2:00 AM GMT+10,2:30 AM GMT+10'],
    ])
  })

  test('has no days without slots', () => {
    expect(slotDays([], 'UTC')).toEqual([])
  })
})
