import { expect, test } from 'vitest'
import { eventType, type EventFacts } from './event-type.ts'

const facts = { title: '', place: '', canBeJoined: false, isAllDay: false, hasNoLength: false }

test.each<{ type: string; of: Partial<EventFacts> }>([
  { type: 'demo', of: { title: 'Acme demo' } },
  { type: 'demo', of: { title: 'DEMO: Globex', canBeJoined: true } },
  { type: 'demo', of: { title: 'Demos', isAllDay: true } },
  { type: 'meeting', of: { title: 'Democracy seminar' } },
  { type: 'deadline', of: { title: 'Feature Launch', hasNoLength: true } },
  { type: 'deadline', of: { title: 'Tax return due' } },
  { type: 'deadline', of: { title: 'YC deadline', canBeJoined: true } },
  { type: 'deadline', of: { title: 'Launch', isAllDay: true } },
  { type: 'meeting', of: { title: 'Launch planning' } },
  { type: 'meeting', of: { title: 'Submit review', place: 'Room 4' } },
  { type: 'meeting', of: { title: 'Residue study' } },
  { type: 'call', of: { title: 'Investor Call', place: 'Room 4' } },
  { type: 'call', of: { title: 'Dial-in with the board' } },
  { type: 'call', of: { title: 'Board', canBeJoined: true } },
  { type: 'meeting', of: { title: 'Board', canBeJoined: true, place: '12 Main Street' } },
  { type: 'call', of: { title: 'Board', place: 'https://video.example/j/9' } },
  { type: 'call', of: { title: 'Board', place: 'tel:+351912345678' } },
  { type: 'call', of: { title: 'Board', place: '+1 (212) 555-0100' } },
  { type: 'meeting', of: { title: 'Recall analysis' } },
  { type: 'meeting', of: { title: 'Team Standup' } },
  // Catastrophic backtracking if the pattern could split the blanks in several ways.
  { type: 'meeting', of: { title: 'Board', place: `${' '.repeat(50_000)}x` } },
  { type: 'meeting', of: { title: 'Offsite', isAllDay: true } },
  { type: 'meeting', of: {} },
])('$of is a $type', ({ type, of }) => {
  expect(eventType({ ...facts, ...of })).toBe(type)
})
