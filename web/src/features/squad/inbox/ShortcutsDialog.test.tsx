// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { chosen } from '../../../testing/choose.ts'
import { FOUNDER } from '../../../testing/people.ts'
import { expectText, press, pressKey, type } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { BEN, hasMessage, prepareInbox, showConversation, showInbox } from './test-inbox.tsx'

const server = stubServer()
prepareInbox(server)

beforeEach(() => {
  hasMessage(server, { content: 'Which price is right?', created_at: '2026-03-02T10:00:00Z' })
  hasMessage(server, { content: 'Hello', user_id: BEN })
})

/** Presses a key while nothing is being typed. */
async function key(name: string, modifiers: KeyboardEventInit = {}): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  await pressKey(name, modifiers)
}
const opened = (name: string) => screen.findByRole('heading', { name, level: 2 })
const doneButton = () => screen.findByRole('button', { name: 'Mark as done' })
const help = () => screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })
const closeHelp = async () => {
  await press('Close')
  await waitFor(() => expect(help()).toBeNull())
}

test('j and k go through the conversations, without a step in the history', async () => {
  const { place } = await showInbox()
  await expectText('Which price is right?')
  await key('j')
  await opened('Ana Founder')
  await key('j')
  await opened('Ben Second')
  await key('j')
  await opened('Ben Second')
  await key('k')
  await opened('Ana Founder')
  expect(place()).toBe(`/admin/squad?founder=${FOUNDER.id}`)
})

test('r, n, a, e and / act on the opened conversation', async () => {
  await showConversation()
  await doneButton()
  await key('n')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Internal note' }))
  await key('r')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reply' }))
  await key('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Search names and messages'))
  await key('a')
  await waitFor(() => expect(chosen('Assigned to')).toBe('Upswing Admin'))
  await key('a')
  await waitFor(() => expect(chosen('Assigned to')).toBe('Unassigned'))
  await key('e')
  await screen.findByRole('button', { name: 'Reopen' })
  await key('e')
  await doneButton()
  await key('s')
  await screen.findByRole('dialog', { name: 'Snooze until' })
  await press('Cancel')
  await key('u')
  await expectText('Choose a conversation to read and answer it.')
  expect(server.sent('POST rpc/mark_conversation_unread')).toHaveLength(1)
})

test('keys with Control do nothing', async () => {
  await showConversation()
  await doneButton()
  await key('e', { ctrlKey: true })
  expect(server.sent('POST rpc/mark_conversation_done')).toEqual([])
})

test('Control and Enter send a reply, and open the next conversation', async () => {
  await showConversation()
  await doneButton()
  await type(screen.getByRole('textbox', { name: 'Reply' }), 'The higher one')
  await pressKey('Enter', { ctrlKey: true })
  await opened('Ben Second')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reply' })))
  expect(server.sent('POST squad_messages').map(({ body }) => body)).toMatchObject([
    { user_id: FOUNDER.id, content: 'The higher one' },
  ])
})

test('single keys are listed, do nothing in a field, and can be turned off', async () => {
  await showInbox()
  await expectText('Which price is right?')
  screen.getByLabelText('Search names and messages').focus()
  await pressKey('j')
  await expectText('Choose a conversation to read and answer it.')
  await key('j')
  await doneButton()
  await key('?')
  await expectText('Mark as done, or reopen')
  await act(async () => fireEvent.click(screen.getByLabelText('Use single-key shortcuts')))
  await closeHelp()
  await key('e')
  await key('?')
  expect(help()).toBeNull()
  await doneButton()
  await press('Keyboard shortcuts')
  await act(async () => fireEvent.click(screen.getByLabelText('Use single-key shortcuts')))
  await closeHelp()
  await key('e')
  await screen.findByRole('button', { name: 'Reopen' })
})
