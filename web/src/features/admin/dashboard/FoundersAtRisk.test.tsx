// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Risk } from '../../../lib/texts/radar.ts'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import { card, expectFailure, press, renderScreen, setClock, type } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { requestAction } from '../../../ui/actions.ts'
import { FoundersAtRisk } from './FoundersAtRisk.tsx'

const server = stubServer()

const REASONS: readonly Risk[] = [
  { code: 'runway_short', months: 4.2, before: null, since: '2026-02-20' },
  { code: 'mood_fell', mood: 2, before: 4, since: '2026-02-16' },
  { code: 'message_waiting', hours: 75 },
]
const THRESHOLDS = {
  id: true,
  check_in_weeks: 2,
  mood_low: 2,
  mood_fall: 2,
  runway_months: 6,
  runway_shrink_percent: 25,
  message_hours: 24,
  unseen_days: 14,
  loop_days: 21,
  goals_overdue_days: 7,
}

/** Snoozed founders: until when, and why. */
let snoozed: Record<string, { until: string; reason: string }> = {}

const atRisk = (user_id: string, first_name: string, severity: number) => ({
  user_id,
  first_name,
  last_name: 'Founder',
  email: null,
  severity,
  waiting_since: null,
  assignee: null as string | null,
  owner: null as string | null,
  reasons: REASONS,
  total: 1,
})

beforeEach(() => {
  snoozed = {}
  server.rpc('founders_at_risk', (given) => {
    const snooze = snoozed[FOUNDER.id]
    if (given['snoozed'] !== Boolean(snooze) || given['mine']) return []
    return [{ ...atRisk(FOUNDER.id, 'Ana', 3), snoozed_until: snooze?.until ?? null, snooze_reason: snooze?.reason ?? null }] // prettier-ignore
  })
  server.rpc('snooze_founder', ({ founder, until, reason }) => {
    snoozed[String(founder)] = { until: String(until), reason: String(reason) }
  })
  server.rpc('end_snooze', () => {
    snoozed = {}
  })
  server.has({ radar_thresholds: [THRESHOLDS] })
})

const show = () => renderScreen(<FoundersAtRisk />, { path: '/admin', as: ADMIN })
const radar = () => card('Founders who need you')

test('only the admin’s own founders are shown, also of those that are snoozed, and it is in the URL', async () => {
  const { place } = await show()
  await press('Mine')
  await radar().findByText('None of your founders needs you right now.')
  expect(place()).toBe('/admin?owner=mine')
  await press('Snoozed')
  await radar().findByText('None of your founders is snoozed.')
  expect(place()).toBe('/admin?owner=mine&radar=snoozed')
  await press('Mine')
  await press('Snoozed')
  await radar().findByRole('link', { name: 'Ana Founder' })
  expect(place()).toBe('/admin')
})

test('a founder at risk is listed with reasons in words, and leads to the page and the conversation', async () => {
  const { place } = await show()
  const founder = await radar().findByRole('link', { name: 'Ana Founder' })
  radar().getByText('1 at risk')
  const reasons = within(founder.closest('article')!).getAllByRole('listitem')
  expect(reasons.map(({ textContent }) => textContent)).toEqual([
    'Runway 4.2 months',
    'Mood fell from 4 to 2',
    'Message unanswered for 3 days',
  ])
  await press('Message Ana Founder')
  expect(place()).toBe(`/admin/squad?founder=${FOUNDER.id}`)
  await press(founder)
  expect(place()).toBe(`/admin/founders/${FOUNDER.id}`)
})

test('whether snoozed founders are shown is in the URL', async () => {
  const { place } = await show()
  await press('Snoozed')
  await screen.findByText('Nobody is snoozed.')
  expect(place()).toBe('/admin?radar=snoozed')
  await press('Snoozed')
  expect(place()).toBe('/admin')
})

test.each([
  ['Message unanswered for 3 days', `/admin/squad?founder=${FOUNDER.id}`],
  ['Mood fell from 4 to 2', `/admin/users?founder=${FOUNDER.id}&tab=overview`],
  ['Runway 4.2 months', `/admin/users?founder=${FOUNDER.id}&tab=runway`],
])('the reason "%s" leads to what shows it', async (reason, to) => {
  const { place } = await show()
  await press(reason, 'link')
  expect(place()).toBe(to)
})

test('a founder is snoozed until a day, with a reason, and comes back when the snooze is ended', async () => {
  setClock('2026-03-02T09:00:00Z')
  await show()
  await press('Snooze Ana Founder')
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze Ana Founder' }))
  const snooze = dialog.getByRole<HTMLButtonElement>('button', { name: 'Snooze' })
  expect(snooze.disabled).toBe(true)
  expect(dialog.getByLabelText<HTMLInputElement>('Until').value).toBe('2026-03-16')
  await type(dialog.getByLabelText('Until'), '2026-03-22')
  await type(dialog.getByLabelText('Reason'), ' On holiday ')
  await press(snooze)
  await radar().findByText('Nobody needs you right now. Nice work!')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.sent('POST rpc/snooze_founder').map(({ body }) => body)).toEqual([
    { founder: FOUNDER.id, until: '2026-03-22', reason: 'On holiday' },
  ])
  await press('Snoozed')
  await radar().findByText('Snoozed until Mar 22, 2026: On holiday')
  radar().getByText('1 snoozed')
  await press('End snooze of Ana Founder')
  await radar().findByText('Nobody is snoozed.')
  await press('Snoozed')
  await radar().findByText('Runway 4.2 months')
})

test.each([
  ['POST rpc/snooze_founder', 'Failed to snooze the founder'],
  ['POST rpc/end_snooze', 'Failed to end the snooze'],
])('a failed %s says so, and nothing changes', async (request, text) => {
  const isEnd = request.endsWith('end_snooze')
  if (isEnd) snoozed = { [FOUNDER.id]: { until: '2030-01-01', reason: 'On holiday' } }
  server.lose(request)
  await show()
  if (isEnd) {
    await press('Snoozed')
    await press('End snooze of Ana Founder')
  } else {
    await press('Snooze Ana Founder')
    await type('Reason', 'On holiday')
    await press('Snooze')
  }
  await expectFailure(text)
  if (isEnd) await radar().findByText('Snoozed until Jan 1, 2030: On holiday')
  else expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('On holiday')
})

test('the thresholds open when they are asked for', async () => {
  await show()
  act(() => requestAction('thresholds'))
  expect(await screen.findByLabelText('Runway under')).toBeDefined()
})

test('an empty threshold switches its rule off', async () => {
  await show()
  await press('Thresholds')
  const runway = await screen.findByLabelText<HTMLInputElement>('Runway under')
  expect(runway.value).toBe('6')
  await type(runway, '4')
  await type('Mood fell by', '')
  await press('Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.rows('radar_thresholds')).toMatchObject([{ ...THRESHOLDS, runway_months: 4, mood_fall: null }])
})

test('saving thresholds leaves those that a colleague has changed meanwhile', async () => {
  await show()
  await press('Thresholds')
  const unseen = await screen.findByLabelText<HTMLInputElement>('Not seen for')
  expect(unseen.value).toBe('14')
  server.updates('radar_thresholds', { unseen_days: 30 })
  await type('Runway under', '5')
  await press('Save')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sent('PATCH radar_thresholds').map(({ body }) => body)).toEqual([{ runway_months: 5 }])
  expect(server.rows('radar_thresholds')).toMatchObject([{ runway_months: 5, unseen_days: 30 }])
})

test('thresholds that cannot be loaded or saved say so, and what is typed stays', async () => {
  const load = server.refuse('GET radar_thresholds')
  await show()
  await press('Thresholds')
  await expectFailure('Failed to load the thresholds')
  load()
  await press('Try again')
  await type('Runway under', '5')
  server.lose('PATCH radar_thresholds')
  fireEvent.submit(screen.getByLabelText<HTMLInputElement>('Runway under').form!)
  await expectFailure('Failed to save the thresholds')
  expect(screen.getByLabelText<HTMLInputElement>('Runway under').value).toBe('5')
})

test('a failed list says so and is tried again', async () => {
  const allow = server.refuse('POST rpc/founders_at_risk')
  await show()
  await expectFailure('Failed to load the founders who need you')
  allow()
  await press('Try again')
  await radar().findByText('Runway 4.2 months')
})

test('says since when the first reason holds, and who answers', async () => {
  server.rpc('founders_at_risk', () => [
    { ...atRisk(FOUNDER.id, 'Ana', 30), snoozed_until: null },
    { ...atRisk('b0000000-0000-4000-8000-0000000000bb', 'Ben', 20), assignee: 'Maya Member', snoozed_until: null },
  ])
  await show()
  await radar().findByText('Since Feb 16, 2026, assigned to nobody')
  expect(radar().getByText('Since Feb 16, 2026, assigned to Maya Member')).toBeDefined()
})

test('the next page begins after severity, waiting and founder', async () => {
  const SINCE = '2026-03-01T09:00:00+00:00'
  server.rpc('founders_at_risk', ({ after_id, page_size }) =>
    after_id === undefined
      ? Array.from({ length: Number(page_size) }, (_, index) => ({
          ...atRisk(`b0000000-0000-4000-8000-${String(index).padStart(12, '0')}`, `Founder ${index}`, 20),
          waiting_since: SINCE,
          snoozed_until: null,
        }))
      : [],
  )
  await show()
  await press(await radar().findByRole('button', { name: 'Load More Founders' }))
  await waitFor(() => expect(server.sent('POST rpc/founders_at_risk')).toHaveLength(2))
  const [first, second] = server.sent('POST rpc/founders_at_risk').map(({ body }) => body as Record<string, unknown>)
  const last = Number(first?.['page_size']) - 2
  expect(second).toMatchObject({
    after_severity: 20,
    after_waiting: SINCE,
    after_id: `b0000000-0000-4000-8000-${String(last).padStart(12, '0')}`,
  })
})
