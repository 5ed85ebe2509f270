// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { choose, chosen } from '../../../testing/choose.ts'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import { advance, expectFailure, expectText, press, setClock, type } from '../../../testing/render.tsx'
import { newId } from '../../../testing/rows.ts'
import { stubServer } from '../../../testing/server.ts'
import { requestAction } from '../../../ui/actions.ts'
import { BEN, conversation, entries, hasMessage, hasSummary, isListedWith, listed, MAYA, prepareInbox, showConversation, showInbox, thread } from './test-inbox.tsx' // prettier-ignore

const server = stubServer()
prepareInbox(server)

const NOW = '2026-03-04T11:00:00Z'
/** The tab that is selected. */
const filter = () => screen.getByRole('tab', { selected: true }).firstChild?.textContent
const NONE_FOUND = 'No conversation with these words.'
const expectListed = (...texts: readonly RegExp[]) =>
  waitFor(() => {
    expect(listed()).toHaveLength(texts.length)
    for (const [index, text] of texts.entries()) expect(listed()[index]).toMatch(text)
  })

describe('the list', () => {
  test('has the newest conversation first, with preview, day and unread messages', async () => {
    hasMessage(server, { content: 'Which price is right?', unread: 2 })
    hasMessage(server, { user_id: BEN, content: 'Hello', created_at: '2026-03-03T09:00:00Z', sender_type: 'squad' })
    await showInbox()
    await expectListed(
      /^Ben SecondMar 3, 2026Growth Squad: Hello$/,
      /^Ana FounderMar 2, 2026Which price is right\?2 unread/,
    )
  })

  test('is updated with each message, the newest conversation first', async () => {
    hasMessage(server, { content: 'First hello' })
    await showInbox()
    await expectListed(/First hello/)
    await server.goLive('squad_conversations')
    hasMessage(server, { user_id: BEN, content: 'Second hello', created_at: '2026-03-03T09:00:00Z' })
    await expectListed(/Second hello/, /First hello/)
    hasMessage(server, { content: 'First again', created_at: '2026-03-03T10:00:00Z' })
    await expectListed(/First again/, /Second hello/)
  })

  test('says since when a founder waits, and which answer is overdue', async () => {
    setClock(NOW)
    hasMessage(server, { content: 'Which price is right?' })
    hasMessage(server, { user_id: BEN, content: 'Hello', created_at: '2026-03-04T08:00:00Z' })
    await showInbox()
    await expectListed(/HelloWaiting 3 h$/, /Waiting 2 days, overdue$/)
  })

  test('says who answers, and what is done', async () => {
    hasMessage(server, { content: 'Which price is right?' })
    server.updates('squad_conversations', { state: 'done', assigned_to: MAYA, waiting_since: null })
    await showInbox()
    await expectListed(/DoneMaya Member$/)
  })

  test('counts what each filter has, live', async () => {
    hasMessage(server, { content: 'Which price is right?' })
    await showInbox()
    const count = (name: string) => screen.getByRole('tab', { name }).lastElementChild?.textContent
    await waitFor(() => expect([count('All'), count('Waiting'), count('Done')]).toEqual(['1', '1', '0']))
    await server.goLive('squad_conversations')
    hasMessage(server, { user_id: BEN, content: 'Hello', created_at: '2026-03-03T09:00:00Z' })
    await waitFor(() => expect([count('All'), count('Waiting')]).toEqual(['2', '2']))
  })

  test('has the time of today’s messages', async () => {
    setClock('2026-03-02T23:00:00')
    hasMessage(server, { content: 'Hello', created_at: new Date('2026-03-02T09:05:00').toISOString() })
    await showInbox()
    await expectListed(/^Ana Founder9:05.AMHello/)
  })

  test('says who of the team wrote last', async () => {
    const squad = { sender_type: 'squad', sender_name: 'Upswing Team' } as const
    hasMessage(server, { content: 'One', ...squad })
    hasMessage(server, { user_id: BEN, content: 'Two', created_at: '2026-03-01T09:00:00Z', ...squad })
    isListedWith(FOUNDER.id, { last_author: ADMIN.id })
    isListedWith(BEN, { last_author: MAYA })
    await showInbox()
    await expectListed(/You: One$/, /Maya Member: Two$/)
  })

  test('has the recipients of a message beside its first 50 characters, unless it is for all', async () => {
    hasMessage(server, { content: 'To: growth, product\n\nHello' })
    hasMessage(server, { user_id: BEN, content: 'To: whole-squad\n\nHello', created_at: '2026-03-01T09:00:00Z' })
    await showInbox()
    await expectListed(/To: growth, product\s+HelloGrowth ExpertProduct Advisor/, /To: whole-squad\s+HelloWaiting/)
  })

  test('marks conversations with a draft', async () => {
    hasMessage(server, { content: 'Hello' })
    await showConversation()
    await expectListed(/Hello(?!Draft)/)
    await type(await screen.findByRole('textbox', { name: 'Reply' }), 'I will')
    await expectListed(/HelloDraft/)
    await type(screen.getByRole('textbox', { name: 'Reply' }), '')
    await expectListed(/Hello(?!Draft)/)
  })

  test('shows and marks what a search has found, and opens the conversation there', async () => {
    hasMessage(server, { content: 'Our zebra is ill' })
    const message = server.row('squad_messages').id
    isListedWith(FOUNDER.id, { match_id: message, match_excerpt: '… zebra is ill' })
    const { place } = await showInbox({ search: 'zeb' })
    await expectListed(/Our zebra is ill… zebra is ill/)
    const row = await conversation('Ana')
    expect([...row.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['zebra'])
    await press(row)
    expect(place()).toBe(`/admin/squad?search=zeb&founder=${FOUNDER.id}#${message}`)
    expect((await (await thread()).findByText('zebra')).tagName).toBe('MARK')
  })

  test('shows what a search has found at the end of a long excerpt', async () => {
    hasMessage(server, { content: 'Our zebra' })
    isListedWith(FOUNDER.id, {
      match_excerpt: 'Four signatures from one workshop, and set-up in 18 minutes, say zebras',
    })
    await showInbox({ search: 'zeb' })
    await expectListed(/Our zebra… and set-up in 18 minutes, say zebras/)
  })

  test('shows the URLs of a message as links', async () => {
    hasMessage(server, { content: 'See https://acme.example/plan' })
    await showConversation()
    const link = await (await thread()).findByRole('link', { name: 'https://acme.example/plan' })
    expect(link.getAttribute('href')).toBe('https://acme.example/plan')
  })

  test.each([
    [NOW, /Snoozed until Mar 9, 2026$/],
    ['2026-03-09T11:00:00Z', /Back since Mar 9, 2026$/],
  ])('says at %s of one that is snoozed %s', async (now, text) => {
    setClock(now)
    hasMessage(server, { content: 'Hello' })
    server.updates('squad_conversations', { snoozed_until: '2026-03-09' })
    await showInbox({ show: 'snoozed' })
    await expectListed(text)
  })

  test.each([
    [{}, 'No messages yet.'],
    [{ show: 'waiting' }, 'No founder is waiting.'],
    [{ show: 'overdue' }, 'No answer is overdue.'],
    [{ show: 'mine_overdue' }, 'No answer is overdue.'],
    [{ show: 'mine' }, 'Nothing is assigned to you.'],
    [{ show: 'unassigned' }, 'Every conversation is assigned.'],
    [{ show: 'snoozed' }, 'Nothing is snoozed.'],
    [{ show: 'done' }, 'Nothing is marked as done.'],
    [{ order: 'longest' }, 'No founder is waiting.'],
    [{ search: 'zebra' }, NONE_FOUND],
  ])('is empty with %j', async (query, text) => {
    await showInbox(query)
    await expectText(text)
  })

  test('shows an error when it fails to load, with a retry', async () => {
    const allow = server.refuse('POST rpc/find_conversations')
    await showInbox()
    await expectFailure('Failed to load messages')
    allow()
    await press('Try again')
    await expectText('No messages yet.')
  })

  test('unread messages are counted until the conversation is opened', async () => {
    hasMessage(server, { content: 'One', created_at: '2026-03-02T09:00:00Z' })
    hasMessage(server, { content: 'Two', created_at: '2026-03-02T09:01:00Z', unread: 2 })
    await showInbox()
    await expectListed(/2 unread/)
    await press(await conversation('Ana'))
    await waitFor(() => expect(listed()[0]).not.toContain('unread'))
    expect(server.sent('POST rpc/mark_conversation_read').map(({ body }) => body)).toEqual([
      { founder: FOUNDER.id, until: '2026-03-02T09:01:00Z' },
    ])
  })
})

describe('filter, order, search and conversation', () => {
  test('are in the URL', async () => {
    hasMessage(server, { content: 'Which price is right?' })
    const { place } = await showInbox()
    await type('Search names and messages', 'Ana')
    await press('Waiting', 'tab')
    await choose('Order', 'Longest waiting')
    await press(await conversation('Ana'))
    expect(place()).toBe(`/admin/squad?search=Ana&show=waiting&order=longest&founder=${FOUNDER.id}`)
    await screen.findByRole('heading', { name: 'Ana Founder' })
    expect((await conversation('Ana')).getAttribute('aria-current')).toBe('true')
  })

  test('are those of the URL', async () => {
    hasMessage(server, { content: 'Which price is right?' })
    await showInbox({ search: 'Ana', show: 'waiting', order: 'longest', founder: FOUNDER.id })
    await screen.findByRole('heading', { name: 'Ana Founder' })
    expect(screen.getByLabelText<HTMLInputElement>('Search names and messages').value).toBe('Ana')
    expect([filter(), chosen('Order')]).toEqual(['Waiting', 'Longest waiting'])
    expect(server.sent('POST rpc/find_conversations').at(-1)?.body).toMatchObject({
      filter: 'waiting',
      search: 'Ana',
      longest_first: true,
    })
  })

  test('that are invalid count as none', async () => {
    await showInbox({ founder: 'unknown', show: 'nothing', order: 'none' })
    await expectText('Choose a conversation to read and answer it.')
    expect([filter(), chosen('Order')]).toEqual(['All', 'Newest first'])
  })

  test('of a founder who does not exist say so', async () => {
    await showConversation(newId())
    await expectText('This founder does not exist any more.')
  })

  test('are searched while the admin types', async () => {
    setClock(NOW)
    hasMessage(server, { content: 'Our zebra is ill' })
    await showInbox()
    await type('Search names and messages', ' ZEB ')
    await advance(200)
    await expectListed(/zebra/)
    expect(server.sent('POST rpc/find_conversations').at(-1)?.body).toMatchObject({ search: 'ZEB' })
    await type('Search names and messages', 'no such words')
    await advance(200)
    await expectText(NONE_FOUND)
  })
})

describe('a conversation', () => {
  test('leads to the founder’s page: from its row, its head and the summary', async () => {
    hasMessage(server, { content: 'Hello' })
    await showConversation()
    await thread()
    const links = [
      screen.getByRole('link', { name: 'Founder page of Ana Founder' }),
      within(screen.getByRole('heading', { name: 'Ana Founder' })).getByRole('link'),
      await screen.findByRole('link', { name: 'Founder page' }),
    ]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(links.map(() => `/admin/founders/${FOUNDER.id}`))
  })

  test('shows one founder’s messages, oldest first, each with its author', async () => {
    hasMessage(server, { content: 'Good morning', created_at: '2026-01-01T00:00:00Z' })
    hasMessage(server, { user_id: BEN, content: 'Of another', created_at: '2026-01-01T00:00:00Z' })
    hasMessage(server, { content: 'Hello', created_at: '2026-01-02T00:00:00Z', sender_type: 'squad', sender_name: 'Maya' }) // prettier-ignore
    hasMessage(server, { content: 'A question', created_at: '2026-01-03T00:00:00Z' })
    await showConversation()
    await (await thread()).findByText('A question')
    expect(entries()).toEqual([
      expect.stringMatching(/^Ana Founder · .*Good morning$/),
      expect.stringMatching(/^Maya · .*Hello$/),
      expect.stringMatching(/^Ana Founder · .*A question$/),
    ])
  })

  test('shows new and changed messages at once, and marks them as read', async () => {
    hasMessage(server, { content: 'Helo' })
    await showConversation()
    await (await thread()).findByText('Helo')
    await server.goLive('squad_messages', 'squad_conversations')
    server.updates('squad_messages', { content: 'Hello' })
    await (await thread()).findByText('Hello')
    hasMessage(server, { content: 'Are you there?', created_at: '2026-03-02T10:00:00Z', unread: 1 })
    await (await thread()).findByText('Are you there?')
    await waitFor(() => expect(listed()[0]).toMatch(/Are you there\?(?!.*unread)/))
    expect(server.sent('POST rpc/mark_conversation_read').at(-1)?.body).toEqual({
      founder: FOUNDER.id,
      until: '2026-03-02T10:00:00Z',
    })
  })

  test('shows an error when its messages fail to load, with a retry', async () => {
    hasMessage(server, { content: 'Hello' })
    const allow = server.refuse('GET squad_messages')
    await showConversation()
    await expectFailure('Failed to load messages')
    allow()
    await press('Try again')
    await (await thread()).findByText('Hello')
  })

  test('is done, and leaves the filter; reopened, it is there again', async () => {
    hasMessage(server, { content: 'Which price is right?' })
    await showInbox({ show: 'waiting', founder: FOUNDER.id })
    await (await thread()).findByText('Which price is right?')
    await press('Mark as done')
    await expectText('No founder is waiting.')
    expect(server.sent('POST rpc/mark_conversation_done').map(({ body }) => body)).toEqual([
      { founder: FOUNDER.id, until: '2026-03-02T09:00:00Z' },
    ])
    await press('Reopen')
    await expectListed(/Which price is right/)
    await screen.findByRole('button', { name: 'Mark as done' })
  })

  test('asks before it is done with an answer that is not sent', async () => {
    hasMessage(server, { content: 'Which price is right?' })
    await showConversation()
    await (await thread()).findByText('Which price is right?')
    const reply = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })
    await type(reply, 'The higher')
    const question = async () => within(await screen.findByRole('alertdialog'))
    await press('Mark as done')
    ;(await question()).getByText('It is not sent yet: The higher')
    await press('Keep writing')
    expect(reply.value).toBe('The higher')
    expect(server.sent('POST rpc/mark_conversation_done')).toEqual([])
    await press('Mark as done')
    await press((await question()).getByRole('button', { name: 'Mark as done' }))
    await screen.findByRole('button', { name: 'Reopen' })
    expect(reply.value).toBe('The higher')
  })

  test('is done until the message that was the newest when it asked', async () => {
    hasMessage(server, { content: 'Which price is right?' })
    await showConversation()
    await (await thread()).findByText('Which price is right?')
    await server.goLive('squad_messages', 'squad_conversations')
    await type(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' }), 'The higher')
    await press('Mark as done')
    const question = within(await screen.findByRole('alertdialog'))
    hasMessage(server, { content: 'And another one', created_at: '2026-03-02T10:00:00Z' })
    await expect.poll(entries).toHaveLength(2)
    await press(question.getByRole('button', { name: 'Mark as done' }))
    await waitFor(() => expect(server.sent('POST rpc/mark_conversation_done')).toHaveLength(1))
    expect(server.sent('POST rpc/mark_conversation_done')[0]?.body).toEqual({
      founder: FOUNDER.id,
      until: '2026-03-02T09:00:00Z',
    })
  })

  test('is not done while a message has arrived that is not on the screen', async () => {
    hasMessage(server, { content: 'Which price is right?' })
    await showConversation()
    await (await thread()).findByText('Which price is right?')
    server.refuse('POST rpc/mark_conversation_done', { status: 400, code: '55000' })
    await press('Mark as done')
    await expectFailure('A newer message has arrived. Please read it first.')
    await screen.findByRole('button', { name: 'Mark as done' })
  })

  test('that cannot be changed says so', async () => {
    hasMessage(server, { content: 'Which price is right?' })
    await showConversation()
    await (await thread()).findByText('Which price is right?')
    server.lose(/POST rpc\/(mark_conversation_done|assign_conversation)/)
    await press('Mark as done')
    await expectFailure('Failed to change the conversation')
    await choose('Assigned to', 'Maya Member')
    await expectFailure('Failed to assign the conversation')
    await waitFor(() => expect(chosen('Assigned to')).toBe('Unassigned'))
  })

  test('is assigned, and found under Mine', async () => {
    hasMessage(server, { content: 'Which price is right?' })
    await showInbox({ show: 'unassigned', founder: FOUNDER.id })
    await waitFor(() => expect(chosen('Assigned to')).toBe('Unassigned'))
    await choose('Assigned to', 'Upswing Admin')
    await expectText('Every conversation is assigned.')
    expect(chosen('Assigned to')).toBe('Upswing Admin')
    await press('Mine', 'tab')
    await expectListed(/Upswing Admin$/)
    await choose('Assigned to', 'Unassigned')
    await expectText('Nothing is assigned to you.')
    expect(server.sent('POST rpc/assign_conversation').map(({ body }) => body)).toEqual([
      { founder: FOUNDER.id, member: ADMIN.id },
      { founder: FOUNDER.id, member: null },
    ])
  })

  test('says who of the team wrote each answer, what went to many, and what the founder has read', async () => {
    const squad = { sender_type: 'squad', sender_name: 'Upswing Team' } as const
    hasMessage(server, { content: 'Hello' })
    hasMessage(server, { content: 'One', created_at: '2026-03-02T10:00:00Z', ...squad })
    hasMessage(server, { content: 'Two', created_at: '2026-03-02T11:00:00Z', ...squad })
    const [, one = '', two = ''] = server.rows('squad_messages').map(({ id }) => id)
    server.has({
      squad_answers: [
        { message_id: one, user_id: FOUNDER.id, author_id: MAYA, batch_id: null },
        { message_id: two, user_id: FOUNDER.id, author_id: ADMIN.id, batch_id: BEN },
      ],
      read_receipts: [{ user_id: FOUNDER.id, founder_read_until: '2026-03-02T10:00:00Z', comments_read: {} }],
    })
    await showConversation()
    await waitFor(() => expect(entries()[1]).toMatch(/^Upswing Team · Maya Member · .*OneRead$/))
    expect(entries()[2]).toMatch(/^Upswing Team · Upswing Admin · to many founders · .*Two$/)
    await server.goLive('read_receipts')
    server.updates('read_receipts', { founder_read_until: '2026-03-02T12:00:00Z' })
    await waitFor(() => expect(entries()[2]).toMatch(/TwoRead$/))
    expect(entries()[1]).toMatch(/One$/)
  })

  test('is snoozed until a day, and leaves the filter; the snooze is ended', async () => {
    setClock(NOW)
    hasMessage(server, { content: 'Which price is right?' })
    await showInbox({ show: 'waiting', founder: FOUNDER.id })
    await press(await screen.findByRole('button', { name: 'Snooze' }))
    await press(await screen.findByRole('button', { name: /^Next Monday/ }))
    await expectText('No founder is waiting.')
    await expectText('Snoozed until Mar 9, 2026')
    await press('End snooze')
    await expectListed(/Which price is right/)
    expect(server.sent('POST rpc/snooze_conversation').map(({ body }) => body)).toEqual([
      { founder: FOUNDER.id, until: '2026-03-09' },
      { founder: FOUNDER.id, until: null },
    ])
  })

  test('is marked as unread, and closed: it would be read at once', async () => {
    hasMessage(server, { content: 'Which price is right?' })
    const { place } = await showConversation()
    await press(await screen.findByRole('button', { name: 'Mark as unread' }))
    await expectListed(/1 unread/)
    expect(place()).toBe('/admin/squad')
    await expectText('Choose a conversation to read and answer it.')
  })

  test('has a way back to the list', async () => {
    hasMessage(server, { content: 'Hello' })
    const { place } = await showConversation()
    await press('Back to the conversations')
    expect(place()).toBe('/admin/squad')
  })

  test('of a list that is to be answered opens the first, with the focus in the reply', async () => {
    hasMessage(server, { content: 'Which price is right?' })
    hasMessage(server, { user_id: BEN, content: 'Hello', created_at: '2026-03-01T09:00:00Z' })
    const { place } = await showInbox({ show: 'overdue', order: 'longest', open: 'first' })
    await screen.findByRole('heading', { name: 'Ben Second' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reply' })))
    expect(place()).toBe(`/admin/squad?show=overdue&order=longest&founder=${BEN}`)
  })

  test('has nothing to assign or mark before the first message', async () => {
    await showConversation()
    await screen.findByRole('heading', { name: 'Ana Founder' })
    await waitFor(() => expect(server.sent('GET squad_conversations')).not.toEqual([]))
    expect(screen.queryByRole('button', { name: 'Mark as done' })).toBeNull()
  })
})

describe('how the founder is doing', () => {
  const beside = () => within(screen.getByRole('complementary', { name: 'How Ana Founder is doing' }))
  const expectBeside = (text: string) =>
    waitFor(() => expect(screen.getByRole('complementary').textContent).toContain(text))

  test('stands beside the conversation', async () => {
    hasSummary(server, {
      risks: [
        { code: 'runway_short', months: 4.2, before: null },
        { code: 'mood_fell', mood: 2, before: 4 },
      ],
      check_ins: [
        { week_of: '2026-03-02', mood: 2, wins: 'Two demos', blockers: 'Pricing', next_priority: 'Call Leeds' },
      ],
      goals: { open: 1, completed: 0, next: [{ id: 'one', text: 'Ten demos', period: 'weekly' }] },
      loops: [{ id: 'one', name: 'Outreach', status: 'paused', conversions: 1200, demos: 2, messages: 3, added: 5 }],
      runway: { bank_balance: 89_900, monthly_revenue: 5000, monthly_burn: 20_000, before: null },
      proposed_on: '2026-03-03T09:00:00Z',
    })
    await showConversation()
    await expectBeside('At riskRunway 4.2 monthsMood fell from 4 to 2')
    await expectBeside('Check-in, week of Mar 2, 2026')
    await expectBeside('Tough')
    await expectBeside('Two demosBlockers: PricingNext priority: Call Leeds')
    await expectBeside('1 open, 0 completed in 7 days')
    await expectBeside('Ten demos (weekly)')
    await expectBeside('Outreach (paused)1,200 (+5)')
    await expectBeside('5.9 months$89,900 in the bank, burn $20,000, revenue $5,000New figures sent Mar 3, 2026')
    await expectBeside('None booked.')
  })

  test('has the labels and the snooze, which another admin may change', async () => {
    hasSummary(server, { labels: ['Batch 8'] })
    await showConversation()
    await expectBeside('Batch 8')
    await server.goLive('labelled_founders', 'radar_snoozes')
    hasSummary(server, { labels: ['Batch 8', 'Raising'], snooze: { until: '2026-03-09', reason: 'Away' } })
    server.inserts('labelled_founders', { user_id: FOUNDER.id })
    await expectBeside('Batch 8RaisingLeft out of the radar until Mar 9, 2026: Away')
  })

  test('follows the records and the conversation', async () => {
    await showConversation()
    await expectBeside('0 open, 0 completed in 7 days')
    await expectBeside('Not recorded.')
    await server.goLive('goals', 'squad_conversations')
    hasSummary(server, { goals: { open: 1, completed: 0, next: [] } })
    server.inserts('goals', { text: 'Ten demos' })
    await expectBeside('1 open, 0 completed in 7 days')
    hasSummary(server, { risks: [{ code: 'message_waiting', hours: 50 }] })
    hasMessage(server, { content: 'Which price is right?' })
    await expectBeside('Message unanswered for 2 days')
    hasSummary(server)
    server.updates('squad_conversations', { state: 'done' })
    await waitFor(() => expect(beside().queryByText(/unanswered/)).toBeNull())
  })

  test('that cannot be loaded says so, with a retry', async () => {
    const allow = server.refuse('GET rpc/founder_summary')
    await showConversation()
    await expectFailure('Failed to load user data')
    allow()
    await press('Try again')
    await expectBeside('None booked.')
  })
})

test('saved replies are written without a conversation, from the first steps of the team', async () => {
  await showInbox()
  act(() => requestAction('saved-replies'))
  await screen.findByRole('dialog', { name: 'Saved replies' })
  await press('New')
  expect(await screen.findByRole('dialog', { name: 'New saved reply' })).toBeDefined()
})
