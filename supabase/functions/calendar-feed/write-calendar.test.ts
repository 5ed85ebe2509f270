import { describe, expect, test } from 'vitest'
import { eventsOf } from '../_shared/read-calendar.ts'
import { writeCalendar, type Feed } from './write-calendar.ts'

const goal = {
  id: '00000000-0000-4000-8000-000000000001',
  text: 'Ten demos',
  period: 'weekly',
  completed: false,
  created_at: '2026-03-02T09:00:00+00:00',
  carried_at: null,
} as const satisfies Feed['goals'][number]

const call = {
  id: '00000000-0000-4000-8000-000000000002',
  member: 'growth',
  starts_at: '2026-03-03T15:00:00+00:00',
  ends_at: '2026-03-03T15:30:00+00:00',
  topic: '',
  revision: 1,
  updated_at: '2026-03-01T10:00:00+00:00',
  cancelled_at: null,
} as const satisfies Feed['calls'][number]

const written = (feed: Partial<Feed>, env: Record<string, string> = {}) =>
  writeCalendar({ env }, { time_zone: 'UTC', goals: [], calls: [], ...feed })

test('a goal is an all-day event on its due date, shown as free', () => {
  const [event, ...others] = eventsOf(written({ goals: [goal] }))
  expect(others).toEqual([])
  expect(event).toMatchObject({
    uid: `${goal.id}@goals`,
    summary: 'Ten demos',
    description: 'Weekly goal',
    start: '2026-03-08',
    end: '2026-03-09',
    transp: 'TRANSPARENT',
  })
})

test('the day is the founder’s, or UTC for an unknown time zone', () => {
  const goals = [{ ...goal, created_at: '2026-03-02T03:30:00+00:00' }]
  expect(eventsOf(written({ goals, time_zone: 'America/New_York' }))[0]?.start).toBe('2026-03-01')
  expect(eventsOf(written({ goals, time_zone: 'Mars/Olympus' }))[0]?.start).toBe('2026-03-08')
})

test('a goal that was carried over is due at the end of the week into which it was', () => {
  const goals = [{ ...goal, carried_at: '2026-03-17T09:00:00+00:00' }]
  expect(eventsOf(written({ goals }))[0]?.start).toBe('2026-03-22')
})

test('a completed goal stays, with a tick', () => {
  expect(eventsOf(written({ goals: [{ ...goal, completed: true }] }))[0]?.summary).toBe('✓ Ten demos')
})

test('a call is an event of half an hour with the same id as in its mails', () => {
  const [event] = eventsOf(written({ calls: [{ ...call, topic: 'How to price?' }] }))
  expect(event).toMatchObject({
    uid: `${call.id}@calls`,
    summary: 'Call: Growth Expert',
    description: 'How to price?',
    status: 'CONFIRMED',
    start: '2026-03-03T15:00:00Z',
    end: '2026-03-03T15:30:00Z',
  })
})

test('a call has the configured location, if any', () => {
  expect(written({ calls: [call] })).not.toMatch(/LOCATION|URL/)
  const calendar = written({ calls: [call] }, { SQUAD_CALL_URL: 'https://meet.example/{member}' })
  expect(calendar).toContain('\r\nLOCATION:https://meet.example/growth\r\n')
  expect(calendar).toContain('\r\nURL;VALUE=URI:https://meet.example/growth\r\n')
})

test('the calendar has a name and a refresh interval', () => {
  const calendar = written({})
  expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n/)
  expect(calendar).toContain('\r\nX-WR-CALNAME:Upswing\r\n')
  expect(calendar).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n')
  expect(calendar).toContain('\r\nX-PUBLISHED-TTL:PT1H\r\n')
})

test('the same feed gives the same text', () => {
  expect(written({ goals: [goal], calls: [call] })).toBe(written({ goals: [goal], calls: [call] }))
})

describe('parsing returns the original texts', () => {
  test.each([
    ['commas and semicolons', 'Call Ana, Ben; then Cleo'],
    ['backslashes', String.raw`C:\new\, and \; or \n`],
    ['lines', 'First\nSecond\n\nLast'],
    ['what looks like iCalendar', 'x\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:y'],
    ['emoji', `Launch 🚀 ${'👩‍👩‍👧‍👦'.repeat(20)}`],
    ['500 letters of three bytes', '漢'.repeat(500)],
    ['500 of one byte', 'word '.repeat(100).trim()],
    ['quotes and colons', '"Say: hi"'],
  ])('%s', (_what, text) => {
    const calendar = written({ goals: [{ ...goal, text }], calls: [{ ...call, topic: text }] })
    expect(eventsOf(calendar).map(({ summary, description }) => [summary, description])).toEqual([
      [text, 'Weekly goal'],
      ['Call: Growth Expert', text],
    ])
    for (const line of calendar.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).not.toMatch(/[\r\n\uFFFD]/)
    }
  })

  test('except control characters', () => {
    expect(eventsOf(written({ goals: [{ ...goal, text: 'a\u0007b\u007f\r\nc\td' }] }))[0]?.summary).toBe('ab\nc\td')
  })
})
