// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'
import { choose, chosen } from '../../../testing/choose.ts'
import { ADMIN } from '../../../testing/people.ts'
import {
  advance,
  expectFailure,
  expectText,
  press,
  pressKey,
  renderScreen,
  setClock,
  type,
} from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { BulkActions } from './BulkActions.tsx'

const server = stubServer()

const CHOSEN = ['aba', 'bob']
const LABEL = 'c0000000-0000-4000-8000-000000000001'

let labels: { id: string; name: string; founders: number }[] = []

beforeEach(() => {
  labels = []
  server.rpc('note_categories', () => [])
  server.has({ notes: [], founder_labels: [] })
  server.rpc('list_labels', () => [...labels, ...server.rows('founder_labels').map(({ id, name }) => ({ id, name, founders: 0 }))]) // prettier-ignore
  server.rpc('add_note_for', ({ founders }) => ({ added: (founders as string[]).length, left: 0 }))
  server.rpc('undo_notes', () => CHOSEN.length)
  hasRecipients()
  server.rpc('message_founders', ({ founders }) => (founders as string[]).length)
  server.rpc('undo_message', () => CHOSEN.length)
})

const ABA = { id: 'aba', first_name: 'Aba', last_name: 'Owusu', email: null }
const BOB = { id: 'bob', first_name: '', last_name: '', email: 'bob@acme.example' }

const hasRecipients = (values: object = {}) =>
  server.rpc('preview_recipients', () => ({
    count: 2,
    waiting: 0,
    founders: [ABA, BOB],
    without_first_name: 1,
    without_last_name: 1,
    nameless: [BOB],
    ...values,
  }))

/** Two chosen founders, until something was done for them. */
function Chosen({ count }: { count: number }) {
  const [isDone, setIsDone] = useState(false)
  return (
    <>
      <BulkActions chosen={isDone ? [] : CHOSEN} count={isDone ? 0 : count} onDone={() => setIsDone(true)} />
      {isDone && <button onClick={() => setIsDone(false)}>Choose again</button>}
    </>
  )
}

const show = (count = 2) => renderScreen(<Chosen count={count} />, { as: ADMIN })
const bar = () => screen.queryByRole('region', { name: 'Chosen founders' })
const undo = () => screen.queryByRole('button', { name: 'Undo' })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const batches = () => server.sent('POST rpc/add_note_for').map(({ body }) => (body as { batch: string }).batch)
const closeDialog = async () => {
  await press(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

async function writesNote(): Promise<void> {
  await press('Add note…')
  await type('Title', 'Buyers')
  await type('Content', ' They ask for SSO ')
}

describe('an owner', () => {
  beforeEach(() =>
    server.rpc('squad_members', () => [{ id: ADMIN.id, first_name: 'Maya', last_name: 'Member', email: null }]),
  )
  const sent = () => server.sent('POST rpc/set_owner').map(({ body }) => body)

  test('is set for all at once, and each gets their former owner back', async () => {
    server.rpc('set_owner', () => [
      { former: null, changed: ['aba'] },
      { former: LABEL, changed: ['bob'] },
    ])
    await show()
    await press('Owner…')
    await choose('Owner', 'Maya Member')
    await press('Set owner of 2 founders')
    await expectText('Maya Member is now the owner of 2 founders.')
    await press('Undo')
    await expectText('Undone.')
    expect(sent()).toEqual([
      { founders: CHOSEN, member: ADMIN.id },
      { founders: ['aba'], member: null },
      { founders: ['bob'], member: LABEL },
    ])
  })

  test('that all of them have already needs no undo, and a failure keeps the choice', async () => {
    server.rpc('set_owner', () => [])
    const undoLoss = server.refuse('POST rpc/set_owner')
    await show()
    await press('Owner…')
    await choose('Owner', 'Nobody')
    await press('Set owner of 2 founders')
    await expectFailure('Failed to change the owner')
    undoLoss()
    await press('Set owner of 2 founders')
    await expectText('None of them had an owner.')
    expect(undo()).toBeNull()
  })
})

describe('a note', () => {
  test('is added for the chosen founders, says for how many, and is undone', async () => {
    await show()
    expect(bar()?.querySelector('output')?.textContent).toBe('2 founders chosen')
    await press('Add note…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a note for 2 founders' }))
    const add = dialog.getByRole<HTMLButtonElement>('button', { name: 'Add for 2 founders' })
    expect(add.disabled).toBe(true)
    await type('Title', 'Buyers')
    expect(add.disabled).toBe(true)
    await type('Content', ' They ask for SSO ')
    await press(add)
    await expectText('Note added for 2 founders.')
    expect(bar()).toBeNull()
    expect(server.sent('POST rpc/add_note_for').map(({ body }) => body)).toMatchObject([
      {
        batch: expect.any(String) as string,
        founders: CHOSEN,
        title: 'Buyers',
        category: 'buyer-insights',
        content: 'They ask for SSO',
      },
    ])
    await press('Undo')
    await expectText('Note removed for 2 founders.')
    expect(undo()).toBeNull()
    expect(server.sent('POST rpc/undo_notes').map(({ body }) => body)).toEqual([{ batch: batches().at(0) }])
  })

  test('that needs minutes for many founders says so', async () => {
    server.rpc('add_note_for', () => ({ added: 200, left: 1300 }))
    await show(1500)
    await writesNote()
    await press('Add for 1,500 founders')
    await expectText('Note added for 200 founders. 1,300 more get it in the next minutes.')
  })

  test('can be undone for ten seconds, or as long as the notice is pointed at or focused', async () => {
    setClock('2026-03-02T09:00:00Z')
    await show()
    await writesNote()
    await press('Add for 2 founders')
    await expectText('Note added for 2 founders.')
    await advance(9000)
    expect(undo()).not.toBeNull()
    fireEvent.mouseEnter(undo()!.parentElement!)
    await advance(20_000)
    expect(undo()).not.toBeNull()
    fireEvent.mouseLeave(undo()!.parentElement!)
    await act(async () => undo()!.focus())
    await advance(20_000)
    expect(undo()).not.toBeNull()
    await act(async () => undo()!.blur())
    await advance(9000)
    expect(undo()).not.toBeNull()
    await advance(2000)
    expect(undo()).toBeNull()
    expect(server.sent('POST rpc/undo_notes')).toEqual([])
  })

  test('that could not be added is still in its fields, and the founders stay chosen', async () => {
    await show()
    const allow = server.lose('POST rpc/add_note_for')
    await writesNote()
    await press('Add for 2 founders')
    await expectFailure("We couldn't confirm that the note was added. Please try again: each founder gets it once.")
    await closeDialog()
    expect(bar()?.querySelector('output')?.textContent).toBe('2 founders chosen')
    await press('Add note…')
    expect([field('Title'), field('Content')]).toEqual(['Buyers', ' They ask for SSO '])
    allow()
    await press('Add for 2 founders')
    await expectText('Note added for 2 founders.')
  })

  test('whose response was lost is sent again under the same id, although its dialog was closed meanwhile', async () => {
    await show()
    server.loseAnswers('POST rpc/add_note_for', { times: 1 })
    await writesNote()
    await press('Add for 2 founders')
    await expectFailure("We couldn't confirm that the note was added. Please try again: each founder gets it once.")
    await closeDialog()
    await press('Add note…')
    await press('Add for 2 founders')
    await expectText('Note added for 2 founders.')
    expect(batches()).toHaveLength(2)
    expect(new Set(batches()).size).toBe(1)
  })

  test('that was changed after an attempt is another one', async () => {
    await show()
    server.loseAnswers('POST rpc/add_note_for', { times: 1 })
    await writesNote()
    await press('Add for 2 founders')
    await expectFailure("We couldn't confirm that the note was added. Please try again: each founder gets it once.")
    await type('Title', 'Other buyers')
    await press('Add for 2 founders')
    await expectText('Note added for 2 founders.')
    expect(new Set(batches()).size).toBe(2)
  })

  test.each([
    ['54000', 'Your earlier notes are still being added. Please try again in a few minutes.'],
    ['42501', "We couldn't confirm that the note was added. Please try again: each founder gets it once."],
  ])('refused with %s says "%s"', async (code, text) => {
    await show()
    server.refuse('POST rpc/add_note_for', { status: 400, code })
    await writesNote()
    await press('Add for 2 founders')
    await expectFailure(text)
  })

  test.each([
    ['P0002', 'It is too late to undo this.'],
    ['42501', 'Failed to undo it'],
  ])('whose undoing is refused with %s stays, and says "%s"', async (code, text) => {
    await show()
    await writesNote()
    await press('Add for 2 founders')
    await expectText('Note added for 2 founders.')
    server.refuse('POST rpc/undo_notes', { status: 400, code })
    await press('Undo')
    await expectFailure(text)
    expect(undo()).not.toBeNull()
  })
})

test('nothing is done for more than 10,000 founders at once', async () => {
  await show(10_001)
  await expectText('At most 10,000 founders at once. Choose fewer.')
  for (const name of ['Message…', 'Add note…', 'Labels…'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
})

describe('a message', () => {
  const sent = () => server.sent('POST rpc/message_founders').map(({ body }) => body as { batch: string })
  const write = async (text: string) => {
    await press('Message…')
    const dialog = within(await screen.findByRole('dialog', { name: 'Message 2 founders' }))
    await type('Message', text)
    await dialog.findByRole('region', { name: 'Preview' })
    return dialog
  }

  test('shows what each will read, is sent to the chosen founders, and is taken back with its text', async () => {
    await show()
    const dialog = await write(' Demo day is on Friday. {sender} ')
    expect(dialog.getByRole('region', { name: 'Preview' }).textContent).toBe(
      'To Aba OwusuDemo day is on Friday. Upswing TeamTo bob@acme.exampleDemo day is on Friday. Upswing Team',
    )
    await press('Send to 2 founders')
    await expectText('Your message to 2 founders goes out in ten seconds.')
    expect(bar()).toBeNull()
    expect(sent()).toEqual([
      {
        batch: expect.any(String) as string,
        founders: CHOSEN,
        content: 'Demo day is on Friday. {sender}',
        sender_name: 'Upswing Team',
      },
    ])
    await press('Undo')
    await expectText('Not sent to 2 founders. Your text is kept under Message.')
    expect(server.sent('POST rpc/undo_message').map(({ body }) => body)).toEqual([{ batch: sent()[0]?.batch }])
  })

  test('that is sent while its dialog is closed can be undone all the same', async () => {
    await show()
    await write('Demo day is on Friday')
    const release = server.holdAnswers('POST rpc/message_founders')
    await press('Send to 2 founders')
    await closeDialog()
    expect(undo()).toBeNull()
    release()
    await press(await screen.findByRole('button', { name: 'Undo' }))
    await expectText('Not sent to 2 founders. Your text is kept under Message.')
  })

  test('can be undone for ten seconds, also while the notice is pointed at', async () => {
    setClock('2026-03-02T09:00:00Z')
    await show()
    await write('Demo day is on Friday')
    await press('Send to 2 founders')
    await expectText('Your message to 2 founders goes out in ten seconds.')
    fireEvent.mouseEnter(undo()!.parentElement!)
    await advance(9000)
    expect(undo()).not.toBeNull()
    await advance(2000)
    expect(undo()).toBeNull()
  })

  test('that is undone stands behind what was begun meanwhile', async () => {
    await show()
    await write('Demo day is on Friday')
    await press('Send to 2 founders')
    await screen.findByRole('button', { name: 'Undo' })
    await press('Choose again')
    await press('Message…')
    await type('Message', 'Hello')
    await closeDialog()
    await press('Undo')
    await expectText('Not sent to 2 founders. Your text is kept under Message.')
    await press('Message…')
    expect(field('Message')).toBe('Hello\n\nDemo day is on Friday')
  })

  test('after Undo has its text again', async () => {
    await show()
    await write('Demo day is on Friday')
    await press('Send to 2 founders')
    await press(await screen.findByRole('button', { name: 'Undo' }))
    await expectText('Not sent to 2 founders. Your text is kept under Message.')
    await press('Choose again')
    await press('Message…')
    expect(field('Message')).toBe('Demo day is on Friday')
  })

  test('with a name that someone lacks, or with an unknown placeholder, asks first', async () => {
    await show()
    const dialog = await write('Hi {first_name} {last_name} of {company}')
    const warnings = dialog.getByRole('status').textContent
    expect(warnings).toBe(
      '1 founder without a first name: greeted as “there” (bob@acme.example).' +
        '1 founder without a last name: it is left out (bob@acme.example).' +
        '{company} is not a placeholder: founders read it as it is.',
    )
    await press('Send to 2 founders')
    const question = within(await screen.findByRole('alertdialog', { name: 'Send it as it is?' }))
    expect(sent()).toEqual([])
    await press(question.getByRole('button', { name: 'Cancel' }))
    expect(field('Message')).toBe('Hi {first_name} {last_name} of {company}')
    await press('Send to 2 founders')
    await press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Send' }))
    await expectText('Your message to 2 founders goes out in ten seconds.')
    expect(sent()).toHaveLength(1)
  })

  test('lists who gets it, who has no account any more, and that who waits keeps waiting', async () => {
    hasRecipients({ count: 1, waiting: 1, founders: [ABA], without_first_name: 0, without_last_name: 0, nameless: [] })
    await show()
    const dialog = await write('Hello')
    await expectText('1 founder you chose no longer has an account.')
    await expectText('1 founder waits for an answer. This message does not count as one.')
    const list = dialog.getByText('Who gets it: 1 founder')
    await press(list)
    expect((await dialog.findByRole('link', { name: 'Aba Owusu' })).getAttribute('href')).toBe('/admin/founders/aba')
    expect(dialog.getByRole('button', { name: 'Send to 1 founder' })).toBeTruthy()
  })

  test('whose response was lost is sent again under the same id', async () => {
    await show()
    server.loseAnswers('POST rpc/message_founders', { times: 1 })
    await write('Hello')
    await press('Send to 2 founders')
    await expectFailure("We couldn't confirm that the message was sent. Please try again: each founder gets it once.")
    await closeDialog()
    await press('Message…')
    expect(field('Message')).toBe('Hello')
    await press(await screen.findByRole('button', { name: 'Send to 2 founders' }))
    await expectText('Your message to 2 founders goes out in ten seconds.')
    expect(new Set(sent().map(({ batch }) => batch)).size).toBe(1)
    expect(sent()).toHaveLength(2)
  })

  test.each([
    ['22001', 'With the names it would be empty or too long for one of them. Please change the text.'],
    ['54000', 'You have reached the limit of a day: 20 messages, to 30,000 founders in all. Please send it tomorrow.'],
    ['P0002', 'None of these founders has an account any more.'],
  ])('refused with %s says "%s", and the text stays', async (code, text) => {
    await show()
    server.refuse('POST rpc/message_founders', { status: 400, code })
    await write('Hello')
    await press('Send to 2 founders')
    await expectFailure(text)
    expect(field('Message')).toBe('Hello')
  })

  test('that a founder has already is not taken back', async () => {
    await show()
    await write('Hello')
    await press('Send to 2 founders')
    server.refuse('POST rpc/undo_message', { status: 400, code: 'P0002' })
    await press(await screen.findByRole('button', { name: 'Undo' }))
    await expectFailure('It is too late to undo this.')
  })

  test('says that it cannot load who gets it, with a retry, and is not sent before', async () => {
    const allow = server.refuse('POST rpc/preview_recipients')
    await show()
    await press('Message…')
    await type('Message', 'Hello')
    await expectFailure('Failed to load who gets it')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send to 2 founders' }).disabled).toBe(true)
    allow()
    await press('Try again')
    await screen.findByRole('region', { name: 'Preview' })
  })
})

describe('a label', () => {
  const given = () => server.sent('POST rpc/label_founders').map(({ body }) => body)

  beforeEach(() => server.rpc('label_founders', ({ founders, is_on }) => (is_on ? founders : ['aba'])))

  test('is invented, given to the chosen founders, and taken from those who got it', async () => {
    await show()
    await press('Labels…')
    await screen.findByRole('dialog', { name: 'Labels for 2 founders' })
    await press('New label')
    await type('Name of the new label', 'Batch')
    await pressKey('Enter')
    await waitFor(() => expect(chosen('Label')).toBe('Batch (0)'))
    const label = server.row('founder_labels').id
    await press('Add to 2 founders')
    await expectText('“Batch” added to 2 founders.')
    expect(given()).toEqual([{ label, founders: CHOSEN, is_on: true }])
    await press('Undo')
    await expectText('Undone.')
    expect(given().at(1)).toEqual({ label, founders: CHOSEN, is_on: false })
  })

  test('is taken from those who have it', async () => {
    labels = [{ id: LABEL, name: 'Batch', founders: 1 }]
    await show()
    await press('Labels…')
    await choose('Label', 'Batch (1)')
    await press('Remove from 2 founders')
    await expectText('“Batch” removed from 1 founder.')
    expect(given()).toEqual([{ label: LABEL, founders: CHOSEN, is_on: false }])
  })

  test('that changes nothing is not undone', async () => {
    server.rpc('label_founders', () => [])
    labels = [{ id: LABEL, name: 'Batch', founders: 2 }]
    await show()
    await press('Labels…')
    await choose('Label', 'Batch (2)')
    await press('Add to 2 founders')
    await expectText('All of them had “Batch” already.')
    expect(undo()).toBeNull()
  })

  test('that cannot be given says so, and the choice stays', async () => {
    labels = [{ id: LABEL, name: 'Batch', founders: 2 }]
    server.refuse('POST rpc/label_founders', { status: 400, code: '54000' })
    await show()
    await press('Labels…')
    await choose('Label', 'Batch (2)')
    await press('Add to 2 founders')
    await expectFailure('There are 100 labels at most, and a founder has 20 at most.')
    expect(chosen('Label')).toBe('Batch (2)')
  })

  describe('is managed:', () => {
    const manages = async () => {
      await show()
      await press('Labels…')
      await press('Manage labels')
      return screen.findByRole('dialog', { name: 'Manage labels' })
    }

    test('renamed, and deleted once that is confirmed', async () => {
      server.has({ founder_labels: [{ name: 'Batch' }] })
      await manages()
      await type('Name of Batch', 'Batch!')
      await press('Rename Batch')
      await screen.findByLabelText('Name of Batch!')
      expect(server.rows('founder_labels')).toMatchObject([{ name: 'Batch!' }])
      await press('Delete Batch!')
      const question = await screen.findByRole('alertdialog', { name: 'Delete the label “Batch!”?' })
      await press(within(question).getByRole('button', { name: 'Delete' }))
      await waitFor(() => expect(screen.queryByLabelText('Name of Batch!')).toBeNull())
      expect(server.rows('founder_labels')).toEqual([])
    })

    test('a name that another label has says so', async () => {
      server.has({ founder_labels: [{ name: 'Batch' }] })
      server.refuse('PATCH founder_labels', { status: 409, code: '23505' })
      await manages()
      await type('Name of Batch', 'Other')
      await press('Rename Batch')
      await expectFailure('There is a label with this name already.')
      expect(field('Name of Batch')).toBe('Other')
    })

    test('the new name of one that a colleague has deleted is kept, as that of a new one', async () => {
      server.has({ founder_labels: [{ name: 'Batch' }] })
      const manage = within(await manages())
      await type('Name of Batch', 'Batch!')
      server.deletes('founder_labels')
      await press('Rename Batch')
      await expectFailure('The label no longer exists. Another admin may have deleted it.')
      await waitFor(() => expect(screen.queryByLabelText('Name of Batch')).toBeNull())
      expect(field('Name of the new label')).toBe('Batch!')
      await press(manage.getByRole('button', { name: 'Add' }))
      await screen.findByLabelText('Name of Batch!')
      expect(server.rows('founder_labels')).toMatchObject([{ name: 'Batch!' }])
    })
  })
})
