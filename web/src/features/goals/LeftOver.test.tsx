// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import type { Goal } from './api.ts'
import { expectFailure, expectGone, expectSuccess, press, renderScreen, setClock } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { GoalsCard } from './GoalsCard.tsx'

const server = stubServer()

/** A Wednesday; the week began on March 2. */
const NOW = '2026-03-04T10:00:00'
const LAST_WEEK = new Date('2026-02-28T10:00:00').toISOString()

const moments = [LAST_WEEK, '2026-02-23T10:00:00Z', '2026-02-26T10:00:00Z']

const threeOpen = '3 goals from last week are still open.'
const row = (text = threeOpen) => screen.findByRole('region', { name: text })
const noRow = () => expectGone(() => screen.queryByText(/still open/))
const button = async (name: string) => within(await row()).getByRole('button', { name })
const boxes = () => screen.queryAllByRole<HTMLInputElement>('checkbox')

/** As `goals_left_over` and `settle_goals` do on the server. */
function serveLeftOver(): void {
  const isOld = ({ completed, created_at, carried_at, period }: Goal) =>
    !completed && carried_at === null && (period === 'yearly' ? created_at < '2026' : created_at <= LAST_WEEK)
  server.rpc('goals_left_over', () =>
    server
      .rows('goals')
      .filter(isOld)
      .map(({ id, text, period, created_at }) => ({ id, text, period, planned_at: created_at })),
  )
  server.rpc('settle_goals', ({ ids, outcome }) => {
    const isOne = ({ id }: Goal) => (ids as string[]).includes(id)
    if (outcome === 'dropped') server.deletes('goals', isOne)
    if (outcome === 'done') server.updates('goals', { completed: true }, isOne)
    if (outcome === 'carried') server.updates('goals', { carried_at: new Date().toISOString() }, isOne)
  })
}

beforeEach(() => {
  setClock(NOW)
  server.has({ goals: ['Ten demos', 'Hire Ben', 'Raise prices'].map((text) => ({ text, created_at: LAST_WEEK })) })
  serveLeftOver()
})

test('carried over in one press, they belong to this week', async () => {
  await renderScreen(<GoalsCard />)
  await press(await button('Carry Over'))
  await expectSuccess('3 goals carried over')
  await noRow()
  expect(boxes()).toHaveLength(3)
  const ids = server.rows('goals').map(({ id }) => id)
  expect(server.sent('POST rpc/settle_goals').map(({ body }) => body)).toEqual([
    { ids, outcome: 'carried', week: new Date('2026-03-02T00:00:00').toISOString() },
  ])
  expect(server.sent('GET rpc/goals_left_over')[0]?.body).toEqual({
    week: new Date('2026-03-02T00:00:00').toISOString(),
    month: new Date('2026-03-01T00:00:00').toISOString(),
    quarter: new Date('2026-01-01T00:00:00').toISOString(),
    year: new Date('2026-01-01T00:00:00').toISOString(),
  })
})

test('done in one press, they are ticked', async () => {
  await renderScreen(<GoalsCard />)
  await press(await button('Done'))
  await expectSuccess('3 goals done')
  await expect.poll(() => boxes().map(({ checked }) => checked)).toEqual([true, true, true])
  await noRow()
})

test('dropped after a question, they are deleted', async () => {
  await renderScreen(<GoalsCard />)
  const answers = async (choice: string) => {
    await press(await button('Drop'))
    const question = await screen.findByRole('alertdialog', { name: 'Drop these 3 goals?' })
    await press(within(question).getByRole('button', { name: choice }))
  }
  await answers('Cancel')
  await expectGone(() => screen.queryByRole('alertdialog'))
  expect(boxes()).toHaveLength(3)
  await answers('Drop')
  await expectSuccess('3 goals dropped')
  expect(await screen.findByText('No goals yet. Add one below!')).toBeDefined()
})

test('one by one: the focus goes to the next goal, and the dialog closes after the last', async () => {
  await renderScreen(<GoalsCard />)
  await press(await button('One by One'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Goals Left Over' }))
  await press(dialog.getByRole('button', { name: 'Carry Over: Ten demos' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Carry Over: Hire Ben' }))
  await press(dialog.getByRole('button', { name: 'Done: Hire Ben' }))
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Carry Over: Raise prices' }))
  await press(dialog.getByRole('button', { name: 'Drop: Raise prices' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Drop this goal?' }))
  expect(server.rows('goals')).toHaveLength(3)
  await press(question.getByRole('button', { name: 'Drop' }))
  await expectGone(() => screen.queryByRole('dialog'))
  await noRow()
  await expect.poll(() => server.rows('goals').map(({ text, completed }) => [text, completed])).toEqual([
    ['Ten demos', false], ['Hire Ben', true],
  ]) // prettier-ignore
})

test('a failure is said, and they are offered again', async () => {
  server.lose('POST rpc/settle_goals')
  await renderScreen(<GoalsCard />)
  await press(await button('Carry Over'))
  await expectFailure('Failed to update goal')
  expect(await row()).toBeDefined()
})

test('a goal that cannot be settled is back in its place', async () => {
  const order = ['Newest', 'Moved up', 'Second']
  server.rpc('goals_left_over', () =>
    order.map((text, index) => ({ id: text, text, period: 'weekly', planned_at: moments[index] })),
  )
  server.refuse('POST rpc/settle_goals')
  await renderScreen(<GoalsCard />)
  await press(await button('One by One'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Goals Left Over' }))
  const texts = () => dialog.getAllByRole('listitem').map((item) => item.querySelector('p')?.textContent)
  expect(texts()).toEqual(order)
  server.rpc('goals_left_over', () => new Promise(() => undefined))
  await press(dialog.getByRole('button', { name: 'Drop: Moved up' }))
  await press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Drop' }))
  await expectFailure('Failed to delete goal')
  expect(texts()).toEqual(order)
})

test('goals that cannot be dropped are offered again', async () => {
  server.refuse('POST rpc/settle_goals')
  await renderScreen(<GoalsCard />)
  await press(await button('Drop'))
  await press(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Drop' }))
  await expectFailure('Failed to delete goal')
  expect(await row()).toBeDefined()
})

test('years that have ended have a row of their own; the present month has none', async () => {
  server.has({
    goals: [
      { text: 'A new market', period: 'yearly', created_at: '2023-12-20T10:00:00Z' },
      { text: 'Break even', period: 'monthly', created_at: '2026-03-03T10:00:00Z' },
    ],
  })
  await renderScreen(<GoalsCard />)
  expect(await row('1 goal from earlier years is still open.')).toBeDefined()
  expect(await row()).toBeDefined()
  expect(screen.getAllByText(/still open/)).toHaveLength(2)
})
