// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Tables } from '../../../../domain/tables.ts'
import {
  advance,
  card,
  expectFailure,
  expectGone,
  expectSuccess,
  press,
  pressKey,
  renderScreen,
  setClock,
  type,
} from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { DueDecisionCard } from './DueDecisionCard.tsx'

const server = stubServer()
const TODAY = '2026-03-04'

const decision = (id: unknown) => server.rows('decisions').find((row) => row.id === id) ?? {}

beforeEach(() => {
  setClock(`${TODAY}T10:00:00`)
  server.has({ decisions: [] })
  server.rpc('review_decision', ({ decision: id, ...review }) => {
    Object.assign(decision(id), review, { reviewed_at: `${TODAY}T10:00:00Z` })
  })
  server.rpc('postpone_review', ({ decision: id, review_on }) => {
    Object.assign(decision(id), { review_on })
  })
})

/** A decision of 40 days ago. */
const due = (title: string, review_on: string, more: Partial<Tables['decisions']> = {}) =>
  server.has({ decisions: [{ title, review_on, created_at: '2026-01-23T10:00:00Z', ...more }] })

const shown = () => card('What came of it?')
const isShown = () => screen.queryByRole('region', { name: 'What came of it?' })
const dialog = () => within(screen.getByRole('dialog', { name: 'What came of it?' }))
const outcome = () => dialog().getByRole<HTMLTextAreaElement>('textbox')
const save = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Save' })
const choose = (name: string) => press(dialog().getByRole('radio', { name }))
const finds = (title: string) => screen.findByRole('heading', { name: title })

async function answers(): Promise<void> {
  await press('Answer')
  await screen.findByRole('dialog', { name: 'What came of it?' })
}

test('nothing is asked while none is due', async () => {
  due('Raise prices', '2026-03-05')
  await renderScreen(<DueDecisionCard />)
  await expect.poll(() => server.sent('GET decisions').length).toBe(1)
  expect(isShown()).toBeNull()
})

test('asks what came of it; outcome and answer are both needed', async () => {
  due('Raise prices', TODAY, { expected: 'One in three leaves' })
  await renderScreen(<DueDecisionCard />)
  await finds('Raise prices')
  expect(shown().getByText('One in three leaves').parentElement?.textContent).toBe('You expected: One in three leaves')
  await answers()
  expect(dialog().getByText('One in three leaves')).toBeDefined()
  await press(save())
  expect(dialog().getByText('Write what came of it.')).toBeDefined()
  expect(document.activeElement).toBe(outcome())
  await type(outcome(), 'No one left. ')
  await press(save())
  expect(dialog().getByText('Choose one of the three.')).toBeDefined()
  expect(document.activeElement?.getAttribute('type')).toBe('radio')
  await choose('Partly')
  await press(save())
  await expectSuccess('Outcome saved')
  await expectGone(isShown)
  await expectGone(() => screen.queryByRole('dialog'))
  expect(server.row('decisions')).toMatchObject({ outcome: 'No one left.', was_right: 'partly' })
})

test('the one that has been due longest comes first, then the next', async () => {
  due('Hire Ben', '2026-03-03')
  due('Raise prices', '2026-02-27')
  await renderScreen(<DueDecisionCard />)
  await finds('Raise prices')
  await answers()
  await type(outcome(), 'No one left.')
  await choose('No')
  await press(save())
  await finds('Hire Ben')
  expect(server.rows('decisions')).toMatchObject([{ was_right: null }, { was_right: 'no' }])
})

test('typed text survives a failed request, closing and a reload', async () => {
  due('Raise prices', '2026-03-03')
  const allow = server.lose('POST rpc/review_decision')
  const { reload } = await renderScreen(<DueDecisionCard />)
  await answers()
  await type(outcome(), 'No one left.')
  await choose('Yes')
  await press(save())
  await expectFailure('Failed to save the outcome')
  await pressKey('Escape')
  await expectGone(() => screen.queryByRole('dialog'))
  await reload()
  await answers()
  expect(outcome().value).toBe('No one left.')
  expect(dialog().getByRole<HTMLInputElement>('radio', { name: 'Yes' }).checked).toBe(true)
  allow()
  await press(save())
  await expectSuccess('Outcome saved')
  await expectGone(isShown)
})

test('it is asked again in 30 days; a failure brings it back', async () => {
  due('Raise prices', '2026-03-03')
  const allow = server.lose('POST rpc/postpone_review')
  await renderScreen(<DueDecisionCard />)
  await press('Ask me again in 30 days')
  await expectFailure('Failed to postpone the review')
  allow()
  await press('Ask me again in 30 days')
  await expectSuccess('We’ll ask you again on Apr 3, 2026')
  await expectGone(isShown)
  expect(server.row('decisions')).toMatchObject({ review_on: '2026-04-03', reviewed_at: null })
})

test('a failure after it is gone brings the focus back too', async () => {
  due('Raise prices', '2026-03-03')
  let lose = () => {}
  const lost = new Promise((_, reject) => (lose = () => reject(new TypeError('Failed to fetch'))))
  server.rpc('postpone_review', () => lost)
  await renderScreen(<DueDecisionCard />)
  await press('Ask me again in 30 days')
  await expectGone(isShown)
  lose()
  await finds('Raise prices')
  expect(document.activeElement).toBe(shown().getByRole('button', { name: 'Ask me again in 30 days' }))
})

test('over midnight it is asked on the new day', async () => {
  setClock(`${TODAY}T23:58:00`)
  due('Raise prices', '2026-03-05')
  await renderScreen(<DueDecisionCard />)
  await expect.poll(() => server.sent('GET decisions').length).toBe(1)
  expect(isShown()).toBeNull()
  await advance(4 * 60_000)
  await finds('Raise prices')
})

test('a failed load is said, with a retry', async () => {
  due('Raise prices', '2026-03-03')
  const allow = server.refuse('GET decisions')
  await renderScreen(<DueDecisionCard />)
  await expectFailure('Failed to load the decision to review')
  allow()
  await press(shown().getByRole('button', { name: 'Try again' }))
  await finds('Raise prices')
})
