// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TOPIC_LIMIT, type Call } from '../../../domain/booking.ts'
import { address, renderApp } from '../testing/app.tsx'
import { choose, chosen } from '../testing/choose.ts'
import { FOUNDER } from '../testing/people.ts'
import { advance, expectText, press, setClock, type } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { sessionOf } from '../testing/session.ts'

const server = stubServer()

/** The request's body, and the response of the function `booking` to each action. */
type Given = Readonly<Record<string, string>>
let actions: Record<string, (given: Given) => unknown> = {}
const asked: Given[] = []
let slots: string[] = []
let calls: Call[] = []

const call = (starts_at: string, more: Partial<Call> = {}): Call => ({
  id: 'c1',
  member: 'growth',
  starts_at,
  ends_at: new Date(Date.parse(starts_at) + 30 * 60_000).toISOString(),
  topic: '',
  cancelled_at: null,
  join: null,
  manage: 'manage-c1',
  ics: 'BEGIN:VCALENDAR',
  ...more,
})

const refusal = (code: string, more: object = {}) => Response.json({ error: code, code, ...more }, { status: 409 })

beforeEach(() => {
  setClock('2026-03-02T12:00:00Z')
  asked.length = 0
  slots = ['2026-03-04T14:00:00.000Z', '2026-03-04T14:30:00.000Z', '2026-03-05T14:00:00.000Z']
  calls = []
  actions = {
    begin: () => ({ token: 'a-token' }),
    slots: () => ({ slots, calls }),
    book: ({ starts_at, topic }) => {
      calls = [call(starts_at ?? '', { topic: topic ?? '' })]
      return { call: calls[0] }
    },
    show: () => ({ call: calls[0], slots }),
    cancel: () => {
      calls = calls.map((one) => ({ ...one, cancelled_at: '2026-03-02T12:00:00Z' }))
      return { call: calls[0] }
    },
  }
  server.on('POST functions/booking', ({ body }) => {
    const given = body as Given
    asked.push(given)
    return actions[given['action'] ?? '']?.(given)
  })
})
afterEach(() => history.replaceState(null, '', '/'))

const radios = (group: string | RegExp) =>
  within(screen.getByRole('group', { name: group })).getAllByRole<HTMLInputElement>('radio')
const times = () => radios(/GMT|UTC|E[SD]T/).map(({ parentElement }) => parentElement?.textContent)
const book = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Book the Call' })

async function opens(as: typeof FOUNDER | null = FOUNDER, path = '/booking/growth'): Promise<void> {
  renderApp(path, as)
  await screen.findByRole('heading', { name: /^(Book a|Your) call with/ })
}

/** Chooses the n-th day and its first time. */
async function chooses(nth = 0): Promise<void> {
  await screen.findByRole('group', { name: 'Day' })
  await press(radios('Day')[nth] ?? 'No such day')
  await press(radios(/GMT|UTC|E[SD]T/)[0] ?? 'No such time')
}

test('a call is booked, with its topic, and is listed among the calls ahead', async () => {
  await opens()
  await chooses(1)
  await type('What would you like to talk about?', ' Churn ')
  await press(book())
  const headline = await screen.findByRole('heading', { name: 'Your call is booked' })
  expect(document.activeElement).toBe(headline)
  expect(asked.find(({ action }) => action === 'book')).toMatchObject({
    token: 'a-token', member: 'growth', starts_at: '2026-03-05T14:00:00.000Z', topic: 'Churn',
  }) // prettier-ignore
  await expectText('Churn')
  await expectText('We’ll send you the join link before the call.')
  await press('Book Another Call')
  expect(await screen.findByRole('heading', { name: 'Your calls ahead' })).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Book a call with Growth Expert' }))
})

test('who is signed in gets back to the app, also after booking', async () => {
  const back = () => screen.queryAllByRole('link', { name: 'Back to Upswing' })
  await opens()
  expect(back()).toHaveLength(1)
  await chooses()
  await press(book())
  await screen.findByRole('heading', { name: 'Your call is booked' })
  expect(back()).toHaveLength(2)
  expect(back().map((link) => link.getAttribute('href'))).toEqual(['/', '/'])
})

test('a visitor with a link is not led to the app', async () => {
  calls = [call('2026-03-05T14:00:00.000Z')]
  await opens(null, '/booking/growth#manage=manage-c1')
  await screen.findByRole('button', { name: 'Book Another Call' })
  expect(screen.queryByRole('link', { name: /^Back to/ })).toBeNull()
})

test('a topic that is too long is said beside its field, and nothing is booked', async () => {
  await opens()
  await chooses(1)
  await type('What would you like to talk about?', 'x'.repeat(TOPIC_LIMIT + 1))
  await press(book())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^At most \S+ characters, please\.$/)
  expect(document.activeElement).toBe(screen.getByLabelText('What would you like to talk about?'))
  expect(asked.map(({ action }) => action)).not.toContain('book')
})

test('with a link to join, the call has it, and it opens in a new tab', async () => {
  actions['book'] = ({ starts_at }) => {
    calls = [call(starts_at ?? '', { join: 'https://meet.example/growth' })]
    return { call: calls[0] }
  }
  await opens()
  await chooses()
  await press(book())
  const link = await screen.findByRole('link', { name: 'Join the call' })
  expect(['href', 'target', 'rel'].map((name) => link.getAttribute(name))).toEqual([
    'https://meet.example/growth', '_blank', 'noopener',
  ]) // prettier-ignore
  expect(screen.queryByText(/the join link before the call/)).toBeNull()
})

test('a slot taken meanwhile is an error with other slots, and the typed text stays', async () => {
  actions['book'] = () => refusal('taken', { slots: slots.slice(1) })
  await opens()
  await chooses()
  await type('What would you like to talk about?', 'Onboarding in five steps')
  expect(times()).toHaveLength(2)
  await press(book())
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('That time was just taken')
  await expect.poll(() => document.activeElement).toBe(note)
  expect(times()).toHaveLength(1)
  expect(screen.getByLabelText<HTMLTextAreaElement>('What would you like to talk about?').value).toBe('Onboarding in five steps') // prettier-ignore
  expect(book().disabled).toBe(true)
})

test('says why the last free slot was not booked when no other is left', async () => {
  slots = slots.slice(0, 1)
  actions['book'] = () => refusal('taken', { slots: [] })
  await opens()
  await chooses()
  await press(book())
  await expectText('No time is free in the next four weeks. Please look again tomorrow.')
  const note = screen.getByRole('alert')
  expect(note.textContent).toContain('That time was just taken')
  await expect.poll(() => document.activeElement).toBe(note)
})

test('a call booked elsewhere appears among the calls ahead when it blocks a slot', async () => {
  actions['book'] = ({ starts_at }) => {
    calls = [call(starts_at ?? '', { member: 'product' })]
    return refusal('own-call')
  }
  await opens()
  await chooses()
  await press(book())
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('You have another call at that time')
  await expect.poll(() => document.activeElement).toBe(note)
  const ahead = await screen.findByRole('region', { name: 'Your calls ahead' })
  expect(within(ahead).getByText('Product Advisor')).toBeDefined()
})

test('a server that cannot be reached is an error, and the choice stays', async () => {
  await opens()
  await chooses()
  server.lose('POST functions/booking', { times: 1 })
  await press(book())
  expect((await screen.findByRole('alert')).textContent).toContain('could not be reached')
  expect(book().disabled).toBe(false)
})

test('a failed load of the free times is said, with a retry', async () => {
  const allow = server.refuse('POST functions/booking')
  await opens()
  await expectText('Failed to load free times')
  allow()
  await press('Try again')
  expect(await screen.findByRole('group', { name: 'Day' })).toBeDefined()
})

test('times are shown in the chosen zone: while booking, booked, listed and moved', async () => {
  await opens()
  await screen.findByRole('group', { name: 'Day' })
  await choose('Time zone', /America\/New York/)
  await expect.poll(times).toEqual(['9:00 AM', '9:30 AM'])
  await chooses()
  await press(book())
  await expectText(/, 9:00 AM – 9:30 AM E[SD]T$/)
  await press('Book Another Call')
  const ahead = await screen.findByRole('region', { name: 'Your calls ahead' })
  expect(within(ahead).getByText(/9:00 AM – 9:30 AM E[SD]T$/)).toBeDefined()
  await press(/^Change the call on .* 9:00 AM/)
  await expectText(/, 9:00 AM – 9:30 AM E[SD]T$/)
  await press('Move')
  expect(chosen('Time zone')).toContain('America/New York')
  // The day of the call.
  expect(radios('Day')[0]?.checked).toBe(true)
})

test('a call is cancelled once that is confirmed', async () => {
  calls = [call('2026-03-05T14:00:00.000Z')]
  await opens(null, '/booking/growth#manage=manage-c1&do=cancel')
  const dialog = async () => within(await screen.findByRole('alertdialog', { name: 'Cancel this call?' }))
  await press((await dialog()).getByRole('button', { name: 'Keep It' }))
  await press('Cancel Call')
  expect(asked.map(({ action }) => action)).not.toContain('cancel')
  await press((await dialog()).getByRole('button', { name: 'Cancel Call' }))
  expect(await screen.findByRole('heading', { name: 'Your call is cancelled' })).toBeDefined()
})

test.each([
  { intent: 'move', shown: () => screen.findByRole('group', { name: 'Day' }) },
  { intent: 'cancel', shown: () => screen.findByRole('alertdialog', { name: 'Cancel this call?' }) },
])('a link from the calendar opens the call to $intent it', async ({ intent, shown }) => {
  calls = [call('2026-03-05T14:00:00.000Z')]
  await opens(FOUNDER, `/booking/growth#call=c1&do=${intent}`)
  expect(await shown()).toBeDefined()
  expect(asked.at(-1)).toMatchObject({ action: 'show', manage: 'manage-c1' })
  expect(location.hash).toBe('')
})

test('a link from the calendar to a call that is gone opens the booking page', async () => {
  await opens(FOUNDER, '/booking/growth#call=c1&do=move')
  expect(await screen.findByRole('button', { name: 'Book the Call' })).toBeDefined()
})

test('a visitor without a token is told how to get one', async () => {
  await opens(null)
  await expectText('To book a call, sign in and choose “Schedule Call with Squad”.')
  expect(asked).toEqual([])
  await press('Sign In')
  expect(address()).toBe('/auth')
})

test('a page whose session has ended leads to the sign-in, and back to itself', async () => {
  actions['slots'] = ({ token }) => (token === 'expired' ? refusal('expired') : { slots, calls })
  actions['begin'] = () => refusal('invalid')
  server.has({ user_roles: [] })
  server.on('POST auth/token', () => sessionOf(FOUNDER))
  await opens(null, '/booking/growth#token=expired')
  await press(await screen.findByRole('button', { name: 'Sign In' }))
  actions['begin'] = () => ({ token: 'a-token' })
  await type('Email', 'ana@example.com')
  await type('Password', 'secret123')
  await press('Sign In')
  expect(await screen.findByRole('group', { name: 'Day' })).toBeDefined()
  expect(address()).toBe('/booking/growth')
})

test('a link that is incomplete is an error, and is not in the URL', async () => {
  actions['show'] = () => refusal('invalid')
  await opens(null, '/booking/growth#manage=eyJ.broken')
  await expectText('This link does not work. Please copy the whole link.')
  expect(location.hash).toBe('')
})

test.each([
  { who: 'a founder', as: FOUNDER, text: null },
  {
    who: 'a visitor',
    as: null,
    text: 'This page was open for too long. Please open it again from “Schedule Call with Squad”.',
  },
])('an expired token is renewed for a founder, and an error for others: $who', async ({ as, text }) => {
  actions['slots'] = ({ token }) => (token === 'expired' ? refusal('expired') : { slots, calls })
  actions['begin'] = () => (as ? { token: 'a-token' } : refusal('invalid'))
  await opens(as, '/booking/growth#token=expired')
  if (text) await expectText(text)
  else expect(await screen.findByRole('group', { name: 'Day' })).toBeDefined()
  expect(location.hash).toBe('')
})

test('members who cannot be booked have no booking page', async () => {
  renderApp('/booking/engineer', FOUNDER)
  expect(await screen.findByRole('heading', { name: '404' })).toBeDefined()
  await advance(0)
})
