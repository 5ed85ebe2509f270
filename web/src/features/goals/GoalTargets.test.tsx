// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  expectFailure,
  expectGone,
  expectText,
  notices,
  press,
  pressKey,
  renderScreen,
  type,
} from '../../testing/render.tsx'
import { choose, expectOptions } from '../../testing/choose.ts'
import { stubServer } from '../../testing/server.ts'
import { GoalsCard } from './GoalsCard.tsx'

const server = stubServer()
beforeEach(() => {
  server.has({ goals: [] })
  server.rpc('goals_left_over', () => [])
  server.rpc('goal_sums', () => [])
})

const DEMOS = { text: 'Book demos', target: 17, progress: 11, unit: 'demos' } as const
const PATCH = /^PATCH/
const progress = (text: string) => screen.findByRole('button', { name: new RegExp(`^${text}, type the new number: `) })
const number = () => screen.findByLabelText<HTMLInputElement>(/^New number: /)
const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) })
/** The button by which a goal is edited, which some tests wait for. */
const edits = (text: string) => press(`Edit goal: ${text}`)
/** What the last request has written. */
const written = () => server.sent(PATCH).at(-1)?.body

test('a press on the progress of a goal types its new number: Enter saves it, and the focus returns', async () => {
  server.has({ goals: [DEMOS] })
  await renderScreen(<GoalsCard />)
  await press(await progress('11 of 17 demos'))
  expect((await number()).value).toBe('11')
  expect(document.activeElement).toBe(await number())
  await type(await number(), '12.5')
  await pressKey('Enter')
  await expect.poll(async () => document.activeElement === (await progress('12.5 of 17 demos'))).toBe(true)
  await expect.poll(() => server.row('goals').progress).toBe(12.5)
  expect(written()).toEqual({ progress: 12.5 })
  expect(notices()).toEqual([])
})

test('Escape leaves the number as it is, and so does the same one', async () => {
  server.has({ goals: [DEMOS] })
  await renderScreen(<GoalsCard />)
  for (const key of ['Escape', 'Enter']) {
    await press(await progress('11 of 17 demos'))
    if (key === 'Escape') await type(await number(), '15')
    await pressKey(key)
  }
  await progress('11 of 17 demos')
  expect(server.sent(PATCH)).toEqual([])
})

test.each(['a few', '-1', '1,2', '1000000001'])('"%s" is no number: it is said, and nothing is sent', async (typed) => {
  server.has({ goals: [DEMOS] })
  await renderScreen(<GoalsCard />)
  await press(await progress('11 of 17 demos'))
  await type(await number(), typed)
  await pressKey('Enter')
  expect((await screen.findByRole('alert')).textContent).toContain('A number, please')
  expect((await number()).value).toBe(typed)
  expect(server.sent(PATCH)).toEqual([])
})

test('a number that cannot be saved is in its field again, and the goal is as before', async () => {
  server.has({ goals: [DEMOS] })
  const allow = server.refuse('PATCH goals')
  await renderScreen(<GoalsCard />)
  await press(await progress('11 of 17 demos'))
  await type(await number(), '12')
  await pressKey('Enter')
  await expectFailure('Failed to update goal')
  expect((await number()).value).toBe('12')
  allow()
  await press('Save')
  await progress('12 of 17 demos')
  await expect.poll(() => server.row('goals').progress).toBe(12)
})

test('the editor gives a goal a target and a unit, changes them and takes them away; only what differs is written', async () => {
  server.has({ goals: [{ text: 'Book demos' }] })
  await renderScreen(<GoalsCard />)
  await edits('Book demos')
  // Nothing to serve: it is not offered.
  await screen.findByLabelText('Target')
  expect(screen.queryByRole('combobox', { name: 'Serves' })).toBeNull()
  await type('Unit', 'demos')
  await pressKey('Enter')
  expect(server.sent(PATCH)).toEqual([])
  await type('Target', 'many')
  await pressKey('Enter')
  expect((await screen.findByRole('alert')).textContent).toContain('A number, please')
  await type('Target', '17')
  await pressKey('Enter')
  await progress('0 of 17 demos')
  await expect.poll(written).toEqual({ target: 17, unit: 'demos' })
  await edits('Book demos')
  await type('Target', '1,200')
  await pressKey('Enter')
  await progress('0 of 1,200 demos')
  await expect.poll(written).toEqual({ target: 1200 })
  await edits('Book demos')
  await type('Target', '')
  await type('Unit', '')
  await pressKey('Enter')
  await expectGone(() => screen.queryByText(/of 1,200/))
  await expect.poll(() => server.row('goals')).toMatchObject({ target: null, progress: null, unit: null })
})

test('fields that could not be saved are in the editor again', async () => {
  server.has({ goals: [DEMOS] })
  server.refuse('PATCH goals')
  await renderScreen(<GoalsCard />)
  await edits('Book demos')
  await type('Target', '20')
  await type('Unit', 'calls')
  await pressKey('Enter')
  await expectFailure('Failed to update goal')
  expect((await screen.findByLabelText<HTMLInputElement>('Target')).value).toBe('20')
  expect(screen.getByLabelText<HTMLInputElement>('Unit').value).toBe('calls')
  await pressKey('Escape')
  await progress('11 of 17 demos')
})

test('a goal serves a longer open one, which its row links to', async () => {
  server.has({
    goals: [
      { text: 'Book demos' },
      { text: 'Another week' },
      { text: 'Forty demos', period: 'monthly' },
      { text: 'Done long ago', period: 'yearly', completed: true },
    ],
  })
  await renderScreen(<GoalsCard />)
  await edits('Book demos')
  await expectOptions('Serves', ['No other goal', 'Monthly: Forty demos'])
  await choose('Serves', 'Monthly: Forty demos')
  await press('Save')
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Forty demos' })
  const monthly = server.rows('goals').find(({ text }) => text === 'Forty demos')
  expect(link.getAttribute('href')).toBe(`/?goals=monthly#${monthly?.id}`)
  expect(written()).toEqual({ parent_id: monthly?.id })
  await edits('Book demos')
  await choose('Serves', 'No other goal')
  await press('Save')
  await expectGone(() => screen.queryByRole('link', { name: 'Forty demos' }))
  await expect.poll(written).toEqual({ parent_id: null })
})

test('a longer goal shows how many of its goals are done, and their sum until a number is typed', async () => {
  server.has({ goals: [{ ...DEMOS, text: 'Forty demos', period: 'monthly', target: 40, progress: null }] })
  server.rpc('goal_sums', () => [{ goal: server.row('goals').id, goals: 3, done: 1, total: 9, unit: 'demos' }])
  await renderScreen(<GoalsCard />)
  await press(tab('Monthly'))
  await press(await progress('9 of 40 demos'))
  await expectText('of 40 demos')
  expect((await number()).value).toBe('')
  await type(await number(), '12')
  await pressKey('Enter')
  await progress('12 of 40 demos')
  await expectText('1 of 3 goals done, 9 demos')
  await press(await progress('12 of 40 demos'))
  await type(await number(), ' ')
  await pressKey('Enter')
  await progress('9 of 40 demos')
  await expectText('1 of 3 goals done')
})

test('a goal without a target and links is added and shown as ever', async () => {
  await renderScreen(<GoalsCard />)
  await type('Add a goal', 'Hire')
  await pressKey('Enter')
  await expect
    .poll(() => server.sent('POST goals').map(({ body }) => Object.keys(body as object)))
    .toEqual([['user_id', 'id', 'text', 'period', 'completed']])
  await screen.findByRole('checkbox', { name: 'Hire' })
  expect(screen.queryByRole('button', { name: /type the new number/ })).toBeNull()
  expect(server.sent(/goal_sums/)).toEqual([])
})

test('a number in what is typed can become the target of the goal; it waits with it for the network', async () => {
  const { reload } = await renderScreen(<GoalsCard />)
  await type('Add a goal', 'Book 17 demos')
  await press('Count up to 17 demos', 'checkbox')
  await type('Add a goal', 'Book 18 demos')
  await screen.findByRole('checkbox', { name: 'Count up to 18 demos', checked: true })
  server.setReachable(false)
  await press('Add goal')
  await screen.findByRole('list', { name: 'Not sent yet' })
  await reload()
  await press('Edit: Book 18 demos')
  await screen.findByRole('checkbox', { name: 'Count up to 18 demos', checked: true })
  await press('Add goal')
  await screen.findByRole('list', { name: 'Not sent yet' })
  server.setReachable(true)
  await expect.poll(() => server.rows('goals')).toMatchObject([{ text: 'Book 18 demos', target: 18, unit: 'demos' }])
  await progress('0 of 18 demos')
  await type('Add a goal', 'Call 5 banks')
  await screen.findByRole('checkbox', { name: 'Count up to 5 banks', checked: false })
  await type('Add a goal', 'Be there at 5 pm')
  await expectGone(() => screen.queryByRole('checkbox', { name: /^Count up/ }))
})

test('a new goal is given a target while it is written; what is no number is said, and the focus is at the next goal', async () => {
  const { reload } = await renderScreen(<GoalsCard />)
  expect(screen.queryByRole('button', { name: 'Set a target' })).toBeNull()
  await type('Add a goal', 'Raise revenue')
  await press('Set a target')
  expect(await screen.findByLabelText('Target')).toBe(document.activeElement)
  await type('Unit', 'dollars')
  await press('Add goal')
  expect((await screen.findByRole('alert')).textContent).toContain('A number, please')
  expect(document.activeElement).toBe(screen.getByLabelText('Target'))
  await type('Target', 'a lot')
  await pressKey('Enter')
  await screen.findByRole('alert')
  await type('Target', '12,500')
  expect(screen.queryByRole('alert')).toBeNull()
  await reload()
  expect((await screen.findByLabelText<HTMLInputElement>('Target')).value).toBe('12,500')
  // While its text is written again.
  await type('Add a goal', '')
  await type('Add a goal', 'Raise revenue')
  expect(screen.getByLabelText<HTMLInputElement>('Target').value).toBe('12,500')
  screen.getByLabelText('Target').focus()
  await pressKey('Enter')
  await progress('0 of 12,500 dollars')
  expect(server.rows('goals')).toMatchObject([{ text: 'Raise revenue', target: 12_500, unit: 'dollars' }])
  await expectGone(() => screen.queryByLabelText('Target'))
  expect(document.activeElement).toBe(screen.getByLabelText('Add a goal'))
})

test('the fields of a new goal’s target are left with Escape or their button, and empty ones are no target', async () => {
  await renderScreen(<GoalsCard />)
  await type('Add a goal', 'Book 17 demos')
  await press('Another target')
  await type('Target', '4')
  await pressKey('Escape')
  await screen.findByRole('checkbox', { name: 'Count up to 17 demos', checked: false })
  expect(document.activeElement).toBe(screen.getByLabelText('Add a goal'))
  await press('Count up to 17 demos', 'checkbox')
  await press('Another target')
  expect((await screen.findByLabelText<HTMLInputElement>('Target')).value).toBe('17')
  await press('Remove the target')
  await press('Another target')
  await type('Target', '')
  await type('Unit', '')
  await press('Add goal')
  await expect.poll(() => server.rows('goals').length).toBe(1)
  expect(Object.keys(server.sent('POST goals')[0]?.body as object)).not.toContain('target')
})

test('a new goal waits with its target for the network, and gives it back to its fields', async () => {
  await renderScreen(<GoalsCard />)
  await type('Add a goal', 'Raise revenue')
  await press('Set a target')
  await type('Target', '12,500')
  server.setReachable(false)
  await press('Add goal')
  await screen.findByRole('list', { name: 'Not sent yet' })
  await press('Edit: Raise revenue')
  expect((await screen.findByLabelText<HTMLInputElement>('Target')).value).toBe('12,500')
  await press('Add goal')
  await screen.findByRole('list', { name: 'Not sent yet' })
  server.setReachable(true)
  await expect.poll(() => server.rows('goals')).toMatchObject([{ text: 'Raise revenue', target: 12_500 }])
})
