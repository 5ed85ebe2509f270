// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DECISION_LIMITS } from '../../../../domain/decisions.ts'
import {
  card,
  expectFailure,
  expectGone,
  expectSuccess,
  expectText,
  notices,
  press,
  pressKey,
  renderScreen,
  setClock,
  type,
} from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { requestAction } from '../../ui/actions.ts'
import { texts } from '../../lib/texts/texts.ts'
import { DecisionsCard } from './DecisionsCard.tsx'

const server = stubServer()
beforeEach(() => {
  setClock('2026-03-04T10:00:00')
  server.has({ app_entries: [], decision_answers: [], decisions: [] })
  server.rpc('review_decision', ({ decision, ...review }) => {
    Object.assign(server.rows('decisions').find(({ id }) => id === decision) ?? {}, review, { reviewed_at: 'now' })
  })
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const inDialog = () => within(screen.getByRole('dialog'))
const submit = () => inDialog().getByRole<HTMLButtonElement>('button', { name: 'Log Decision' })

async function opens(): Promise<void> {
  await press(card('Decisions').getByRole('button', { name: 'Log Decision' }))
  await screen.findByRole('dialog', { name: 'Log Decision' })
}

async function opensFilled(): Promise<void> {
  await renderScreen(<DecisionsCard />)
  await opens()
  await type('Title', 'Raise prices')
  await type('Reason', 'No one says no')
}

test('the action "decision" opens the dialog', async () => {
  await renderScreen(<DecisionsCard />)
  await act(async () => requestAction('decision'))
  expect(await screen.findByRole('dialog', { name: 'Log Decision' })).toBeDefined()
})

describe('logging a decision', () => {
  test('title and reason are required', async () => {
    await renderScreen(<DecisionsCard />)
    await opens()
    const isDisabled = () => submit().getAttribute('aria-disabled') === 'true'
    expect(isDisabled()).toBe(true)
    expect(screen.queryByRole('alert')).toBeNull()
    await press(submit())
    expect(document.activeElement).toBe(field('Title'))
    expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
      'Say in a few words what you decided.',
      'Say why, in a sentence.',
    ])
    await type('Title', 'Raise prices')
    await type('Reason', '  ')
    await press(submit())
    expect(document.activeElement).toBe(field('Reason'))
    expect(server.sent('POST decisions')).toEqual([])
    await type('Reason', 'No one says no')
    expect(isDisabled()).toBe(false)
    expect(screen.queryByRole('alert')).toBeNull()
    await type('Title', ' ')
    expect(isDisabled()).toBe(true)
  })

  test('a new decision has the category Product, is neutral and has no result; the form is empty afterwards', async () => {
    await opensFilled()
    expect(field('Category').value).toBe('Product')
    await press(submit())
    await expectSuccess('Decision logged')
    await expectGone(() => screen.queryByRole('dialog'))
    expect(await screen.findByRole('heading', { name: 'Raise prices' })).toBeDefined()
    expect(screen.getByText('No one says no')).toBeDefined()
    expect(server.rows('decisions')).toMatchObject([
      { title: 'Raise prices', reason: 'No one says no', category: 'Product', impact: 'neutral', result: '' },
    ])
    await opens()
    expect(field('Title').value).toBe('')
  })

  test('is saved by Ctrl Enter in a field of several lines', async () => {
    await opensFilled()
    fireEvent.keyDown(field('Reason'), { key: 'Enter', ctrlKey: true })
    await expectSuccess('Decision logged')
  })

  test('a founder says what they expect, and looks again after 30 days by default', async () => {
    await opensFilled()
    expect(field('Review on').value).toBe('2026-04-03')
    await type('What do you expect?', 'One in three leaves')
    await press(submit())
    await expectSuccess('Decision logged')
    await expectText('One in three leaves')
    expect(server.rows('decisions')).toMatchObject([
      { expected: 'One in three leaves', review_on: '2026-04-03', outcome: '', was_right: null, reviewed_at: null },
    ])
  })

  test('without a day the founder is not asked; neither is what they expect required', async () => {
    await opensFilled()
    await type('Review on', '')
    await press(submit())
    await expectSuccess('Decision logged')
    expect(server.rows('decisions')).toMatchObject([{ expected: '', review_on: null }])
  })

  test('no day before today can be chosen, which the form says itself', async () => {
    await opensFilled()
    expect(field('Review on').min).toBe('2026-03-04')
    await type('Review on', '2026-03-03')
    await press(submit())
    expect(document.activeElement).toBe(field('Review on'))
    expect(screen.getByRole('alert').textContent).toMatch(/^Choose a day from Mar 4, 2026 to /)
    expect(server.sent('POST decisions')).toEqual([])
  })

  test('a text above its limit is refused by the form itself', async () => {
    await opensFilled()
    await type('Category', 'x'.repeat(DECISION_LIMITS.category + 1))
    await press(submit())
    expect(document.activeElement).toBe(field('Category'))
    expect(screen.getByRole('alert').textContent).toBe(`At most ${DECISION_LIMITS.category} characters, please.`)
    expect(server.sent('POST decisions')).toEqual([])
  })

  test('typed text survives closing the dialog and a reload', async () => {
    const { reload } = await renderScreen(<DecisionsCard />)
    await opens()
    await type('Title', 'Raise prices')
    await type('Review on', '2026-03-03')
    await pressKey('Escape')
    await expectGone(() => screen.queryByRole('dialog'))
    await reload()
    await opens()
    expect(field('Title').value).toBe('Raise prices')
    expect(field('Review on').value).toBe('2026-03-03')
  })
})

test('several that wait for the network are each logged once; one of them can be opened again', async () => {
  const { leave } = await renderScreen(<DecisionsCard />)
  const unsent = () =>
    within(screen.getByRole('list', { name: 'Not sent yet' }))
      .getAllByRole('listitem')
      .map(({ firstElementChild }) => firstElementChild?.textContent)
  const logs = async (title: string) => {
    await opens()
    await type('Title', title)
    await type('Reason', `Because of ${title}`)
    await press(submit())
    await expectGone(() => screen.queryByRole('dialog'))
  }
  server.setReachable(false)
  for (const title of ['Raise prices', 'Hire Ben']) await logs(title)
  await expect.poll(unsent).toEqual(['Raise prices', 'Hire Ben'])
  await expectText(texts.waiting)
  await press('Edit: Raise prices')
  await screen.findByRole('dialog')
  expect([field('Title').value, field('Reason').value]).toEqual(['Raise prices', 'Because of Raise prices'])
  // There is no place for another one.
  expect(screen.queryByRole('button', { name: /^Edit/ })).toBeNull()
  server.setReachable(true)
  await expectSuccess('Decision logged')
  expect(server.rows('decisions')).toMatchObject([{ title: 'Hire Ben', reason: 'Because of Hire Ben' }])
  await press(submit())
  await expectGone(() => screen.queryByRole('dialog'))
  await expect.poll(() => server.rows('decisions').map(({ title }) => title)).toEqual(['Hire Ben', 'Raise prices'])
  leave()
})

test('decisions that do not load say so, with a retry', async () => {
  const allow = server.refuse('GET decisions')
  await renderScreen(<DecisionsCard />)
  await expectFailure('Failed to load decisions')
  allow()
  await press('Try again')
  await expectText(/^No decisions logged yet\./)
})

test('a decision that is typed while another one is taken back stays, and so does that one', async () => {
  const { leave } = await renderScreen(<DecisionsCard />)
  server.setReachable(false)
  await opens()
  await type('Title', 'Raise prices')
  await type('Reason', 'Why not')
  await press(submit())
  await screen.findByRole('button', { name: 'Edit: Raise prices' })
  // Another tab has the row.
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const request = async (_name: string, _options: LockOptions, run: (lock: object) => unknown) => {
    await released
    return run({})
  }
  vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }))
  await press('Edit: Raise prices')
  await opens()
  await type('Title', 'Hire Ben')
  await act(async () => release())
  expect(field('Title').value).toBe('Hire Ben')
  await pressKey('Escape')
  await expectText('Raise prices')
  leave()
})

test('Discard asks first, and leaves the focus in the list', async () => {
  await renderScreen(<DecisionsCard />)
  server.setReachable(false)
  for (const title of ['Raise prices', 'Hire Ben']) {
    await opens()
    await type('Title', title)
    await type('Reason', 'Why not')
    await press(submit())
    await screen.findByRole('button', { name: `Discard: ${title}` })
  }
  await press('Discard: Raise prices')
  await expectText('“Raise prices” will not be sent.')
  await press('Cancel')
  await press('Discard: Raise prices')
  await press('Discard')
  await expectGone(() => screen.queryByRole('button', { name: 'Discard: Raise prices' }))
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Edit: Hire Ben')
})

test('founders delete their own decisions, and Undo restores the same row at its place', async () => {
  server.has({
    decisions: [{ title: 'Hire a designer' }, { title: 'Raise prices', result: 'Churn is flat' }, { title: 'Move' }],
  })
  const [, deleted] = server.rows('decisions')
  server.rpc('restore_decision', ({ decision }) => {
    if (decision === deleted?.id) server.inserts('decisions', { ...deleted })
    return null
  })
  await renderScreen(<DecisionsCard />)
  const listed = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
  await screen.findByRole('heading', { name: 'Raise prices' })
  const before = listed()
  for (const undoes of [() => press('Undo'), () => pressKey('z', { ctrlKey: true })]) {
    await press('Delete decision: Raise prices')
    await expectText('Deleted: Raise prices')
    await expectSuccess('Decision deleted')
    expect(listed()).not.toContain('Raise prices')
    expect(server.rows('decisions').map(({ title }) => title)).not.toContain('Raise prices')
    await undoes()
    await expect.poll(listed).toEqual(before)
    await expect.poll(() => server.rows('decisions')).toContainEqual(deleted)
    expect(screen.queryByText('Deleted: Raise prices')).toBeNull()
    await expect.poll(notices).toEqual([])
  }
})

test('Ctrl Z in a dialog is of its fields, also of an empty one', async () => {
  server.has({ decisions: [{ title: 'Raise prices' }] })
  await renderScreen(<DecisionsCard />)
  await press('Delete decision: Raise prices')
  await expectText('Deleted: Raise prices')
  await press('Log Decision')
  const title = await screen.findByLabelText('Title')
  expect(fireEvent.keyDown(title, { key: 'z', ctrlKey: true })).toBe(true)
  expect(server.sent('POST rpc/restore_decision')).toEqual([])
})

test('a decision that cannot be deleted comes back, with an error and no Undo, and can be deleted again', async () => {
  server.has({ decisions: [{ title: 'Hire a designer' }, { title: 'Raise prices' }] })
  const allow = server.refuse('DELETE decisions')
  await renderScreen(<DecisionsCard />)
  await press('Delete decision: Raise prices')
  await expectFailure('Failed to delete decision')
  await expectGone(() => screen.queryByText('Deleted: Raise prices'))
  expect(screen.getByRole('heading', { name: 'Raise prices' })).toBeDefined()
  allow()
  await press('Delete decision: Raise prices')
  await expectSuccess('Decision deleted')
})

test('shows the team’s impact and result, and what came of it, with whose word it is', async () => {
  server.has({
    decisions: [
      {
        title: 'Raise prices', expected: 'One in three leaves', impact: 'positive', result: 'Churn is flat',
        outcome: 'No one left.', was_right: 'partly', reviewed_at: '2026-03-01T00:00:00Z',
      },
    ],
    decision_answers: [{ user_id: 'a0000000-0000-4000-8000-000000000001', category: 'Product', was_right: 'partly', decisions: 1 }],
  }) // prettier-ignore
  await renderScreen(<DecisionsCard />)
  for (const text of ['No one left.', 'Partly right', 'Churn is flat', 'Positive', 'One in three leaves'])
    await expectText(text)
  expect(screen.getByText('Positive').parentElement?.textContent).toBe('Team:Positive')
  expect(screen.getByText('1 of 10 decisions answered. At 10, you’ll see how often you were right.')).toBeDefined()
})

test('a decision has no rating of the team before it is rated', async () => {
  server.has({
    decisions: [
      { title: 'Hire Ben', impact: 'neutral', result: '' },
      { title: 'Raise prices', impact: 'neutral', result: 'No effect yet' },
    ],
    decision_answers: [],
  })
  await renderScreen(<DecisionsCard />)
  const articleOf = async (title: string) => (await screen.findByRole('heading', { name: title })).closest('article')
  expect((await articleOf('Hire Ben'))?.textContent).not.toContain('Team:')
  expect((await articleOf('Raise prices'))?.textContent).toContain('Team:Neutral')
})

describe('what came of it', () => {
  const outcome = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^What came of it\?/ })
  const answer = (name: string) => inDialog().getByRole<HTMLInputElement>('radio', { name })
  const answers = (category: string, was_right: string, decisions: number) => ({
    user_id: 'a0000000-0000-4000-8000-000000000001', category, was_right, decisions,
  }) // prettier-ignore

  test('after ten answers the founder sees how often they were right, and by category from three answers on', async () => {
    server.has({
      decision_answers: [answers('Pricing', 'yes', 5), answers('Pricing', 'partly', 3), answers('Hiring', 'no', 2)],
    })
    await renderScreen(<DecisionsCard />)
    const record = within(await screen.findByRole('region', { name: 'How often you were right' }))
    expect(record.getByText('In 5 of 10 decisions (50%), and partly in 3.')).toBeDefined()
    expect(record.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Pricing5 of 8, 3 partly63%',
    ])
    expect(record.getByText('A category is listed once it has 3 answers.')).toBeDefined()
  })

  test('when all categories have three answers, it does not say why some are missing', async () => {
    server.has({ decision_answers: [answers('Pricing', 'yes', 7), answers('Hiring', 'no', 3)] })
    await renderScreen(<DecisionsCard />)
    const record = within(await screen.findByRole('region', { name: 'How often you were right' }))
    expect(record.getAllByRole('listitem')).toHaveLength(2)
    expect(record.queryByText(/is listed once/)).toBeNull()
  })

  test('a failed load of how often they were right is said, with a retry, beside the list', async () => {
    server.has({ decisions: [{ title: 'Choice 9' }], decision_answers: [answers('Pricing', 'yes', 10)] })
    const allow = server.refuse('GET decision_answers')
    await renderScreen(<DecisionsCard />)
    await expectFailure('Failed to load your track record')
    expect(await screen.findByRole('heading', { name: 'Choice 9' })).toBeDefined()
    allow()
    await press('Try again')
    expect(await screen.findByRole('region', { name: 'How often you were right' })).toBeDefined()
  })

  test.each([
    ['2026-03-12', 1],
    ['2026-03-11', 1],
    ['2026-03-13', 0],
  ])('a review of %s is marked as due on March 12: %i', async (review_on, marks) => {
    setClock('2026-03-12T10:00:00')
    server.has({ decisions: [{ title: 'Raise prices', review_on }] })
    await renderScreen(<DecisionsCard />)
    await expectText('Raise prices')
    expect(screen.queryAllByText('Review due')).toHaveLength(marks)
  })

  test('a decision is answered before its day', async () => {
    server.has({ decisions: [{ title: 'Raise prices', review_on: '2026-03-13' }] })
    await renderScreen(<DecisionsCard />)
    await press('What came of it? Raise prices')
    await screen.findByRole('dialog')
    await type(outcome(), 'No one left.')
    await press(answer('Yes'))
    await press('Save')
    await expectGone(() => screen.queryByRole('dialog'))
    await expectText('No one left.')
    expect(server.row('decisions')).toMatchObject({ outcome: 'No one left.', was_right: 'yes' })
  })

  test('an answer is corrected', async () => {
    server.has({
      decisions: [{ title: 'Choice', outcome: 'It went well', was_right: 'yes', reviewed_at: '2026-03-01T00:00:00Z' }],
    })
    await renderScreen(<DecisionsCard />)
    const correct = async () => {
      await press('Correct what came of it: Choice')
      await screen.findByRole('dialog')
    }
    await correct()
    expect(outcome().value).toBe('It went well')
    expect(answer('Yes').checked).toBe(true)
    await type(outcome(), 'It went well until June')
    await press(answer('No'))
    await press('Save')
    await expectSuccess('Outcome saved')
    await expectGone(() => screen.queryByRole('dialog'))
    await expectText('It went well until June')
    await expectText('Not right')
    await correct()
    expect(outcome().value).toBe('It went well until June')
  })
})

describe('editing a decision', () => {
  beforeEach(() => {
    server.has({
      decisions: [
        {
          title: 'Raise prizes', reason: 'No one says no', category: 'Pricing', expected: 'One in three leaves',
          review_on: '2026-03-02', created_at: '2026-02-02T09:00:00Z',
        },
      ],
    }) // prettier-ignore
    server.rpc('edit_decision', ({ title, reason, category, expected, review_on = null }) => {
      const edited_at = '2026-03-04T10:00:00Z'
      return Object.assign(server.row('decisions'), { title, reason, category, expected, review_on, edited_at })
    })
  })

  const save = () => inDialog().getByRole('button', { name: 'Save' })
  const edits = async (title = 'Raise prizes') => {
    await press(`Edit decision: ${title}`)
    await screen.findByRole('dialog', { name: 'Edit Decision' })
  }
  const isDisabled = () => save().getAttribute('aria-disabled') === 'true'

  test('has what is there, and stores what is changed; its old day may stay', async () => {
    await renderScreen(<DecisionsCard />)
    await edits()
    expect(['Title', 'Reason', 'Category', 'Review on'].map((label) => field(label).value)).toEqual([
      'Raise prizes', 'No one says no', 'Pricing', '2026-03-02',
    ]) // prettier-ignore
    await type('Title', ' Raise prices ')
    await type('What do you expect?', '')
    await press(save())
    await expectSuccess('Decision updated')
    await expectGone(() => screen.queryByRole('dialog'))
    expect(server.row('decisions')).toMatchObject({
      title: 'Raise prices', reason: 'No one says no', category: 'Pricing', expected: '', review_on: '2026-03-02',
    }) // prettier-ignore
    expect(screen.getByRole('heading', { name: 'Raise prices' })).toBeDefined()
    await expectText('Edited on Mar 4, 2026')
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Edit decision: Raise prices')
    await edits('Raise prices')
    await type('Review on', '')
    await press(save())
    await expect.poll(() => server.row('decisions').review_on).toBeNull()
  })

  test('unchanged it is not sent, and another day is one from today to three years after the decision', async () => {
    await renderScreen(<DecisionsCard />)
    await edits()
    expect([field('Review on').min, field('Review on').max]).toEqual(['2026-03-04', '2029-02-01'])
    await press(save())
    await expectGone(() => screen.queryByRole('dialog'))
    await edits()
    await type('Review on', '2026-03-03')
    await press(save())
    expect(screen.getByRole('alert').textContent).toBe('Choose a day from Mar 4, 2026 to Feb 1, 2029.')
    expect(server.sent('POST rpc/edit_decision')).toEqual([])
  })

  test('what is typed is kept when the dialog is closed, until it is discarded', async () => {
    const { reload } = await renderScreen(<DecisionsCard />)
    await edits()
    expect(screen.queryByRole('button', { name: 'Discard Changes' })).toBeNull()
    await type('Title', 'Raise prices')
    await pressKey('Escape')
    await expectGone(() => screen.queryByRole('dialog'))
    await reload()
    await edits()
    expect(field('Title').value).toBe('Raise prices')
    await press('Discard Changes')
    await expectGone(() => screen.queryByRole('dialog'))
    await edits()
    expect(field('Title').value).toBe('Raise prizes')
  })

  test('a refusal keeps what is typed, and it is saved again', async () => {
    await renderScreen(<DecisionsCard />)
    await edits()
    await type('Title', 'Raise prices')
    const allow = server.refuse('POST rpc/edit_decision')
    await press(save())
    await expectFailure('Failed to update decision')
    expect(field('Title').value).toBe('Raise prices')
    allow()
    await press(save())
    await expectSuccess('Decision updated')
  })

  test('what was edited elsewhere meanwhile is not replaced unseen, and what is not typed here follows it', async () => {
    await renderScreen(<DecisionsCard />)
    await edits()
    await type('Title', 'Raise prices')
    const edited_at = '2026-03-04T09:00:00Z'
    // Not known here yet.
    server.rows('decisions').forEach((row) => Object.assign(row, { reason: 'Churn is low', edited_at }))
    const allow = server.refuse('POST rpc/edit_decision', { code: 'P0001', message: 'edited elsewhere' })
    await press(save())
    await expectFailure('Failed to update decision')
    expect(server.sent('POST rpc/edit_decision').at(-1)?.body).not.toHaveProperty('shown')
    allow()
    await expectText(/^This decision was changed elsewhere meanwhile/)
    expect([field('Title').value, field('Reason').value]).toEqual(['Raise prices', 'Churn is low'])
    await press(save())
    await expectSuccess('Decision updated')
    expect(server.sent('POST rpc/edit_decision').at(-1)?.body).toMatchObject({
      title: 'Raise prices', reason: 'Churn is low', shown: edited_at,
    }) // prettier-ignore
  })

  test('one that is rated meanwhile on another device stays as it was decided', async () => {
    await renderScreen(<DecisionsCard />)
    await edits()
    await type('Title', 'Raise prices')
    await server.goLive('decisions')
    server.updates('decisions', { result: 'No effect yet' })
    await expectText(/^This decision was answered or rated meanwhile/)
    expect(isDisabled()).toBe(true)
    await press(save())
    expect(server.sent('POST rpc/edit_decision')).toEqual([])
    expect(field('Title').value).toBe('Raise prices')
    await pressKey('Escape')
    await expectGone(() => screen.queryByRole('dialog'))
    expect(screen.queryByRole('button', { name: /^Edit decision/ })).toBeNull()
  })

  test('needs the network', async () => {
    await renderScreen(<DecisionsCard />)
    await edits()
    await type('Title', 'Raise prices')
    server.setReachable(false)
    await expectText(/^You’re offline\. A logged decision can be changed/)
    expect(isDisabled()).toBe(true)
    server.setReachable(true)
    await expectGone(() => screen.queryByText(/^You’re offline/))
  })

  test.each([{ was_right: 'yes', outcome: 'Good' }, { impact: 'negative' }, { result: 'No effect yet' }] as const)(
    'is not offered once it is answered or rated: %j',
    async (change) => {
      server.updates('decisions', change)
      await renderScreen(<DecisionsCard />)
      await screen.findByRole('heading', { name: 'Raise prizes' })
      expect(screen.queryByRole('button', { name: /^Edit decision/ })).toBeNull()
    },
  )
})
