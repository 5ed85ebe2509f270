// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { stubLayout } from '../../../testing/layout.ts'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import {
  expectFailure,
  expectSuccess,
  expectText,
  press,
  pressKey,
  renderScreen,
  type,
} from '../../../testing/render.tsx'
import { newId } from '../../../testing/rows.ts'
import { stubServer } from '../../../testing/server.ts'
import { RecordComments } from '../../../ui/record-comments.tsx'
import { CommentsPart } from './CommentsMark.tsx'

const server = stubServer()

const RECORD = { kind: 'decision', id: newId(), title: 'Raise prices' } as const
const about = { about_kind: RECORD.kind, about_id: RECORD.id }
const squads = { sender_type: 'squad', sender_name: 'Strategy Lead', ...about } as const
/** Comments of the squad that the founder has not read. */
let unread = 0

beforeEach(() => {
  stubLayout()
  unread = 0
  server.has({ read_receipts: [], squad_messages: [] })
  server.rpc('comment_counts', () => {
    const comments = server.rows('squad_messages').filter(({ about_id }) => about_id === RECORD.id).length
    return comments > 0 ? [{ record: RECORD.id, comments, unread }] : []
  })
  server.rpc('mark_comments_read', () => {
    unread = 0
  })
})

const show = (as?: typeof ADMIN) =>
  renderScreen(
    <>
      <CommentsPart />
      <RecordComments founder={FOUNDER.id} record={RECORD} />
    </>,
    as && { as },
  )
const mark = (name: string) => screen.findByRole('button', { name: `${name}: decision “Raise prices”` })
const entries = () => screen.queryAllByRole('article').map(({ textContent }) => textContent)

async function opens(name: string, as?: typeof ADMIN): Promise<void> {
  await show(as)
  await press(await mark(name))
  await screen.findByRole('dialog', { name: 'Comments' })
}

async function writes(text: string): Promise<void> {
  await type('Comment', text)
  screen.getByRole('textbox', { name: 'Comment' }).focus()
  await pressKey('Enter')
}

test('a failed load of the comments is said, with a retry', async () => {
  const allow = server.refuse('GET squad_messages')
  await opens('Comment')
  await expectFailure('Failed to load messages')
  allow()
  await press('Try again')
  await expectText('No comments yet')
})

describe('a founder', () => {
  test('writes about a record: a message to the whole squad, about it', async () => {
    await opens('Comment')
    await expectText('Decision “Raise prices”')
    await writes('Is it too early?')
    await expectSuccess('Your message has been delivered', 'Message sent')
    expect(entries()).toEqual([expect.stringMatching(/^You · .*Is it too early\?$/)])
    expect(server.rows('squad_messages')).toMatchObject([
      { user_id: FOUNDER.id, sender_type: 'user', content: 'To: whole-squad\n\nIs it too early?', ...about },
    ])
    await pressKey('Escape')
    await mark('1 comment')
  })

  test('sees how many comments are new, reads them in their order, and has read them then', async () => {
    unread = 1
    server.has({
      squad_messages: [
        { content: 'To: whole-squad\n\nToo early?', created_at: '2026-03-02T09:00:00Z', ...about },
        { content: 'No, now', created_at: '2026-03-02T10:00:00Z', ...squads },
        { content: 'About nothing', created_at: '2026-03-02T11:00:00Z' },
      ],
    })
    await opens('2 comments, 1 new')
    expect(await within(screen.getByRole('dialog')).findByRole('log')).toBeDefined()
    expect(entries()).toEqual([
      expect.stringMatching(/^You · .*Too early\?$/),
      expect.stringMatching(/^Strategy Lead · .*No, now$/),
    ])
    await expect
      .poll(() => server.sent('POST rpc/mark_comments_read').map(({ body }) => body))
      .toEqual([{ record: RECORD.id, until: '2026-03-02T10:00:00Z' }])
    await pressKey('Escape')
    await mark('2 comments')
  })

  test('sees a comment of the squad at once', async () => {
    await opens('Comment')
    await server.goLive('squad_messages')
    server.inserts('squad_messages', { content: 'We think so', user_id: FOUNDER.id, ...squads })
    expect(await within(await screen.findByRole('log')).findByText('We think so')).toBeDefined()
  })

  test('what is written without a network waits beside its record, and is sent once when it is back', async () => {
    await opens('Comment')
    await expectText('No comments yet')
    server.setReachable(false)
    await writes('Is it too early?')
    await expectText('Waiting for a connection. It will be sent when you’re back online.')
    expect(entries()).toEqual([expect.stringMatching(/^You.*Is it too early\?/)])
    // A response that is lost is no second comment.
    server.loseAnswers('POST squad_messages', { times: 1 })
    await act(async () => server.setReachable(true))
    await expect.poll(() => server.rows('squad_messages').length).toBe(1)
    await expect.poll(() => screen.queryByText(/^Waiting for a connection/), { timeout: 8000 }).toBeNull()
    expect(server.rows('squad_messages')).toMatchObject([{ content: 'To: whole-squad\n\nIs it too early?', ...about }])
    expect(entries()).toHaveLength(1)
  })

  test('what the server refuses stays beside the record, and is edited there', async () => {
    server.refuse('POST squad_messages', { status: 400, code: 'P0001', message: 'it was deleted' })
    await opens('Comment')
    await writes('Is it too early?')
    await expectText('Not sent: it was deleted')
    await press('Edit: Is it too early?')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('Is it too early?')
  })

  test('what is typed is there again after the dialog was closed', async () => {
    await opens('Comment')
    await type('Comment', 'Half a thou')
    await pressKey('Escape')
    await press(await mark('Comment'))
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })).value).toBe('Half a thou')
  })
})

describe('the squad', () => {
  test('comments under the display name', async () => {
    await opens('Comment', ADMIN)
    await type('Display name', 'Maya')
    await writes('Raise it')
    await expectSuccess('Your message has been delivered', 'Message sent')
    expect(server.rows('squad_messages')).toMatchObject([
      { user_id: FOUNDER.id, sender_type: 'squad', sender_name: 'Maya', content: 'Raise it', ...about },
    ])
    expect(server.sent('POST rpc/mark_comments_read')).toEqual([])
  })

  test('a comment that cannot be sent returns to the field', async () => {
    server.refuse('POST squad_messages')
    await opens('Comment', ADMIN)
    await writes('Raise it')
    await expectFailure('Failed to send message')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('Raise it')
    expect(entries()).toEqual([])
  })
})
