import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CalendarEvent } from '../../../../domain/calendar.ts'
import { layOutDay } from './day-layout.ts'

afterEach(() => vi.unstubAllEnvs())

/** "9:30" on November 18, 2026, or a whole moment. */
const moment = (text: string) => new Date(text.includes('T') ? text : `2026-11-18T${text.padStart(5, '0')}`)

const event = (title: string, start: string, end = start): CalendarEvent => ({
  id: title,
  title,
  type: 'meeting',
  start: moment(start),
  end: moment(end),
})

const layOut = (events: readonly CalendarEvent[], day = new Date(2026, 10, 18)) => layOutDay(day, events)

/** "A 1-2 of 3": the columns of each event. */
const columnsOf = (events: readonly CalendarEvent[]) =>
  layOut(events).map(
    ({ event: { title }, column, columns, span }) => `${title} ${column + 1}-${column + span} of ${columns}`,
  )

const hoursOf = (events: readonly CalendarEvent[], day?: Date) =>
  layOut(events, day).map(({ top, bottom }) => [top, bottom])

describe('columns', () => {
  test('an event alone has the width of its day', () => {
    expect(columnsOf([event('A', '9:00', '10:00')])).toEqual(['A 1-1 of 1'])
  })

  test('events that overlap are side by side, the longer one first', () => {
    expect(columnsOf([event('short', '9:00', '10:00'), event('long', '9:00', '12:00')])).toEqual([
      'long 1-1 of 2',
      'short 2-2 of 2',
    ])
  })

  test('an event that begins when another ends does not share its width', () => {
    expect(columnsOf([event('A', '9:00', '10:00'), event('B', '10:00', '11:00')])).toEqual(['A 1-1 of 1', 'B 1-1 of 1'])
  })

  test('a column that is free again is used again', () => {
    expect(columnsOf([event('A', '9:00', '12:00'), event('B', '9:00', '10:00'), event('C', '10:30', '11:00')])).toEqual(
      ['A 1-1 of 2', 'B 2-2 of 2', 'C 2-2 of 2'],
    )
  })

  test('an event takes the columns that are free beside it', () => {
    const events = [
      event('long', '9:00', '12:00'),
      event('early', '9:00', '10:00'),
      event('B', '10:00', '11:00'),
      event('C', '10:00', '11:00'),
    ]
    expect(columnsOf(events)).toEqual(['long 1-1 of 3', 'early 2-3 of 3', 'B 2-2 of 3', 'C 3-3 of 3'])
  })

  test('an event that is too short for its title does not cover the next one', () => {
    expect(columnsOf([event('A', '9:00', '9:15'), event('B', '9:15', '10:00'), event('C', '10:00', '11:00')])).toEqual([
      'A 1-1 of 2',
      'B 2-2 of 2',
      'C 1-1 of 1',
    ])
  })

  test('deadlines at the same time are side by side', () => {
    expect(columnsOf([event('A', '17:00'), event('B', '17:00')])).toEqual(['A 1-1 of 2', 'B 2-2 of 2'])
  })
})

describe('hours', () => {
  test('a deadline has no duration', () => {
    expect(hoursOf([event('A', '17:30')])).toEqual([[17.5, 17.5]])
  })

  test('an event over midnight is cut at the day', () => {
    const night = event('A', '22:00', '2026-11-19T02:00')
    expect(hoursOf([night])).toEqual([[22, 24]])
    expect(hoursOf([night], new Date(2026, 10, 19))).toEqual([[0, 2]])
    expect(hoursOf([night], new Date(2026, 10, 20))).toEqual([])
  })

  test('a deadline just before midnight has room for its title', () => {
    expect(hoursOf([event('A', '23:55')])).toEqual([[23.5, 23.5]])
  })

  test('an event until midnight belongs to its day only', () => {
    const late = event('A', '22:00', '2026-11-19T00:00')
    expect(hoursOf([late])).toEqual([[22, 24]])
    expect(hoursOf([late], new Date(2026, 10, 19))).toEqual([])
  })

  test('an event over a whole day in between fills it', () => {
    expect(hoursOf([event('A', '2026-11-17T22:00', '2026-11-19T02:00')])).toEqual([[0, 24]])
  })

  describe('on the days when clocks change', () => {
    const between = (start: string, end: string) => ({
      ...event('A', '0:00'),
      start: new Date(start),
      end: new Date(end),
    })

    test('after the missing hour, events are beside their hour', () => {
      vi.stubEnv('TZ', 'America/New_York')
      const day = new Date(2026, 2, 8)
      expect(hoursOf([between('2026-03-08T14:00:00Z', '2026-03-08T15:00:00Z')], day)).toEqual([[10, 11]])
    })

    test('after the repeated hour, events are beside their hour', () => {
      vi.stubEnv('TZ', 'America/New_York')
      const day = new Date(2026, 10, 1)
      expect(hoursOf([between('2026-11-01T15:00:00Z', '2026-11-01T16:00:00Z')], day)).toEqual([[10, 11]])
    })

    test('so they are where the missing hour is another', () => {
      vi.stubEnv('TZ', 'Europe/Lisbon')
      const day = new Date(2026, 2, 29)
      expect(hoursOf([between('2026-03-29T09:00:00Z', '2026-03-29T10:00:00Z')], day)).toEqual([[10, 11]])
    })

    test('from 1:45 to 1:15 in the repeated hour is half an hour', () => {
      vi.stubEnv('TZ', 'America/New_York')
      const day = new Date(2026, 10, 1)
      expect(hoursOf([between('2026-11-01T05:45:00Z', '2026-11-01T06:15:00Z')], day)).toEqual([[1.75, 2.25]])
    })
  })
})
