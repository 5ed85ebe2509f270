// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
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
  type,
} from '../../testing/render.tsx'
import { stubIntersections, stubLayout } from '../../testing/layout.ts'
import { stubServer } from '../../testing/server.ts'
import { texts } from '../../lib/texts/texts.ts'
import { requestAction } from '../../ui/actions.ts'
import { GoalsCard } from './GoalsCard.tsx'

const server = stubServer()
beforeEach(() => {
  server.has({ goals: [] })
  server.rpc('goals_left_over', () => [])
})

const EMPTY = 'No goals yet. Add one below!'

const field = () => screen.getByLabelText<HTMLInputElement>('Add a goal')
const goal = (text: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: text })
const listed = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent)
const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) })

async function adds(text: string): Promise<void> {
  await type('Add a goal', text)
  await pressKey('Enter')
  await expect.poll(async () => (await goal(text)).disabled).toBe(false)
}

test('four tabs, Weekly first; each adds to and lists its own period, newest first, with its number', async () => {
  await renderScreen(<GoalsCard />)
  const periods = ['Weekly', 'Monthly', 'Quarterly', 'Yearly']
  const tabs = within(screen.getByRole('tablist', { name: 'Goal period' })).getAllByRole('tab')
  expect(tabs[0]?.getAttribute('aria-selected')).toBe('true')
  for (const [index, period] of periods.entries()) {
    expect(tabs[index]).toBe(screen.getByRole('tab', { name: period }))
    await press(tab(period))
    await expectText(EMPTY)
    await adds(`${period} one`)
    await adds(`${period} two`)
    expect(listed()).toEqual([`${period} two`, `${period} one`])
    await expect.poll(() => tab(period).textContent).toBe(`${period}2`)
  }
  expect(server.rows('goals')).toHaveLength(8)
  expect(server.rows('goals')).toContainEqual(
    expect.objectContaining({ text: 'Quarterly one', period: 'quarterly', completed: false }),
  )
})

test('the plus button adds a goal, without spaces around it, and the field is empty afterwards', async () => {
  await renderScreen(<GoalsCard />)
  await type('Add a goal', '  Ten demos  ')
  await press('Add goal')
  await expectSuccess('Goal created')
  expect(await goal('Ten demos')).toBeDefined()
  expect(field().value).toBe('')
  expect(server.row('goals').text).toBe('Ten demos')
})

test.each(['', '   '])('"%s" is ignored', async (blank) => {
  await renderScreen(<GoalsCard />)
  await type('Add a goal', blank)
  await pressKey('Enter')
  await press('Add goal')
  await press(tab('Monthly'))
  await expectText(EMPTY)
  expect(server.sent(/^POST/)).toEqual([])
  expect(notices()).toEqual([])
})

test('a press ticks a goal and another unticks it, without a notice, and the server has it', async () => {
  server.has({ goals: [{ text: 'Ten demos' }] })
  const { leave } = await renderScreen(<GoalsCard />)
  await press(await goal('Ten demos'))
  expect((await goal('Ten demos')).checked).toBe(true)
  await expect.poll(() => server.row('goals').completed).toBe(true)
  leave()
  await renderScreen(<GoalsCard />)
  expect((await goal('Ten demos')).checked).toBe(true)
  await press(await goal('Ten demos'))
  expect((await goal('Ten demos')).checked).toBe(false)
  await expect.poll(() => server.row('goals').completed).toBe(false)
  expect(notices()).toEqual([])
})

test('a goal is deleted for good', async () => {
  server.has({ goals: [{ text: 'Ten demos' }] })
  await renderScreen(<GoalsCard />)
  await press('Delete goal: Ten demos')
  await expectSuccess('Goal deleted')
  await expectText(EMPTY)
  expect(server.rows('goals')).toEqual([])
})

test('arrow keys change the period', async () => {
  await renderScreen(<GoalsCard />)
  tab('Weekly').focus()
  await pressKey('ArrowRight')
  expect(document.activeElement).toBe(tab('Monthly'))
  expect(screen.getByRole('tabpanel', { name: /^Monthly/ })).toBeDefined()
  await pressKey('End')
  expect(screen.getByRole('tabpanel', { name: /^Yearly/ })).toBeDefined()
})

test('a change made elsewhere is shown', async () => {
  await renderScreen(<GoalsCard />)
  await expectText(EMPTY)
  await server.goLive('goals')
  server.inserts('goals', { text: 'From elsewhere' })
  expect((await goal('From elsewhere')).checked).toBe(false)
  server.updates('goals', { completed: true })
  await expect.poll(async () => (await goal('From elsewhere')).checked).toBe(true)
  server.deletes('goals')
  await expectText(EMPTY)
})

test('a write and its live change cause one read of the list', async () => {
  await renderScreen(<GoalsCard />)
  await expectText(EMPTY)
  await server.goLive('goals')
  // On load, and again after joining for changes in between.
  let expected = 2
  const readOnce = async () => {
    await expect.poll(() => server.sent('GET goals').length).toBe(expected++)
  }
  await readOnce()
  await type('Add a goal', 'Ten demos')
  await pressKey('Enter')
  await expectSuccess('Goal created')
  server.reports('goals', 'INSERT')
  await readOnce()
  await expect.poll(async () => (await goal('Ten demos')).disabled).toBe(false)
  await press(await goal('Ten demos'))
  await expect.poll(() => server.row('goals').completed).toBe(true)
  server.reports('goals', 'UPDATE')
  await readOnce()
  await press('Delete goal: Ten demos')
  await expectSuccess('Goal deleted')
  server.reports('goals', 'DELETE')
  await readOnce()
  await expectGone(() => screen.queryByRole('checkbox'))
  expect(server.sent('GET goals')).toHaveLength(expected - 1)
})

/** More goals than are read at once: "Goal 54", the newest, to "Goal 0". */
const hasMany = () =>
  server.has({
    goals: Array.from({ length: 55 }, (_, day) => ({
      text: `Goal ${day}`,
      created_at: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
    })),
  })

test('older goals load near the end of the list, again by a press; a change meanwhile is shown afterwards', async () => {
  hasMany()
  stubLayout()
  const reachEnd = stubIntersections()
  await renderScreen(<GoalsCard />)
  await expectText('Goal 54')
  await server.goLive('goals')
  const older = /^GET goals\?.*created_at=lte/
  const allow = server.refuse(older)
  // The list is read again after joining, and no page is read meanwhile.
  await expect.poll(() => (reachEnd(), server.sent(older).length)).toBe(1)
  const again = await expectText('Try again')
  allow()
  const release = server.holdAnswers(older)
  await press(again)
  await expect.poll(() => server.sent(older).length).toBe(2)
  server.inserts('goals', { text: 'The newest' })
  release()
  await expectText('The newest')
  await expect.poll(() => listed().length).toBe(56)
  expect([listed()[0], listed()[1], listed().at(-1)]).toEqual(['The newest', 'Goal 54', 'Goal 0'])
})

test('a failed load is said, with a retry', async () => {
  const allow = server.refuse('GET goals')
  await renderScreen(<GoalsCard />)
  await expectFailure('Failed to load goals')
  allow()
  await press(card('Goals').getByRole('button', { name: 'Try again' }))
  await expectText(EMPTY)
})

test.each([
  { what: 'ticked', name: 'PATCH goals', failed: 'Failed to update goal' },
  { what: 'deleted', name: 'DELETE goals', failed: 'Failed to delete goal' },
])('a goal that cannot be $what is as before, and can be $what again', async ({ name, failed }) => {
  server.has({ goals: [{ text: 'Ten demos' }, { text: 'Hire Ben' }] })
  const allow = server.refuse(name)
  await renderScreen(<GoalsCard />)
  await goal('Ten demos')
  const tries = async () => {
    if (name.startsWith('DELETE')) return press('Delete goal: Hire Ben')
    return press(await goal('Hire Ben'))
  }
  await tries()
  await expectFailure(failed)
  expect(listed()).toEqual(['Hire Ben', 'Ten demos'])
  expect((await goal('Hire Ben')).checked).toBe(false)
  allow()
  await tries()
  await expect.poll(() => server.rows('goals').length).toBe(name.startsWith('DELETE') ? 1 : 2)
  if (name.startsWith('PATCH')) await expect.poll(() => server.rows('goals')[1]?.completed).toBe(true)
})

test('the action "goal" focuses the field', async () => {
  await renderScreen(<GoalsCard />)
  await act(async () => requestAction('goal'))
  await expect.poll(() => document.activeElement).toBe(field())
})

/** Unsent entries, in their order. */
const unsent = () =>
  within(screen.getByRole('list', { name: 'Not sent yet' }))
    .getAllByRole('listitem')
    .map(({ firstElementChild }) => firstElementChild?.textContent)
const sends = async (text: string) => {
  await type('Add a goal', text)
  await pressKey('Enter')
}

test('goals that wait for the network survive a reload, one can be edited, one discarded, and the others are sent in order', async () => {
  const { reload } = await renderScreen(<GoalsCard />)
  await expectText(EMPTY)
  server.setReachable(false)
  for (const text of ['First', 'Second', 'Third', 'Fourth']) {
    await sends(text)
    expect(field().value).toBe('')
  }
  await expectFailure('Failed to create goal')
  await expect.poll(unsent).toEqual(['First', 'Second', 'Third', 'Fourth'])
  await expectText(EMPTY)
  await reload()
  await expect.poll(unsent).toEqual(['First', 'Second', 'Third', 'Fourth'])
  await press('Edit: First')
  await expect.poll(() => document.activeElement).toBe(field())
  expect(field().value).toBe('First')
  await press('Discard: Third')
  await press('Discard')
  expect(unsent()).toEqual(['Second', 'Fourth'])
  server.setReachable(true)
  await expect.poll(() => server.rows('goals').map(({ text }) => text)).toEqual(['Second', 'Fourth'])
  expect(field().value).toBe('First')
  await expectGone(() => screen.queryByRole('list', { name: 'Not sent yet' }))
})

test('a refused goal is listed with the reason, and is stored once when it is sent again', async () => {
  await renderScreen(<GoalsCard />)
  await expectText(EMPTY)
  const allow = server.refuse('POST goals')
  await sends('Ten demos')
  await expectFailure('Failed to create goal')
  await expectText(EMPTY)
  await expect.poll(unsent).toEqual(['Ten demos'])
  expect(screen.getByRole('list', { name: 'Not sent yet' }).textContent).toContain('Not sent: ')
  expect(screen.queryByText(texts.waiting)).toBeNull()
  allow()
  await press('Edit: Ten demos')
  await expect.poll(() => field().value).toBe('Ten demos')
  await pressKey('Enter')
  await expectSuccess('Goal created')
  expect(server.rows('goals')).toMatchObject([{ text: 'Ten demos' }])
})

test('a goal that waits belongs to its period', async () => {
  await renderScreen(<GoalsCard />)
  await expectText(EMPTY)
  server.setReachable(false)
  await sends('This week')
  await expect.poll(unsent).toEqual(['This week'])
  await press('Monthly', 'tab')
  expect(screen.queryByRole('list', { name: 'Not sent yet' })).toBeNull()
})
