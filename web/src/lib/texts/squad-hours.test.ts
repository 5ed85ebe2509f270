import { expect, test } from 'vitest'
import { squadStatus, type DayOff } from '../../../../domain/squad-hours.ts'
import { squadHoursWords } from './squad-hours.ts'

const HALF_HOUR_MS = 1_800_000
const MS_PER_MINUTE = 60_000
const MS_PER_DAY = 86_400_000

/** UTC offsets in minutes at the start of 2026 and after each daylight saving change, by law. */
const zones: Record<string, readonly [string, number][]> = {
  'America/New_York': [
    ['2026-01-01T00:00Z', -300], ['2026-03-08T07:00Z', -240], ['2026-11-01T06:00Z', -300],
    ['2027-03-14T07:00Z', -240], ['2027-11-07T06:00Z', -300],
  ],
  'America/Los_Angeles': [
    ['2026-01-01T00:00Z', -480], ['2026-03-08T10:00Z', -420], ['2026-11-01T09:00Z', -480],
    ['2027-03-14T10:00Z', -420], ['2027-11-07T09:00Z', -480],
  ],
  'America/Sao_Paulo': [['2026-01-01T00:00Z', -180]],
  'America/St_Johns': [
    ['2026-01-01T00:00Z', -210], ['2026-03-08T05:30Z', -150], ['2026-11-01T04:30Z', -210],
    ['2027-03-14T05:30Z', -150], ['2027-11-07T04:30Z', -210],
  ],
  'Europe/London': [
    ['2026-01-01T00:00Z', 0], ['2026-03-29T01:00Z', 60], ['2026-10-25T01:00Z', 0],
    ['2027-03-28T01:00Z', 60], ['2027-10-31T01:00Z', 0],
  ],
  'Europe/Lisbon': [
    ['2026-01-01T00:00Z', 0], ['2026-03-29T01:00Z', 60], ['2026-10-25T01:00Z', 0],
    ['2027-03-28T01:00Z', 60], ['2027-10-31T01:00Z', 0],
  ],
  'Europe/Berlin': [
    ['2026-01-01T00:00Z', 60], ['2026-03-29T01:00Z', 120], ['2026-10-25T01:00Z', 60],
    ['2027-03-28T01:00Z', 120], ['2027-10-31T01:00Z', 60],
  ],
  'Africa/Nairobi': [['2026-01-01T00:00Z', 180]],
  'Asia/Kolkata': [['2026-01-01T00:00Z', 330]],
  'Asia/Kathmandu': [['2026-01-01T00:00Z', 345]],
  'Asia/Tokyo': [['2026-01-01T00:00Z', 540]],
  'Australia/Lord_Howe': [
    ['2026-01-01T00:00Z', 660], ['2026-04-04T15:00Z', 630], ['2026-10-03T15:30Z', 660],
    ['2027-04-03T15:00Z', 630], ['2027-10-02T15:30Z', 660],
  ],
} // prettier-ignore

/** Covers each label: two consecutive days, a week, a Sunday with a daylight saving change, the new year. */
const daysOff: DayOff[] = [
  '2026-03-08', '2026-07-03', '2026-07-04', '2026-12-31', '2027-01-01', '2027-03-27', '2027-03-28', '2027-08-02',
  '2027-08-03', '2027-08-04', '2027-08-05', '2027-08-06', '2027-08-07', '2027-08-08', '2027-08-09', '2027-11-07',
] // prettier-ignore

/** Each half hour of both years with the expected hours, which domain/squad-hours.test.ts verifies. */
const halfHours = Array.from({ length: (Date.UTC(2028, 0) - Date.UTC(2026, 0)) / HALF_HOUR_MS }, (_, index) => {
  const now = new Date(Date.UTC(2026, 0) + index * HALF_HOUR_MS)
  return { now, status: squadStatus(now, daysOff) }
})

test.each(Object.entries(zones))('%s shows its local hours, every half hour of 2026 and 2027', (timeZone, offsets) => {
  const words = squadHoursWords(timeZone)
  const changes = offsets.map(([from, minutes]) => ({ from: Date.parse(from), minutes }))
  const clockOf = (moment: Date): Date => {
    const minutes = changes.findLast(({ from }) => from <= moment.getTime())?.minutes ?? Number.NaN
    return new Date(moment.getTime() + minutes * MS_PER_MINUTE)
  }

  const wrong: string[] = []
  for (const { now, status } of halfHours) {
    const found = words(status, now).replaceAll('\u202F', ' ')
    const change = status.state === 'open' ? status.closesAt : (status.opensAt ?? new Date(Number.NaN))
    const expected = spelled(status.state, clockOf(change), clockOf(now))
    if (found !== expected) wrong.push(`${now.toISOString()}: ${found}, not ${expected}`)
  }
  expect(wrong).toEqual([])
})

test('each label of the squad hours occurs', () => {
  const words = squadHoursWords('Asia/Kolkata')
  const at = (moment: string) => {
    const now = new Date(moment)
    return words(squadStatus(now, daysOff), now).replaceAll('\u202F', ' ')
  }
  expect(at('2026-02-02T15:00:00Z')).toBe('Open now, until tomorrow 4:30 AM your time')
  expect(at('2026-02-02T20:00:00Z')).toBe('Open now, until 4:30 AM your time')
  expect(
    squadHoursWords('Europe/Paris')(
      { state: 'open', closesAt: new Date('2026-02-02T23:00Z') },
      new Date('2026-02-02T20:00Z'),
    ),
  ).toBe('Open now, until midnight your time')
  expect(at('2026-02-02T10:00:00Z')).toBe('Closed now, opens today 7:30 PM your time')
  expect(at('2026-07-04T15:00:00Z')).toBe('Closed now, opens tomorrow 6:30 PM your time')
  expect(at('2026-07-03T15:00:00Z')).toBe('Closed now, opens Sunday 6:30 PM your time')
  expect(at('2027-08-02T15:00:00Z')).toBe('Closed now, opens Tue, Aug 10 6:30 PM your time')
})

test('shows no opening time without a working day soon', () => {
  expect(squadHoursWords('UTC')({ state: 'closed', opensAt: undefined }, new Date())).toBe('Closed now')
})

/** The label, from the local time given as UTC. */
function spelled(state: 'open' | 'closed', change: Date, now: Date): string {
  const days = Math.floor(change.getTime() / MS_PER_DAY) - Math.floor(now.getTime() / MS_PER_DAY)
  const hour = change.getUTCHours()
  const minutes = String(change.getUTCMinutes()).padStart(2, '0')
  const time = `${hour % 12 || 12}:${minutes} ${hour < 12 ? 'AM' : 'PM'} your time`
  if (state === 'open' && time.startsWith('12:00 AM')) return 'Open now, until midnight your time'
  if (state === 'open') return `Open now, until ${['', 'tomorrow '][days]}${time}`
  return `Closed now, opens ${['today', 'tomorrow'][days] ?? spelledDay(change, days)} ${time}`
}

function spelledDay(day: Date, days: number): string {
  const weekday = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')[day.getUTCDay()] ?? ''
  const month = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')[day.getUTCMonth()]
  return days < 7 ? weekday : `${weekday.slice(0, 3)}, ${month} ${day.getUTCDate()}`
}
