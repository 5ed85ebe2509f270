// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { setOffline } from '../../../lib/offline/network.ts'
import { FOUNDER } from '../../../testing/people.ts'
import { expectFailure, expectSuccess, expectText, notices, press, pressKey, type } from '../../../testing/render.tsx'
import { newId } from '../../../testing/rows.ts'
import { stubServer } from '../../../testing/server.ts'
import { BEN, entries, hasMessage, hasSummary, isTyping, listed, MAYA, prepareInbox, showConversation, thread } from './test-inbox.tsx' // prettier-ignore

const server = stubServer()
prepareInbox(server)

beforeEach(() => hasMessage(server, { content: 'Which price is right?' }))

const SENT = ['Your message has been delivered', 'Message sent'] as const

const show = async () => {
  const shown = await showConversation()
  await (await thread()).findByText('Which price is right?')
  await screen.findByRole('button', { name: 'Mark as done' })
  return shown
}
const reply = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
const dialog = (name: string) => screen.findByRole('dialog', { name })
const texts = () => entries().map((entry) => entry.replace(/^.* [AP]M/, ''))
const replies = () => server.rows('squad_messages').filter(({ sender_type }) => sender_type === 'squad')

async function writes(text: string): Promise<void> {
  await type(reply(), text)
  await pressKey('Enter')
}

describe('a reply', () => {
  test('is sent under the product’s name and "Team"', async () => {
    await show()
    expect(screen.getByLabelText<HTMLInputElement>('Display name').value).toBe('Upswing Team')
    await type(reply(), 'The higher one')
    await press(send())
    await expectSuccess(...SENT)
    expect(entries().at(-1)).toMatch(/^Upswing Team · .*The higher one$/)
    expect(replies()).toMatchObject([
      { user_id: FOUNDER.id, content: 'The higher one', sender_type: 'squad', sender_name: 'Upswing Team' },
    ])
  })

  test('is sent under a chosen name, which is remembered; an empty one is not accepted', async () => {
    const { leave } = await show()
    await type(reply(), 'The higher one')
    await type('Display name', '  ')
    expect(send().disabled).toBe(true)
    await type('Display name', ' Maya ')
    await press(send())
    await expectSuccess(...SENT)
    expect(entries().at(-1)).toMatch(/^Maya · .*The higher one$/)
    leave()
    await show()
    expect(screen.getByLabelText<HTMLInputElement>('Display name').value).toBe(' Maya ')
  })

  test('is sent by Enter, with a new line by Shift+Enter; an empty one is not sent', async () => {
    await show()
    await type(reply(), '  ')
    expect(send().disabled).toBe(true)
    await pressKey('Enter')
    await type(reply(), 'One')
    await pressKey('Enter', { shiftKey: true })
    expect(server.sent('POST squad_messages')).toEqual([])
    await writes('One\nTwo')
    await expectSuccess(...SENT)
    expect(replies()).toMatchObject([{ content: 'One\nTwo' }])
  })

  test('is shown at once, then replaced by the saved row', async () => {
    await show()
    const release = server.hold('POST squad_messages')
    await writes('The higher one')
    await expect.poll(texts).toEqual(['Which price is right?', 'The higher one'])
    expect(reply().value).toBe('')
    expect(notices()).toEqual([])
    release()
    await expectSuccess(...SENT)
    await expect.poll(texts).toEqual(['Which price is right?', 'The higher one'])
  })

  test('that failed is removed, and its text returns to the input', async () => {
    await show()
    const allow = server.lose('POST squad_messages')
    await writes('The higher one')
    await expectFailure('Failed to send message')
    await expect.poll(texts).toEqual(['Which price is right?'])
    expect(reply().value).toBe('The higher one')
    allow()
    reply().focus()
    await pressKey('Enter')
    await expectSuccess(...SENT)
    await expect.poll(texts).toEqual(['Which price is right?', 'The higher one'])
  })

  test('that failed does not overwrite newer text', async () => {
    await show()
    let fail = () => {}
    const failing = new Promise<never>((_, reject) => (fail = () => reject(new TypeError('Failed to fetch'))))
    server.on('POST squad_messages', () => failing)
    await writes('The first')
    await type(reply(), 'The second')
    fail()
    await expectFailure('Failed to send message')
    expect(reply().value).toBe('The first\nThe second')
  })

  test('whose response was lost is shown once, and what was typed behind it is a message of its own', async () => {
    await show()
    await server.goLive('squad_messages')
    server.loseAnswers('POST squad_messages', { times: 1 })
    await writes('The higher one')
    await expectFailure('Failed to send message')
    expect(reply().value).toBe('The higher one')
    // The live change shows it.
    server.updates('squad_messages', {}, ({ sender_type }) => sender_type === 'squad')
    await waitFor(() => expect(texts()).toEqual(['Which price is right?', 'The higher one']))
    await writes('The higher one\nCall them first')
    await expectSuccess(...SENT)
    expect(reply().value).toBe('')
    await waitFor(() => expect(texts()).toEqual(['Which price is right?', 'The higher one', 'Call them first']))
    expect(replies().map(({ content }) => content)).toEqual(['The higher one', 'Call them first'])
  })

  test('that is not sent survives leaving the screen, and a reload', async () => {
    const { leave } = await show()
    await type(reply(), 'Here is')
    leave()
    const { reload } = await show()
    expect(reply().value).toBe('Here is')
    await reload()
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })).value).toBe('Here is')
  })

  test('is left by Escape', async () => {
    await show()
    await type(reply(), 'Here is')
    await pressKey('Escape')
    expect(document.activeElement).not.toBe(reply())
    expect(reply().value).toBe('Here is')
  })
})

describe('a reply to which a colleague was faster', () => {
  const answer = (values: object = {}) => {
    const message = { content: 'The lower one', sender_type: 'squad', sender_name: 'Upswing Team' } as const
    hasMessage(server, { ...message, created_at: '2026-03-02T11:00:00Z', ...values })
    const { id } = server.rows('squad_messages').at(-1)!
    server.inserts('squad_answers', { message_id: id, user_id: FOUNDER.id, author_id: MAYA, batch_id: null })
  }
  const NEWS = 'Maya Member answered while you were writing. Send again if yours is still needed.'

  test('is sent after the colleague’s answer was shown', async () => {
    await show()
    await server.goLive('squad_messages')
    await type(reply(), 'The higher one')
    answer()
    await waitFor(() => expect(texts()).toContain('The lower one'))
    await pressKey('Enter')
    await expectText(NEWS)
    expect(server.sent('POST squad_messages')).toEqual([])
    expect(reply().value).toBe('The higher one')
    await pressKey('Enter')
    await expectSuccess(...SENT)
    expect(screen.queryByText(NEWS)).toBeNull()
    expect(replies().at(-1)).toMatchObject({ content: 'The higher one' })
  })

  test('is sent at once when it was begun before the conversation was loaded', async () => {
    answer()
    const release = server.hold('GET squad_messages')
    await showConversation()
    await type(reply(), 'The higher one')
    release()
    await waitFor(() => expect(texts()).toContain('The lower one'))
    await pressKey('Enter')
    await expectSuccess(...SENT)
    expect(screen.queryByText(NEWS)).toBeNull()
  })

  test('is sent again at once after it failed, when no one has answered meanwhile', async () => {
    answer()
    await show()
    const allow = server.lose('POST squad_messages')
    await writes('The higher one')
    await waitFor(() => expect(reply().value).toBe('The higher one'))
    allow()
    await pressKey('Enter')
    await expectSuccess(...SENT)
    expect(screen.queryByText(NEWS)).toBeNull()
  })

  test('is sent at once when what came was a message to many', async () => {
    await show()
    await server.goLive('squad_messages')
    await type(reply(), 'The higher one')
    hasMessage(server, {
      content: 'Demo day',
      sender_type: 'squad',
      sender_name: 'Upswing Team',
      created_at: '2026-03-02T11:00:00Z',
    })
    const { id } = server.rows('squad_messages').at(-1)!
    server.inserts('squad_answers', { message_id: id, user_id: FOUNDER.id, author_id: MAYA, batch_id: newId() })
    await waitFor(() => expect(texts()).toContain('Demo day'))
    await pressKey('Enter')
    await expectSuccess(...SENT)
    expect(screen.queryByText(NEWS)).toBeNull()
  })

  test('does not go to the next conversation before', async () => {
    const { place } = await show()
    await server.goLive('squad_messages')
    await type(reply(), 'The higher one')
    answer()
    await waitFor(() => expect(texts()).toContain('The lower one'))
    await pressKey('Enter', { ctrlKey: true })
    await expectText(NEWS)
    expect(place()).toContain(FOUNDER.id)
    expect(server.sent('POST squad_messages')).toEqual([])
  })

  test('is sent at once when the answer was there before, or is the admin’s own', async () => {
    answer()
    await show()
    await writes('And the higher one')
    await expectSuccess(...SENT)
    await writes('Or both')
    await waitFor(() => expect(replies()).toHaveLength(3))
  })
})

describe('a reply that failed', () => {
  test('names its founder in another conversation, and leads back', async () => {
    hasMessage(server, { user_id: BEN, content: 'Hello', created_at: '2026-03-01T10:00:00Z' })
    const { place } = await show()
    const allow = server.lose('POST squad_messages')
    await type(reply(), 'The higher one')
    await pressKey('Enter', { ctrlKey: true })
    await screen.findByRole('heading', { name: 'Ben Second' })
    await expectText("We couldn't confirm that your reply to Ana Founder was sent. Its text is back in the reply.")
    allow()
    await press('Open it', 'link')
    await screen.findByRole('heading', { name: 'Ana Founder' })
    expect(place()).toBe(`/admin/squad?founder=${FOUNDER.id}`)
    expect(reply().value).toBe('The higher one')
    expect(screen.queryByText(/couldn't confirm/)).toBeNull()
  })

  test('is forgotten when its notice is dismissed', async () => {
    hasMessage(server, { user_id: BEN, content: 'Hello', created_at: '2026-03-01T10:00:00Z' })
    await show()
    server.lose('POST squad_messages')
    await type(reply(), 'The higher one')
    await pressKey('Enter', { ctrlKey: true })
    await press(await screen.findByRole('button', { name: 'Dismiss the notice about Ana Founder' }))
    expect(screen.queryByText(/couldn't confirm/)).toBeNull()
  })
})

test('a lost network is said', async () => {
  await show()
  const text = "You're offline. What you type is kept; send it when you are back."
  expect(screen.queryByText(text)).toBeNull()
  act(() => setOffline(true))
  await expectText(text)
  act(() => setOffline(false))
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
})

describe('an internal note', () => {
  const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Internal note' })

  test('stands between the messages under its author’s name, and is deleted once that is confirmed', async () => {
    server.has({ internal_notes: [{ user_id: FOUNDER.id, author_id: MAYA, content: 'Wants to sell', created_at: '2026-03-02T09:30:00Z' }] }) // prettier-ignore
    hasMessage(server, { content: 'Hello?', created_at: '2026-03-02T10:00:00Z' })
    await show()
    await waitFor(() => expect(entries()).toHaveLength(3))
    expect(entries()[1]).toMatch(/^Internal note by Maya Member · .*Wants to sell/)
    await press('Delete note')
    const question = await screen.findByRole('alertdialog', { name: 'Delete this internal note?' })
    await press(within(question).getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(texts()).toEqual(['Which price is right?', 'Hello?']))
    expect(server.rows('internal_notes')).toEqual([])
  })

  test('is written in a field of its own, without a name', async () => {
    await show()
    await type(reply(), 'Half a reply')
    await press(screen.getByRole('radio', { name: 'Internal note' }))
    expect(note().value).toBe('')
    expect(screen.queryByLabelText('Display name')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Saved replies' })).toBeNull()
    await type(note(), 'Wants to sell')
    await press('Add note')
    await waitFor(() => expect(texts().at(-1)).toMatch(/^Wants to sell/))
    expect(server.rows('internal_notes')).toMatchObject([{ user_id: FOUNDER.id, content: 'Wants to sell' }])
    expect(server.sent('POST squad_messages')).toEqual([])
    await press(screen.getByRole('radio', { name: 'Reply' }))
    expect(reply().value).toBe('Half a reply')
  })

  test('mentions a colleague, whose name is completed', async () => {
    await show()
    await press(screen.getByRole('radio', { name: 'Internal note' }))
    await type(note(), 'Please look @ma')
    await screen.findByRole('button', { name: /@Maya Member/ })
    expect(screen.queryByRole('button', { name: /@Upswing Admin/ })).toBeNull()
    await pressKey('Enter')
    expect(note().value).toBe('Please look @Maya Member ')
    expect(screen.queryByRole('list', { name: 'Mention a colleague' })).toBeNull()
    await pressKey('Enter')
    await waitFor(() => expect(texts().at(-1)).toMatch(/^For Maya MemberPlease look @Maya Member/))
    expect(server.sent('POST internal_notes').map(({ body }) => body)).toMatchObject([
      { content: 'Please look @Maya Member', mentions: [MAYA] },
    ])
  })

  test('that failed is removed, and its text returns', async () => {
    await show()
    server.lose('POST internal_notes')
    await press(screen.getByRole('radio', { name: 'Internal note' }))
    await type(note(), 'Wants to sell')
    await press('Add note')
    await expectFailure('Failed to add the note')
    await expect.poll(texts).toEqual(['Which price is right?'])
    expect(note().value).toBe('Wants to sell')
  })
})

describe('a saved reply', () => {
  const WELCOME = { title: 'Welcome', content: 'Hello {first_name}, it is {sender}.' }

  test('is written once and chosen with a slash, filled with the founder’s name', async () => {
    hasSummary(server, { first_name: 'Ana' })
    await show()
    reply().focus()
    await pressKey('/')
    await dialog('Saved replies')
    await expectText('No saved replies yet.')
    await press('New')
    const form = within(await dialog('New saved reply'))
    expect(document.activeElement).toBe(form.getByLabelText('Title'))
    await type('Title', WELCOME.title)
    await type('Text', WELCOME.content)
    await press(form.getByRole('button', { name: 'Save' }))
    const saved = within(await dialog('Saved replies'))
    await saved.findByText('Welcome')
    expect(document.activeElement).toBe(saved.getByLabelText('Search saved replies'))
    expect(server.rows('saved_replies')).toMatchObject([WELCOME])
    await type('Search saved replies', 'WELCOME')
    expect(saved.getAllByRole('listitem')).toHaveLength(1)
    await pressKey('Enter')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(reply().value).toBe('Hello Ana, it is Upswing Team.')
    await waitFor(() => expect(document.activeElement).toBe(reply()))
    // A slash in a text is a slash.
    await pressKey('/')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('waits for the founder’s name, and is not inserted without it', async () => {
    server.has({ saved_replies: [WELCOME] })
    const release = server.hold('GET rpc/founder_summary')
    await show()
    await press('Saved replies')
    await press(await screen.findByText('Welcome'))
    expect(reply().value).toBe('')
    release()
    await waitFor(() => expect(reply().value).toBe('Hello Ana, it is Upswing Team.'))
  })

  test('says when the name cannot be loaded', async () => {
    server.has({ saved_replies: [WELCOME] })
    server.refuse('GET rpc/founder_summary')
    await show()
    await press('Saved replies')
    await press(await screen.findByText('Welcome'))
    await expectFailure("We couldn't load the founder's name for the saved reply. Please try again.")
    expect(reply().value).toBe('')
  })

  test('goes behind what is typed', async () => {
    server.has({ saved_replies: [{ title: 'Price', content: 'The higher one' }] })
    await show()
    await type(reply(), 'Hello')
    await press('Saved replies')
    await press(await screen.findByText('Price'))
    expect(reply().value).toBe('Hello\nThe higher one')
  })

  test('is found with the arrow keys', async () => {
    server.has({ saved_replies: ['One', 'Two'].map((title) => ({ title, content: title })) })
    await show()
    await press('Saved replies')
    await screen.findByText('One', { selector: '.font-medium' })
    screen.getByLabelText('Search saved replies').focus()
    for (const [key, found] of [
      ['ArrowDown', 'OneOne'],
      ['ArrowDown', 'TwoTwo'],
      ['ArrowDown', 'TwoTwo'],
      ['ArrowUp', 'OneOne'],
    ] as const) {
      await pressKey(key)
      expect(document.activeElement?.textContent).toBe(found)
    }
  })

  test('is deleted once that is confirmed', async () => {
    server.has({ saved_replies: [WELCOME] })
    await show()
    await press('Saved replies')
    await press('Delete Welcome')
    await press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    await expectText('No saved replies yet.')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Search saved replies')))
    await type('Search saved replies', 'Welcome')
    await expectText('No saved reply with these words.')
    expect(server.rows('saved_replies')).toEqual([])
  })

  test('that a colleague deletes while it is changed keeps its text, and becomes a new one', async () => {
    server.has({ saved_replies: [WELCOME] })
    await show()
    await press('Saved replies')
    await press('Change Welcome')
    await dialog('Change saved reply')
    await type('Text', 'Hello, and welcome')
    server.deletes('saved_replies')
    await press('Save')
    await expectFailure('The reply no longer exists. Another admin may have deleted it. Save again to add it.')
    await dialog('New saved reply')
    expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Hello, and welcome')
    await press('Save')
    await within(await dialog('Saved replies')).findByText('Welcome')
    expect(server.rows('saved_replies')).toMatchObject([{ title: 'Welcome', content: 'Hello, and welcome' }])
  })

  test.each([
    ['23505', 'There is a saved reply with this title already.'],
    ['42501', 'Failed to save the reply'],
  ])('refused with %s says "%s", and keeps its text', async (code, text) => {
    server.refuse('POST saved_replies', { status: 409, code })
    await show()
    await press('Saved replies')
    await press('New')
    await type('Title', 'Welcome')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    await type('Text', 'Hello')
    await press('Save')
    await expectFailure(text)
    expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Hello')
  })
})

test('a member who answers the same founder is named, as long as they write', async () => {
  await show()
  await server.goLive('squad_typing')
  isTyping(server, MAYA)
  await expectText('Maya Member is writing an answer.')
  isTyping(server)
  await waitFor(() => expect(screen.queryByText(/writing an answer/)).toBeNull())
})

test('the team is told that a reply is being written, and that it no longer is', async () => {
  await show()
  expect(server.sent('POST rpc/set_typing')).toEqual([])
  await type(reply(), 'I am')
  await waitFor(() => expect(server.sent('POST rpc/set_typing')).toHaveLength(1))
  await pressKey('Enter')
  await waitFor(() => expect(server.sent('POST rpc/set_typing')).toHaveLength(2))
  expect(server.sent('POST rpc/set_typing').map(({ body }) => body)).toEqual([
    { founder: FOUNDER.id, is_typing: true },
    { founder: FOUNDER.id, is_typing: false },
  ])
  expect(listed()).toHaveLength(1)
  expect((await thread()).getAllByRole('article').length).toBeGreaterThan(0)
})

describe('a reply to a comment', () => {
  const GOAL = 'd0000000-0000-4000-8000-000000000002'
  const NOTE = 'A comment on the goal “Ten demos”'
  beforeEach(() => {
    server.has({
      founder_records: [{ id: GOAL, user_id: FOUNDER.id, kind: 'goal', title: 'Ten demos', period: 'weekly' }],
    })
    const about = { about_kind: 'goal', about_id: GOAL } as const
    hasMessage(server, { content: 'Is ten too many?', created_at: '2026-03-02T10:00:00Z', ...about })
  })

  test('is about the same record, to which the comment leads', async () => {
    await show()
    await expectText(NOTE)
    const link = screen.getByRole('link', { name: 'On the goal “Ten demos”' })
    expect(link.getAttribute('href')).toBe(`/admin/users?founder=${FOUNDER.id}&tab=goals`)
    await writes('Five will do')
    await expectSuccess(...SENT)
    expect(replies()).toMatchObject([{ content: 'Five will do', about_kind: 'goal', about_id: GOAL }])
  })

  test('is to the whole conversation when the admin drops the record', async () => {
    await show()
    await expectText(NOTE)
    await press('Reply to the whole conversation instead')
    expect(screen.queryByText(NOTE)).toBeNull()
    await writes('Let us talk')
    await expectSuccess(...SENT)
    expect(replies()).toMatchObject([{ content: 'Let us talk', about_kind: null, about_id: null }])
  })
})
