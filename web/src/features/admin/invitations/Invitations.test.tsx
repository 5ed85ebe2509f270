// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { choose } from '../../../testing/choose.ts'
import { ADMIN } from '../../../testing/people.ts'
import {
  expectFailure,
  expectGone,
  expectSuccess,
  expectText,
  press,
  renderScreen,
  setClock,
  type,
} from '../../../testing/render.tsx'
import { newId } from '../../../testing/rows.ts'
import { stubServer } from '../../../testing/server.ts'
import type { Invitation } from './api.ts'
import { InviteButton, Invitations } from './Invitations.tsx'

const server = stubServer()

const LABEL = newId()

beforeEach(() => {
  setClock('2026-03-02T09:00:00Z')
  server.has({ founder_invitations: [] })
  server.rpc('list_labels', () => [{ id: LABEL, name: 'Batch 7', founders: 3 }])
})

const invitation = (email: string, values: Partial<Invitation> = {}) => ({
  email,
  words: null,
  label: null,
  invited_by: ADMIN.id,
  created_at: '2026-03-01T09:00:00Z',
  sent_at: '2026-03-01T09:00:00Z',
  expires_at: '2026-03-15T09:00:00Z',
  due_at: null,
  attempts: 0,
  ...values,
})

const show = () =>
  renderScreen(
    <>
      <InviteButton />
      <Invitations />
    </>,
    { as: ADMIN },
  )
const invited = () => server.sent('POST rpc/invite_founders').map(({ body }) => body)
const field = () => screen.getByLabelText<HTMLTextAreaElement>('Email addresses')

async function opens() {
  await show()
  await press('Invite Founders')
  await screen.findByRole('dialog', { name: 'Invite Founders' })
}

test('addresses are read from whatever was pasted, and invited with words and a label; what was done with each is said', async () => {
  server.rpc('invite_founders', () => [
    { email: 'ana@acme.com', outcome: 'invited' },
    { email: 'ben@b.co', outcome: 'has an account' },
    { email: 'cyd@c.co', outcome: 'invited before' },
  ])
  await opens()
  await type(field(), 'Ana <Ana@acme.com>; ben@b.co\ncyd@c.co, ana@acme.com, dan@acme')
  await expectText('3 addresses')
  await choose('Label for those who accept', 'Batch 7')
  await type('Personal message (optional)', 'See you on Monday')
  await press('Invite 3 addresses')
  await expectText('1 address invited.')
  await expectText('Already signed up: ben@b.co.')
  await expectText(/^Invited before: cyd@c\.co\./)
  expect(invited()).toEqual([
    { addresses: ['ana@acme.com', 'ben@b.co', 'cyd@c.co'], words: 'See you on Monday', label: LABEL },
  ])
  // It is not lost: it can be corrected.
  expect(field().value).toBe('dan@acme')
})

test('what was typed is there when the dialog is opened again', async () => {
  await opens()
  await type(field(), 'ana@acme.com')
  await type('Personal message (optional)', 'See you on Monday')
  await press('Close')
  await expectGone(() => screen.queryByRole('dialog'))
  await press('Invite Founders')
  await screen.findByRole('dialog', { name: 'Invite Founders' })
  expect(field().value).toBe('ana@acme.com')
  expect(screen.getByLabelText<HTMLTextAreaElement>('Personal message (optional)').value).toBe('See you on Monday')
})

test('a CSV file adds its addresses; a file without one says so', async () => {
  await opens()
  const choosesFile = (name: string, text: string) =>
    fireEvent.change(screen.getByLabelText('File with addresses'), { target: { files: [new File([text], name)] } })
  choosesFile('empty.csv', 'name\nAna')
  await expectText('No address in empty.csv.')
  choosesFile('batch.csv', 'name,email\n"Sousa, Ana",ana@acme.com\nBen,ben@b.co\nDan,dan@acme')
  await waitFor(() => expect(field().value).toBe('ana@acme.com\nben@b.co\ndan@acme'))
  await expectText('Not an email address: dan@acme.')
})

test('what is no address is said, without one nothing is sent, and a failure keeps what was typed', async () => {
  server.rpc('invite_founders', () => Response.json({ code: '54000', message: 'full' }, { status: 400 }))
  await opens()
  await press('Invite')
  await expectText('Enter at least one email address.')
  expect(document.activeElement).toBe(field())
  await type(field(), 'ana@acme ben@b.co')
  await expectText('Not an email address: ana@acme.')
  await press('Invite 1 address')
  await expectFailure('At most 1,000 invitations wait, and 1,000 are emailed a day. Withdraw those you no longer need.')
  expect(field().value).toBe('ana@acme ben@b.co')
  await type(field(), Array.from({ length: 201 }, (_, n) => `f${n}@acme.com`).join(' '))
  await expectText('At most 200 at once, please.')
  const sent = invited().length
  await press('Invite 201 addresses')
  expect(invited()).toHaveLength(sent)
})

test('those who have not come yet are listed with what became of the mail, sent again and withdrawn', async () => {
  server.has({
    founder_invitations: [
      invitation('sent@acme.com'),
      invitation('late@acme.com', { expires_at: '2026-03-02T08:00:00Z' }),
      invitation('new@acme.com', { sent_at: null, expires_at: null, due_at: '2026-03-02T08:59:00Z' }),
      invitation('retried@acme.com', { sent_at: null, expires_at: null, due_at: '2026-03-02T09:05:00Z', attempts: 2 }),
      invitation('given-up@acme.com', { sent_at: null, expires_at: null }),
    ],
  })
  server.rpc('send_invitation_again', () => null)
  server.rpc('withdraw_invitation', () => Response.json({ code: 'P0002', message: 'gone' }, { status: 400 }))
  await show()
  await screen.findByText('(5)')
  const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows()).toEqual(
    expect.arrayContaining([
      'sent@acme.comInvited Mar 1, 2026, valid until Mar 15, 2026',
      'late@acme.comExpired on Mar 2, 2026. Send it again.',
      'new@acme.comThe email is on its way.',
      'retried@acme.comThe email could not be sent yet. We’ll try again.',
      'given-up@acme.comThe email could not be sent. Send it again.',
    ]),
  )
  await press('Send again: late@acme.com')
  await expectSuccess('Sent again')
  await press('Withdraw: sent@acme.com')
  await press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }))
  await expectFailure('It has been accepted or withdrawn in the meantime.')
})

test('nobody invited: no list', async () => {
  await show()
  await waitFor(() => expect(server.sent('GET founder_invitations')).not.toEqual([]))
  expect(screen.queryByText('Invited, not joined yet')).toBeNull()
})
