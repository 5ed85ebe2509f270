// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { SQUAD } from '../../../../domain/squad.ts'
import { FOUNDER } from '../../testing/people.ts'
import {
  advance,
  expectFailure,
  expectGone,
  expectSuccess,
  expectText,
  press,
  pressKey,
  renderScreen,
  setClock,
  setVisibility,
  type,
} from '../../testing/render.tsx'
import { stubLayout } from '../../testing/layout.ts'
import { stubServer } from '../../testing/server.ts'
import { addToOutbox } from '../../lib/offline/outbox.ts'
import { SquadChat } from './SquadChat.tsx'
import { UnreadMark } from './UnreadMark.tsx'

const server = stubServer()
beforeEach(() => {
  stubLayout()
  server.has({ squad_messages: [], read_receipts: [] })
})

const EMPTY = 'Your squad is one message away'
const BOX = 'Message to the Growth Squad'
const SENT = ['Your message has been delivered', 'Message sent'] as const

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: BOX })
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
const conversation = () => screen.findByRole('log', { name: 'Conversation with the Growth Squad' })
const recipients = () => screen.getByRole('button', { name: /^To:/ })
const choices = () => screen.getAllByRole<HTMLInputElement>('checkbox')
const chosen = () => choices().filter(({ checked }) => checked).map(({ parentElement }) => parentElement?.textContent) // prettier-ignore
const messages = async () =>
  within(await conversation())
    .getAllByRole('article')
    .map(({ textContent }) => textContent)

/** Presses each name in the recipients popover. */
async function chooses(...names: string[]): Promise<void> {
  await press(recipients())
  for (const name of names) await press(await screen.findByRole('checkbox', { name }))
  await pressKey('Escape')
  await expectGone(() => screen.queryAllByRole('checkbox')[0])
}

async function writes(text: string): Promise<void> {
  await type(BOX, text)
  box().focus()
  await pressKey('Enter')
}

describe('the squad’s hours', () => {
  test('it is labelled with its hours, and whether it is open updates by itself, without an announcement', async () => {
    setClock('2026-11-02T22:59:30Z')
    await renderScreen(<SquadChat />)
    expect(screen.getByText('Online 9 AM - 6 PM EST')).toBeDefined()
    expect(screen.getByText(/^Open now, until /)).toBeDefined()
    await advance(60_000)
    const closed = screen.getByText(/^Closed now, opens /)
    expect(closed.closest('[aria-live], [role=status], [role=log], [role=alert]')).toBeNull()
  })

  test('it is closed on a day off that the operator has listed', async () => {
    server.configure({ squad: { holidays: ['2027-12-24', '2027-12-25'] } })
    setClock('2027-12-24T15:00:00Z')
    await renderScreen(<SquadChat />)
    expect(screen.getByText(/^Closed now, opens /)).toBeDefined()
  })
})

describe('recipients', () => {
  test('six can be chosen; the whole squad is the default', async () => {
    await renderScreen(<SquadChat />)
    expect(recipients().textContent).toBe('To: Whole Growth Squad')
    await press(recipients())
    await screen.findByRole('checkbox', { name: 'Whole Growth Squad' })
    expect(choices().map(({ parentElement }) => parentElement?.textContent)).toEqual([
      'Whole Growth Squad', 'Strategy Lead', 'Growth Expert', 'Product Advisor', 'Engineering Support', 'Founder Support',
    ]) // prettier-ignore
    expect(SQUAD).toHaveLength(6)
    expect(chosen()).toEqual(['Whole Growth Squad'])
  })

  test('a member deselects the whole squad, and the whole squad all members', async () => {
    await renderScreen(<SquadChat />)
    await chooses('Growth Expert')
    expect(recipients().textContent).toBe('To: Growth Expert')
    await chooses('Founder Support')
    expect(recipients().textContent).toBe('To: Growth Expert, Founder Support')
    await chooses('Whole Growth Squad')
    expect(recipients().textContent).toBe('To: Whole Growth Squad')
    await press(recipients())
    await screen.findByRole('checkbox', { name: 'Whole Growth Squad' })
    expect(chosen()).toEqual(['Whole Growth Squad'])
  })

  test('without a recipient nothing can be sent, not even with Enter', async () => {
    await renderScreen(<SquadChat />)
    await chooses('Growth Expert', 'Growth Expert')
    await writes('Pricing?')
    expect(send().disabled).toBe(true)
    expect(box().value).toBe('Pricing?')
    expect(server.sent('POST squad_messages')).toEqual([])
    await chooses('Growth Expert')
    expect(send().disabled).toBe(false)
  })
})

describe('sending', () => {
  test('an empty or blank text cannot be sent', async () => {
    await renderScreen(<SquadChat />)
    expect(send().disabled).toBe(true)
    await type(BOX, '   ')
    expect(send().disabled).toBe(true)
    await type(BOX, 'Pricing?')
    expect(send().disabled).toBe(false)
  })

  test('the stored message begins with "To:" and the ids of the recipients', async () => {
    await renderScreen(<SquadChat />)
    await chooses('Strategy Lead', 'Product Advisor')
    await type(BOX, 'Pricing?')
    await press(send())
    await expectSuccess(...SENT)
    expect(box().value).toBe('')
    expect(await messages()).toEqual([expect.stringContaining('Pricing?')])
    expect(server.rows('squad_messages')).toMatchObject([
      { user_id: FOUNDER.id, sender_type: 'user', sender_name: null, content: 'To: strategy, product\n\nPricing?' },
    ])
  })

  test('Enter sends, Shift+Enter does not', async () => {
    await renderScreen(<SquadChat />)
    await type(BOX, 'First\nSecond')
    box().focus()
    await pressKey('Enter', { shiftKey: true })
    expect(server.sent('POST squad_messages')).toEqual([])
    await pressKey('Enter')
    await expectSuccess(...SENT)
    expect(server.row('squad_messages').content).toBe('To: whole-squad\n\nFirst\nSecond')
  })

  test('a rejected message is an error; it is listed, and can be edited and sent again', async () => {
    await renderScreen(<SquadChat />)
    await expectText(EMPTY)
    const allow = server.refuse('POST squad_messages')
    await writes('Pricing?')
    await expectFailure('Failed to send message')
    await expectText(EMPTY)
    allow()
    await chooses('Growth Expert')
    await press('Edit: Pricing?')
    await expect.poll(() => box().value).toBe('Pricing?')
    // The recipients are those of the message.
    expect(recipients().textContent).toBe('To: Whole Growth Squad')
    box().focus()
    await pressKey('Enter')
    await expectSuccess(...SENT)
    expect(await messages()).toHaveLength(1)
    expect(box().value).toBe('')
  })

  test('text and recipients survive a reload', async () => {
    const { reload } = await renderScreen(<SquadChat />)
    await chooses('Growth Expert')
    await type(BOX, 'Pric')
    await reload()
    expect(box().value).toBe('Pric')
    expect(recipients().textContent).toBe('To: Growth Expert')
  })

  test('what waits for the network is sent once each, in order', async () => {
    await renderScreen(<SquadChat />)
    await expectText(EMPTY)
    server.setReachable(false)
    await writes('First')
    await writes('Second')
    const waiting = () => within(screen.getByRole('list', { name: 'Not sent yet' })).getAllByRole('listitem')
    await expect.poll(() => waiting().map(({ firstElementChild }) => firstElementChild?.textContent)).toEqual([
      'First', 'Second',
    ]) // prettier-ignore
    server.setReachable(true)
    await expect.poll(() => server.rows('squad_messages').map(({ content }) => content)).toEqual([
      'To: whole-squad\n\nFirst', 'To: whole-squad\n\nSecond',
    ]) // prettier-ignore
    await expectSuccess(...SENT)
    expect(box().value).toBe('')
    await expectGone(() => screen.queryByRole('list', { name: 'Not sent yet' }))
    expect(await messages()).toEqual([expect.stringContaining('First'), expect.stringContaining('Second')])
  })
})

describe('the focus', () => {
  test('is in the field when the chat is opened', async () => {
    await renderScreen(<SquadChat />)
    await expect.poll(() => document.activeElement).toBe(box())
  })

  test('stays where it is when a link leads to a message', async () => {
    await renderScreen(<SquadChat />, { path: '/chat?tab=squad#00000000-0000-4000-8000-000000000000' })
    await expectText(EMPTY)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(document.activeElement).toBe(document.body)
  })
})

describe('the conversation', () => {
  const squad = { sender_type: 'squad', sender_name: 'Upswing Team' } as const

  test('messages are shown oldest first, the squad’s with its name', async () => {
    const at = (minute: number) => `2026-01-05T10:0${minute}:00Z`
    server.has({
      squad_messages: [
        { content: 'To: growth\n\nthird', created_at: at(3) },
        { content: 'To: growth\n\nfirst', created_at: at(1) },
        { ...squad, content: 'second', created_at: at(2) },
      ],
    })
    await renderScreen(<SquadChat />)
    await conversation()
    expect(await messages()).toEqual(
      [/first/, /^Upswing Team.*second/s, /third/].map((text) => expect.stringMatching(text)),
    )
  })

  test('they stand under their days, with the names of those they are for, unless that is the whole squad', async () => {
    setClock('2026-01-06T12:00:00')
    const at = (day: number, hour: number) => new Date(2026, 0, day, hour).toISOString()
    server.has({
      squad_messages: [
        { content: 'To: growth, product\n\nfirst', created_at: at(5, 23) },
        { ...squad, content: 'To: growth\n\nsecond', created_at: at(6, 0) },
        { content: 'To: whole-squad\n\nthird', created_at: at(6, 9) },
      ],
    })
    await renderScreen(<SquadChat />)
    const days = within(await conversation()).getAllByText(/^(Today|Jan .*)$/)
    expect(days.map(({ textContent }) => textContent)).toEqual(['Jan 5, 2026', 'Today'])
    const texts = (await messages()).map((text) => text?.replace(/^.*?[AP]M/u, ''))
    expect(texts).toEqual(['To: Growth Expert, Product Advisorfirst', 'To: growth\n\nsecond', 'third'])
  })

  test('an answer appears once on the open screen', async () => {
    await renderScreen(<SquadChat />)
    await expectText(EMPTY)
    await server.goLive('squad_messages')
    server.inserts('squad_messages', { ...squad, content: 'Hello there' })
    await conversation()
    expect(await messages()).toEqual([expect.stringContaining('Hello there')])
  })

  test('shows that it loads while messages load', async () => {
    const release = server.hold('GET squad_messages')
    await renderScreen(<SquadChat />)
    expect(screen.getByText('Loading...')).toBeDefined()
    expect(screen.queryByText(EMPTY)).toBeNull()
    release()
    await expectText(EMPTY)
  })

  test('a failed load is said, with a retry', async () => {
    const allow = server.refuse('GET squad_messages')
    await renderScreen(<SquadChat />)
    await expectFailure('Failed to load messages')
    allow()
    await press('Try again')
    await expectText(EMPTY)
  })

  test('"Read" stands under the last message that the squad has read', async () => {
    const at = (minute: number) => `2026-01-05T10:0${minute}:00Z`
    server.has({
      squad_messages: ['Pricing?', 'Hiring?', 'Fundraising?'].map((content, minute) => ({ content, created_at: at(minute) })), // prettier-ignore
    })
    const isRead = async () => (await messages()).filter((text) => text?.endsWith('Read')).map((text) => text?.match(/[A-Z][a-z]+\?/)?.[0]) // prettier-ignore
    await renderScreen(
      <>
        <UnreadMark />
        <SquadChat />
      </>,
    )
    await conversation()
    expect(await isRead()).toEqual([])
    await server.goLive('read_receipts')
    server.inserts('read_receipts', { user_id: FOUNDER.id, unread: 0, squad_read_until: at(1) })
    await expect.poll(isRead).toEqual(['Hiring?'])
  })

  test('a reply is not read in a hidden tab', async () => {
    server.has({
      squad_messages: [{ ...squad, content: 'Charge more.', created_at: '2026-01-05T10:00:00Z' }],
      read_receipts: [{ user_id: FOUNDER.id, unread: 1, squad_read_until: null }],
    })
    server.rpc('mark_replies_read', () => {
      server.updates('read_receipts', { unread: 0 })
    })
    document.title = 'Upswing'
    setVisibility('hidden')
    await renderScreen(
      <>
        <UnreadMark />
        <SquadChat />
      </>,
    )
    await conversation()
    await expect.poll(() => document.title).toBe('(1) Upswing')
    expect(server.sent('POST rpc/mark_replies_read')).toEqual([])
    await act(async () => setVisibility('visible'))
    await expect.poll(() => document.title).toBe('Upswing')
    expect(server.sent('POST rpc/mark_replies_read').map(({ body }) => body)).toEqual([
      { until: '2026-01-05T10:00:00Z' },
    ])
  })
})

test('the title has no count once the founder has left', async () => {
  document.title = 'Upswing'
  server.has({ read_receipts: [{ user_id: FOUNDER.id, unread: 1, squad_read_until: null }] })
  const { leave } = await renderScreen(<UnreadMark />)
  await expect.poll(() => document.title).toBe('(1) Upswing')
  leave()
  expect(document.title).toBe('Upswing')
})

test('without a network a message has not failed: it waits in the thread, and is sent when the network is back', async () => {
  server.has({ squad_messages: [{ user_id: FOUNDER.id, content: 'Hi', sender_type: 'squad', sender_name: 'Ben' }] })
  await renderScreen(<SquadChat />)
  await conversation()
  server.setReachable(false)
  await writes('Pricing?')
  await expectText('Waiting for a connection. It will be sent when you’re back online.')
  expect((await messages()).at(-1)).toMatch(/Pricing\?Not sent yet$/)
  expect(screen.queryAllByRole('alert')).toEqual([])
  server.setReachable(true)
  await expectSuccess(...SENT)
  await expect.poll(messages).toHaveLength(2)
  expect((await messages()).join()).not.toContain('Not sent yet')
})

describe('a comment', () => {
  const DECISION = 'd0000000-0000-4000-8000-000000000001'
  const about = { about_kind: 'decision', about_id: DECISION } as const

  test('says what it is about, and leads there', async () => {
    server.has({
      founder_records: [{ id: DECISION, user_id: FOUNDER.id, kind: 'decision', title: 'Raise prices', period: null }],
      squad_messages: [{ content: 'Do it', sender_type: 'squad', sender_name: 'Upswing Team', ...about }],
    })
    await renderScreen(<SquadChat />)
    const link = await screen.findByRole('link', { name: 'On your decision “Raise prices”' })
    expect(link.getAttribute('href')).toBe(`/brain?tab=decisions#${DECISION}`)
    expect(server.sent('GET founder_records')).toHaveLength(1)
  })

  test('says that its record was deleted', async () => {
    server.has({ founder_records: [], squad_messages: [{ content: 'Do it', ...about }] })
    await renderScreen(<SquadChat />)
    await expectText('On a decision that was deleted')
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('that was refused is edited here, as a message', async () => {
    server.has({ founder_records: [] })
    server.refuse('POST squad_messages', { status: 400, code: 'P0001', message: 'deleted' }, { times: 1 })
    await renderScreen(<SquadChat />)
    act(() => addToOutbox(FOUNDER.id, 'message', { content: 'To: whole-squad\n\nToo early?', ...about }))
    await press(await screen.findByRole('button', { name: 'Edit: Too early?' }))
    await press('Send')
    await expectSuccess(...SENT)
    expect(server.rows('squad_messages')).toMatchObject([{ content: 'To: whole-squad\n\nToo early?', about_id: null }])
  })
})
