// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { choose, chosen } from '../../../testing/choose.ts'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import {
  expectFailure,
  expectGone,
  expectSuccess,
  expectText,
  press,
  setClock,
  type,
} from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { hasFounder } from '../users/test-founder.tsx'
import { hasHappened, hasPage, note, showPage } from './test-page.tsx'

const server = stubServer()

beforeEach(() => {
  hasPage(server)
  server.rpc('note_categories', () => [])
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const figures = () => within(screen.getByRole('region', { name: 'Figures' }))
const figure = (label: string) => figures().getByText(label).parentElement?.textContent.replace(label, '')

test('of a new founder is empty, and leads to a first message', async () => {
  const { place } = await showPage()
  await heading('Ana Founder')
  screen.getByText('ana@example.com')
  screen.getByText('Joined Jan 1, 2026')
  screen.getByText(/no messages yet/)
  screen.getByText('Nothing puts Ana Founder at risk right now.')
  expect(figure('Runway')).toBe('–Not recorded')
  expect(figure('Mood')).toBe('–No check-in yet')
  expect(figure('Goals')).toBe('0 open0 done in 7 days')
  expect(figure('Loops, 7 days')).toBe('–No loops yet')
  expect(figure('Next call')).toBe('–None booked')
  await expectText('Nothing has happened yet.')
  await press('Message')
  expect(place()).toBe(`/admin/squad?founder=${FOUNDER.id}`)
})

test('says who the founder is, why they need the squad and since when, and how they are doing', async () => {
  setClock('2026-03-04T09:00:00Z')
  server.has({ labelled_founders: [{ user_id: FOUNDER.id, label: 'a' }] })
  server.rpc('list_labels', () => [
    { id: 'a', name: 'Batch 7', founders: 1 },
    { id: 'b', name: 'Batch 8', founders: 0 },
  ])
  const amounts = { bank_balance: 90_000, monthly_revenue: 5000, monthly_burn: 20_000 }
  hasPage(server, {
    risks: [
      { code: 'runway_short', months: 4.2, before: null, since: '2026-02-20' },
      { code: 'message_waiting', hours: 75 },
    ],
    conversation: { assignee: 'Maya Member', last_message_at: '2026-03-01T09:00:00Z' },
    check_ins: [{ week_of: '2026-03-02', mood: 2, wins: 'x', blockers: '', next_priority: 'y' }],
    goals: { open: 1234, completed: 2, next: [] },
    added: { conversions: 12, demos: 3, messages: -1 },
    runway: { ...amounts, before: { ...amounts, bank_balance: 120_000 } },
    call: { id: 'c', member: 'growth', starts_at: '2026-03-05T15:00:00Z', ends_at: '2026-03-05T15:30:00Z', topic: '' },
  })
  server.rpc('list_labels', () => [{ id: 'a', name: 'Batch 7', founders: 1 }])
  await showPage()
  await heading('Ana Founder')
  screen.getByText(/last message Mar 1, 2026, assigned to Maya Member/)
  expect(await within(await screen.findByRole('list', { name: 'Labels' })).findByText('Batch 7')).toBeDefined()
  const risks = within(screen.getByRole('region', { name: 'At risk' }))
  expect(risks.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Runway 4.2 monthssince Feb 20, 2026',
    'Message unanswered for 3 days',
  ])
  expect(figure('Runway')).toBe('6.0 months$90,000, burn $20,000; 8.0 months four weeks ago')
  expect(figure('Mood, 12 weeks')).toBe('ToughWeek of Mar 2')
  expect(figure('Goals')).toBe('1,234 open2 done in 7 days')
  expect(figure('Loops, 7 days')).toBe('+12 conversions+3 demos, -1 message')
  expect(figure('Next call')).toMatch(/^Thu, Mar 5, .*Growth Expert$/)
})

test('is loading until the founder is there', async () => {
  const release = server.hold('GET rpc/founder_summary')
  await showPage()
  expect(screen.getAllByText('Loading...')).not.toEqual([])
  release()
  await heading('Ana Founder')
})

test('that cannot be loaded says so, with a retry', async () => {
  const undo = server.refuse('GET rpc/founder_summary')
  await showPage()
  await expectFailure('Failed to load user data')
  undo()
  await press('Try again')
  await heading('Ana Founder')
})

test.each(['not-an-id', 'c0000000-0000-4000-8000-00000000000f'])('of %s says that there is no such founder', async (id) => {
  server.rpc('founder_summary', () => null)
  await showPage('', id)
  await expectText('This founder does not exist any more.')
}) // prettier-ignore

test('a founder without a name is called by their address', async () => {
  hasPage(server, { first_name: '', last_name: '' })
  await showPage()
  await heading('ana@example.com')
  expect(screen.getByRole('link', { name: 'Send an email' }).getAttribute('href')).toBe('mailto:ana@example.com')
})

describe('the timeline', () => {
  const titles = () => screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)

  test('has each kind of entry in its own words, by day', async () => {
    setClock('2026-03-12T09:00:00Z')
    hasHappened(
      { kind: 'call', event: 'booked', at: '2026-03-20T15:00:00Z', record: { member: 'growth', ends_at: '2026-03-20T15:30:00Z', topic: 'Pricing', cancelled: false, outcome: null } },
      { kind: 'call', event: 'booked', at: '2026-03-19T15:00:00Z', record: { member: 'strategy', ends_at: '2026-03-19T15:30:00Z', topic: '', cancelled: true, outcome: null } },
      { kind: 'decision', event: 'reviewed', at: '2026-03-12T08:00:00Z', record: { title: 'Raise prices', category: 'Product', reason: 'x', impact: 'neutral', result: '', outcome: 'No one left', was_right: 'yes', edited_at: null } },
      { kind: 'message', event: 'sent', at: '2026-03-11T12:00:00Z', record: { sender_type: 'user', sender_name: null, content: 'To: growth\n\nHello squad', about: null } },
      { kind: 'message', event: 'sent', at: '2026-03-11T11:00:00Z', record: { sender_type: 'squad', sender_name: 'Maya', content: 'Well done', about: 'goal' } },
      { kind: 'internal-note', event: 'written', at: '2026-03-11T10:00:00Z', record: { content: 'Wants to sell', author: 'Maya Member' } },
      { kind: 'goal', event: 'done', at: '2026-03-10T12:00:00Z', record: { text: 'Ten demos', period: 'weekly', target: 10, progress: 11, unit: 'demos', completed: true } },
      { kind: 'goal', event: 'added', at: '2026-03-10T11:00:00Z', record: { text: 'SOC 2', period: 'yearly', target: null, progress: null, unit: null, completed: false } },
      { kind: 'check-in', event: 'made', at: '2026-03-06T12:00:00Z', record: { week_of: '2026-03-02', mood: 2, wins: 'Two demos', blockers: 'Legal', next_priority: 'Pricing', corrected_at: '2026-03-07T12:00:00Z' } },
      { kind: 'traction', event: 'changed', at: '2026-03-05T12:00:00Z', record: { week_of: '2026-03-02', loops: [
        { id: 'a', name: 'Cold mail', status: 'running', conversions: 3, demos: 0, messages: 40 },
        { id: 'b', name: 'Fairs', status: 'paused', conversions: 0, demos: 0, messages: 0 },
        { id: 'c', name: 'Imported', status: 'running', conversions: null, demos: null, messages: null },
      ] } },
      note('Buyers', '2025-12-02T12:00:00Z'),
    ) // prettier-ignore
    await showPage()
    await screen.findByText('Buyers')
    expect(titles()).toEqual([
      'Call with Growth Expert Upcoming',
      'Call with Strategy Lead Cancelled',
      'Looked back at Raise pricesWas right: Yes',
      'Ana Founder wrote ',
      'Maya commented on a goal ',
      'Internal note by Maya Member ',
      'Goal done Ten demosWeekly',
      'Goal added SOC 2Yearly',
      'Check-in, week of Mar 2, 2026 Tough',
      'Traction, week of Mar 2, 2026 ',
      'Note BuyersBuyer insights',
    ])
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Fri, Mar 20', 'Thu, Mar 19', 'Today', 'Wed, Mar 11', 'Tue, Mar 10', 'Fri, Mar 6', 'Thu, Mar 5', 'Dec 2, 2025',
    ]) // prettier-ignore
    screen.getByText('Hello squad')
    screen.getByText('11 of 10 demos')
    screen.getByText('Corrected on Mar 7, 2026')
    screen.getByText('+3 conversions, +40 messages')
    screen.getByText('recorded for the first time')
    expect(screen.queryByText('Fairs')).toBeNull()
    for (const [label, text] of [
      ['Wins:', 'Two demos'],
      ['Blockers:', 'Legal'],
      ['Next priority:', 'Pricing'],
    ] as const)
      expect(screen.getByText(label).parentElement?.textContent).toBe(`${label} ${text}`)
  })

  test('a message leads to its place in the conversation', async () => {
    hasHappened({ kind: 'message', event: 'sent', at: '2026-03-11T12:00:00Z', record: { sender_type: 'user', sender_name: null, content: 'Hello', about: null } }) // prettier-ignore
    const { place } = await showPage()
    await press('Ana Founder wrote', 'link')
    expect(place()).toMatch(new RegExp(`^/admin/squad\\?founder=${FOUNDER.id}#d0000000`))
  })

  test('shows the beginning of a long text, and all of it on demand', async () => {
    hasHappened(note('Long', '2026-03-02T09:00:00Z', 'word '.repeat(200)))
    await showPage()
    await press('Show more')
    expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true')
  })

  test('is limited to kinds, which are in the URL', async () => {
    hasHappened(note('Buyers'), { kind: 'message', event: 'sent', at: '2026-03-01T12:00:00Z', record: { sender_type: 'user', sender_name: null, content: 'Hello', about: null } }) // prettier-ignore
    const { place, reload } = await showPage()
    await expectText('Hello')
    await press('Notes')
    await expectGone(() => screen.queryByText('Hello'))
    expect(place()).toBe(`/admin/founders/${FOUNDER.id}?show=notes`)
    await reload()
    await screen.findByText('Buyers')
    expect(screen.getByRole('button', { name: 'Notes' }).getAttribute('aria-pressed')).toBe('true')
    expect(server.sent('POST rpc/founder_timeline').at(-1)?.body).toMatchObject({ kinds: ['note', 'internal-note'] })
    await press('Notes')
    await press('Goals')
    await expectText('Nothing of this kind yet.')
    await press('All')
    await expectText('Hello')
    expect(place()).toBe(`/admin/founders/${FOUNDER.id}`)
  })

  test('has fifty entries, and fifty more on demand, whose first one gets the focus', async () => {
    hasHappened(...Array.from({ length: 70 }, (_, n) => note(`Note ${n + 1}`)))
    await showPage()
    await expectText('Note 50')
    expect(screen.queryByText('Note 51')).toBeNull()
    await press('Load More')
    await expectText('Note 70')
    expect(titles()).toHaveLength(70)
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Note 51'))
    expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull()
  })

  test('that cannot be loaded says so, with a retry, beside what is known', async () => {
    hasHappened(note('Buyers'))
    const undo = server.refuse('POST rpc/founder_timeline')
    await showPage()
    await expectFailure('Failed to load the timeline')
    screen.getByRole('region', { name: 'Figures' })
    undo()
    await press('Try again')
    await expectText('Buyers')
  })

  test('shows what happens while it is open', async () => {
    await showPage()
    await expectText('Nothing has happened yet.')
    await server.goLive('notes', 'squad_messages', 'traction_loops')
    hasHappened(note('Buyers'))
    server.reports('notes', 'INSERT')
    await expectText('Buyers')
    hasHappened(note('Sellers'), note('Buyers'))
    server.reports('weekly_checkins', 'INSERT')
    await expectText('Sellers')
  })
})

describe('the actions', () => {
  test('a note is written for the founder; what is typed stays until it is saved', async () => {
    server.has({ notes: [] })
    await showPage()
    await press('Note')
    await type('Title', 'Buyers')
    await type('Content', 'They ask for SSO')
    await press('Cancel')
    await press('Note')
    const undo = server.refuse('POST notes')
    await press('Add Note')
    await expectFailure('Failed to save note')
    undo()
    await press('Add Note')
    await expectSuccess('Note created successfully')
    expect(server.rows('notes')).toMatchObject([
      { user_id: FOUNDER.id, title: 'Buyers', category: 'buyer-insights', content: 'They ask for SSO' },
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('labels are given and taken', async () => {
    server.rpc('list_labels', () => [{ id: 'a', name: 'Batch 7', founders: 1 }])
    server.has({ labelled_founders: [{ user_id: FOUNDER.id, label: 'a' }] })
    server.rpc('label_founders', () => {
      server.deletes('labelled_founders')
      return [FOUNDER.id]
    })
    await showPage()
    await press('Labels')
    await press('Remove label Batch 7')
    await expectGone(() => screen.queryByRole('list', { name: 'Labels' }))
  })

  test('what came of a call, changed by a colleague meanwhile, is shown before it is overwritten', async () => {
    setClock('2026-03-12T09:00:00Z')
    const happened = (content: string) =>
      hasHappened({
        id: 'd0000000-0000-4000-8000-00000000ca11',
        kind: 'call',
        event: 'booked',
        at: '2026-03-11T15:00:00Z',
        record: {
          member: 'growth',
          ends_at: '2026-03-11T15:30:00Z',
          topic: 'Pricing',
          cancelled: false,
          outcome: { outcome: 'held', content },
        },
      })
    const booking = 'd0000000-0000-4000-8000-00000000ca11'
    happened('They raise')
    server.has({ call_outcomes: [{ booking, user_id: FOUNDER.id, outcome: 'held', content: 'They raise' }] })
    server.rpc('record_call_outcome', () => null)
    await showPage()
    await press(await screen.findByRole('button', { name: /^Change what came of the call of / }))
    await type('Internal note', 'Mine')
    await server.goLive('call_outcomes')
    server.updates('call_outcomes', { content: 'Theirs' })
    const other = await screen.findByRole('region', { name: "The other admin's version" })
    expect(other.textContent).toContain('Theirs')
    await press('Save')
    expect(server.sent('POST rpc/record_call_outcome')).toEqual([])
    await press('Keep mine')
    await press('Save')
    await waitFor(() => expect(server.sent('POST rpc/record_call_outcome')).toHaveLength(1))
    expect(server.sent('POST rpc/record_call_outcome')[0]?.body).toMatchObject({
      ...{ content: 'Mine', known_outcome: 'held', known_content: 'Theirs' },
    })
  })

  test('what came of a call is recorded, and changed; the note is internal', async () => {
    setClock('2026-03-12T09:00:00Z')
    let outcome: { outcome: 'held'; content: string } | null = null
    const happened = () =>
      hasHappened({
        id: 'd0000000-0000-4000-8000-00000000ca11',
        kind: 'call',
        event: 'booked',
        at: '2026-03-11T15:00:00Z',
        record: { member: 'growth', ends_at: '2026-03-11T15:30:00Z', topic: 'Pricing', cancelled: false, outcome },
      })
    happened()
    server.has({ call_outcomes: [] })
    server.rpc('record_call_outcome', ({ content }) => {
      outcome = { outcome: 'held', content: String(content) }
      server.has({ call_outcomes: [{ ...outcome, booking: 'd0000000-0000-4000-8000-00000000ca11' }] })
      happened()
    })
    await showPage()
    await press(await screen.findByRole('button', { name: /^Record what came of the call of / }))
    await press('Held', 'radio')
    await type('Internal note', ' They raise ')
    await press('Save')
    await expectText('They raise')
    await expectText('Held')
    await press(await screen.findByRole('button', { name: /^Change what came of the call of / }))
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Internal note/).value).toBe('They raise')
    await press('Remove')
    await press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    expect(server.sent('POST rpc/record_call_outcome').map(({ body }) => body)).toMatchObject([
      { outcome: 'held', content: 'They raise' },
      { outcome: null },
    ])
  })

  test('gets an owner, who is shown until it is read again; a failure says so', async () => {
    await showPage()
    await heading('Ana Founder')
    server.rpc('set_owner', ({ member }) => {
      hasPage(server, { owner: member === null ? null : { id: ADMIN.id, name: 'Adele Admin' } })
      return [{ former: null, changed: [FOUNDER.id] }]
    })
    const owner = () => chosen('Owner')
    expect(owner()).toBe('Nobody')
    await choose('Owner', 'Adele Admin')
    await waitFor(() => expect(owner()).toBe('Adele Admin'))
    server.refuse('POST rpc/set_owner')
    await choose('Owner', 'Nobody')
    await expectFailure('Failed to change the owner')
    expect(owner()).toBe('Adele Admin')
    expect(server.sent('POST rpc/set_owner').map(({ body }) => body)).toEqual([
      { founders: [FOUNDER.id], member: ADMIN.id },
      { founders: [FOUNDER.id], member: null },
    ])
  })

  test('the founder is snoozed, and the snooze ended', async () => {
    let snooze: { until: '2026-04-01'; reason: string } | null = null
    await showPage()
    await heading('Ana Founder')
    server.rpc('snooze_founder', ({ reason }) => {
      snooze = { until: '2026-04-01', reason: String(reason) }
      hasPage(server, { snooze })
    })
    server.rpc('end_snooze', () => hasPage(server))
    await press('Snooze')
    await type('Reason', 'On holiday')
    await press(within(screen.getByRole('dialog')).getByRole('button', { name: 'Snooze' }))
    await expectText('Snoozed until Apr 1, 2026: On holiday')
    await press('End snooze of Ana Founder')
    await expectGone(() => screen.queryByText(/Snoozed until/))
  })

  test('a call is booked with a member at a free time', async () => {
    setClock('2026-03-02T13:20:00Z')
    server.rpc('taken_times_for_founder', ({ member }) => (member === 'growth' ? ['2026-03-02T14:30:00+00:00'] : []))
    await showPage()
    await press('Book')
    await choose('Team Member', 'Growth Expert')
    await type(await screen.findByLabelText(/^Topic/), ' Pricing ')
    server.rpc('book_founder_call', () =>
      Response.json({ code: 'P0001', message: 'five', details: 'too-many' }, { status: 400 }),
    )
    await press('Book the Call')
    await expectFailure('The founder has five calls ahead already.')
    server.rpc('book_founder_call', () => 'c')
    await press('Book the Call')
    await expectSuccess('The call is booked. Its founder gets an email.')
    expect(server.sent('POST rpc/book_founder_call').at(-1)?.body).toEqual({
      founder: FOUNDER.id,
      member: 'growth',
      starts_at: '2026-03-02T15:00:00.000Z',
      topic: 'Pricing',
    })
  })

  test('where another site takes the bookings, Book leads there', async () => {
    server.configure({ booking: { url: 'https://calls.example.com/{member}' } })
    await showPage()
    await press('Book')
    await choose('Team Member', 'Growth Expert')
    const link = await screen.findByRole('link', { name: 'Open the booking page' })
    expect(link.getAttribute('href')).toBe('https://calls.example.com/growth')
  })

  test.each([
    [null, '–New figures sent Mar 3, 2026'],
    [
      { bank_balance: 90_000, monthly_revenue: 5000, monthly_burn: 20_000, before: null },
      '6.0 months$90,000, burn $20,000New figures sent Mar 3, 2026',
    ],
  ])('figures that the founder has sent are said beside what is recorded, and open: %#', async (runway, shown) => {
    hasFounder(server)
    hasPage(server, { runway, proposed_on: '2026-03-03T09:00:00Z' })
    const { place } = await showPage()
    await heading('Ana Founder')
    expect(figure('Runway')).toBe(shown)
    await press('New figures sent Mar 3, 2026', 'link')
    expect(place()).toBe(`/admin/founders/${FOUNDER.id}?details=runway`)
  })

  test('the details open at a tab that is in the URL, also from a reason', async () => {
    hasFounder(server)
    hasPage(server, { risks: [{ code: 'runway_short', months: 4.2, before: null }] })
    const { place } = await showPage('?show=notes')
    await press('Runway 4.2 months', 'link')
    const details = within(await screen.findByRole('dialog', { name: 'Ana Founder' }))
    expect(details.getByRole('tab', { name: 'Runway' }).getAttribute('aria-selected')).toBe('true')
    expect(details.queryByRole('link', { name: 'Founder page' })).toBeNull()
    expect(place()).toBe(`/admin/founders/${FOUNDER.id}?show=notes&details=runway`)
    await press('Close')
    await expectGone(() => screen.queryByRole('dialog'))
    expect(place()).toBe(`/admin/founders/${FOUNDER.id}?show=notes`)
    await press('View Details')
    await screen.findByRole('tab', { name: 'AI Memory' })
  })
})
