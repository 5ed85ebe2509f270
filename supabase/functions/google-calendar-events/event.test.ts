import { expect, test } from 'vitest'
import { foundEvent } from './event.ts'

const timed = { start: { dateTime: '2026-11-23T10:00:00+01:00' }, end: { dateTime: '2026-11-23T11:00:00+01:00' } }
const event = { id: 'e1', status: 'confirmed', summary: 'Acme demo', ...timed }

test('a moment with an offset is converted to UTC', () => {
  expect(foundEvent(event)).toEqual({
    id: 'e1', title: 'Acme demo', type: 'demo', all_day: false,
    start: '2026-11-23T09:00:00.000Z', end: '2026-11-23T10:00:00.000Z',
  }) // prettier-ignore
})

test('all-day events keep dates, with an exclusive end', () => {
  const days = { start: { date: '2026-03-28' }, end: { date: '2026-03-31' } }
  expect(foundEvent({ ...event, ...days })).toMatchObject({ start: '2026-03-28', end: '2026-03-31', all_day: true })
  const backwards = { start: { date: '2026-02-28' }, end: { date: '2026-02-28' } }
  expect(foundEvent({ ...event, ...backwards })).toMatchObject({ start: '2026-02-28', end: '2026-03-01' })
})

test('an event without duration, or with an end before its start, is a deadline', () => {
  const end = { dateTime: '2026-11-23T10:00:00+01:00' }
  expect(foundEvent({ ...event, summary: 'Feature', end })).toMatchObject({
    type: 'deadline', start: '2026-11-23T09:00:00.000Z', end: '2026-11-23T09:00:00.000Z',
  }) // prettier-ignore
  const before = { dateTime: '2026-11-23T09:00:00+01:00' }
  expect(foundEvent({ ...event, summary: 'Feature', end: before })).toMatchObject({ end: '2026-11-23T09:00:00.000Z' })
})

test.each([
  ['a link', { hangoutLink: 'https://meet.example/abc' }, 'call'],
  ['a conference', { conferenceData: { conferenceId: 'abc' } }, 'call'],
  ['a conference and a room', { conferenceData: { conferenceId: 'abc' }, location: 'Room 4' }, 'meeting'],
])('an event with %s is a %s', (_, more, type) => {
  expect(foundEvent({ ...event, summary: 'Board', ...more })).toMatchObject({ type })
})

test.each([{}, { summary: '' }, { summary: '  ' }])('an event without a title is shown as (No title): %j', (title) => {
  const { summary: _, ...untitled } = event
  expect(foundEvent({ ...untitled, ...title })).toMatchObject({ title: '(No title)', type: 'meeting' })
})

test('other attendees’ responses do not hide an event', () => {
  const attendees = [{ responseStatus: 'declined' }, { self: true, responseStatus: 'tentative' }]
  expect(foundEvent({ ...event, attendees })).toBeDefined()
})

test.each([
  ['cancelled', { ...event, status: 'cancelled' }],
  ['declined', { ...event, attendees: [{ self: true, responseStatus: 'declined' }] }],
  ['a working location', { ...event, eventType: 'workingLocation' }],
  ['a call with the squad', { ...event, iCalUID: '7a1c9a52-6a3e-4a0e-9d2e-0e8f3a1b2c3d@calls' }],
  ['a birthday', { ...event, eventType: 'birthday' }],
  ['without times', { id: 'e1', status: 'confirmed' }],
  ['with a date without an end', { ...event, start: { date: '2026-11-23' } }],
  ['without an offset', { ...event, start: { dateTime: '2026-11-23T10:00:00' } }],
  ['with an invalid time', { ...event, start: { dateTime: '2026-11-23T99:00:00Z' } }],
  ['nothing', null],
])('an event that is %s is not shown', (_, given) => {
  expect(foundEvent(given)).toBeUndefined()
})
