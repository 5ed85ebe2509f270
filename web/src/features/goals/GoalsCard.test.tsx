// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  advance,
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
import { stubIntersections, stubLayout } from '../../testing/layout.ts'
import { stubServer } from '../../testing/server.ts'
import { texts } from '../../lib/texts/texts.ts'
import { requestAction } from '../../ui/actions.ts'
import { recordComments } from '../../ui/record-comments.tsx'
import { GoalsCard } from './GoalsCard.tsx'
// Loaded before a test waits for it.
import './later-parts.ts'

const server = stubServer()
beforeEach(() => {
  server.has({ goals: [] })
  server.rpc('goals_left_over', () => [])
  server.rpc('goal_sums', () => [])
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

test('a press ticks a goal and another unticks it, without a toast, and the server has it', async () => {
  server.has({ goals: [{ text: 'Ten demos' }] })
  const { leave } = await renderScreen(<GoalsCard />)
  await press(await goal('Ten demos'))
  expect((await goal('Ten demos')).checked).toBe(true)
  await expect.poll(() => server.row('goals').completed).toBe(true)
  leave()
  await renderScreen(<GoalsCard />)
  expect((await goal('Ten demos')).checked).toBe(true)
  await press(await goal('Ten demos'))
  await expect.poll(async () => (await goal('Ten demos')).checked).toBe(false)
  await expect.poll(() => server.row('goals').completed).toBe(false)
  expect(notices()).toEqual([])
})

test('a deleted goal is gone from the server', async () => {
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
  /** Not those of earlier weeks. */
  const list = /^GET goals\?.*completed\.eq\.false/
  // On load, and again after joining for changes in between.
  let expected = 2
  const readOnce = async () => {
    await expect.poll(() => server.sent(list).length).toBe(expected++)
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
  expect(server.sent(list)).toHaveLength(expected - 1)
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
  const older = /^GET goals\?.*position\.lt/
  // The list is read again after joining, which would end the read of a page.
  await expect.poll(() => server.sent('GET goals').length).toBe(2)
  const allow = server.refuse(older)
  await expect.poll(() => (reachEnd(), server.sent(older).length)).toBe(1)
  await expectText('Try again')
  allow()
  const release = server.holdAnswers(older)
  await press('Try again')
  await expect.poll(() => server.sent(older).length).toBe(2)
  server.inserts('goals', { text: 'The newest' })
  release()
  await expectText('The newest')
  await expect.poll(() => listed().length).toBe(56)
  expect([listed()[0], listed()[1], listed().at(-1)]).toEqual(['The newest', 'Goal 54', 'Goal 0'])
})

test('open goals come first, then those done this week with their number, and earlier ones behind a disclosure', async () => {
  setClock('2026-03-04T10:00:00')
  const done = (text: string, completed_at: string | null) => ({ text, completed: true, completed_at })
  server.has({
    goals: [
      { text: 'Open' },
      done('Monday', '2026-03-02T09:00:00'),
      done('Tuesday', '2026-03-03T09:00:00'),
      done('February', '2026-02-26T09:00:00'),
      done('Long ago', null),
      { text: 'Open too' },
    ],
  })
  await renderScreen(<GoalsCard />)
  await expect.poll(listed).toEqual(['Open too', 'Open', 'Tuesday', 'Monday'])
  expect(screen.getByRole('heading', { name: 'Done this week (2)' })).toBeDefined()
  await expect.poll(() => tab('Weekly').textContent).toBe('Weekly2')
  // A click toggles it, but not here.
  const earlier = (await screen.findByText('Earlier')).closest('details')!
  await act(async () => {
    earlier.open = true
    earlier.dispatchEvent(new Event('toggle'))
  })
  await expect.poll(listed).toEqual(['Open too', 'Open', 'Tuesday', 'Monday', 'Long ago', 'February'])
  await press(await goal('February'))
  await expect.poll(() => listed().slice(0, 3)).toEqual(['Open too', 'February', 'Open'])
})

test('without open goals it is not said that there are none', async () => {
  server.has({ goals: [{ text: 'Long ago', completed: true, completed_at: null }] })
  await renderScreen(<GoalsCard />)
  await expectText('All done. Add the next one below!')
})

const undo = () => screen.findByRole('button', { name: 'Undo' })
/** As the database does. */
const keepsDeleted = () => {
  const before = server.rows('goals').map((row) => ({ ...row }))
  server.rpc('restore_goal', ({ goal }) => {
    server.has({ goals: before.filter(({ id }) => id === goal) })
    return null
  })
}

test('Undo restores a deleted goal: the same row at its place', async () => {
  server.has({ goals: [{ text: 'First' }, { text: 'Second' }, { text: 'Third' }] })
  keepsDeleted()
  const [, second] = server.rows('goals')
  await renderScreen(<GoalsCard />)
  await goal('Second')
  await press('Delete goal: Second')
  await expectText('Deleted: Second')
  await expectSuccess('Goal deleted')
  await expect.poll(listed).toEqual(['Third', 'First'])
  await press(await undo())
  await expect.poll(listed).toEqual(['Third', 'Second', 'First'])
  await expect.poll(() => server.rows('goals')).toContainEqual(second)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await expect.poll(notices).toEqual([])
})

test('several changes in a row are undone one by one, the last one first', async () => {
  server.has({ goals: [{ text: 'First' }, { text: 'Second' }, { text: 'Third' }] })
  keepsDeleted()
  await renderScreen(<GoalsCard />)
  await press(await goal('Third'))
  await expectText('Done: Third')
  for (const text of ['First', 'Second']) {
    await press(`Delete goal: ${text}`)
    await expectText(`Deleted: ${text}`)
  }
  await expect.poll(() => server.rows('goals')).toHaveLength(1)
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  await expectText('Deleted: First')
  await goal('Second')
  await press(await undo())
  await expectText('Done: Third')
  await goal('First')
  await press(await undo())
  await expect.poll(async () => (await goal('Third')).checked).toBe(false)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await expect.poll(() => server.rows('goals').map(({ completed }) => completed)).toEqual([false, false, false])
})

test('Ctrl Z undoes a tick, and not while something is typed', async () => {
  server.has({ goals: [{ text: 'Ten demos' }] })
  await renderScreen(<GoalsCard />)
  await press(await goal('Ten demos'))
  await expectText('Done: Ten demos')
  await type('Add a goal', 'Hire')
  fireEvent.keyDown(field(), { key: 'z', ctrlKey: true })
  expect((await goal('Ten demos')).checked).toBe(true)
  await type('Add a goal', '')
  fireEvent.keyDown(field(), { key: 'z', ctrlKey: true })
  await expect.poll(async () => (await goal('Ten demos')).checked).toBe(false)
  await expect.poll(() => server.row('goals').completed).toBe(false)
  await expectGone(() => screen.queryByText('Done: Ten demos'))
})

test('what can be undone is said for ten seconds', async () => {
  setClock(new Date())
  server.has({ goals: [{ text: 'Ten demos' }] })
  await renderScreen(<GoalsCard />)
  await press(await goal('Ten demos'))
  await expectText('Done: Ten demos')
  await advance(9000)
  expect(screen.queryByText('Done: Ten demos')).not.toBeNull()
  await advance(1500)
  await expectGone(() => screen.queryByText('Done: Ten demos'))
})

test('a goal that could not be deleted has no Undo', async () => {
  server.has({ goals: [{ text: 'Ten demos' }] })
  server.refuse('DELETE goals')
  await renderScreen(<GoalsCard />)
  await goal('Ten demos')
  await press('Delete goal: Ten demos')
  await expectFailure('Failed to delete goal')
  await expectGone(() => screen.queryByText('Deleted: Ten demos'))
})

const editor = () => screen.findByLabelText<HTMLInputElement>('Goal')

test('a goal is edited in its place: Enter saves, Escape restores, a blank text is ignored', async () => {
  server.has({ goals: [{ text: 'Ten demos' }] })
  await renderScreen(<GoalsCard />)
  await goal('Ten demos')
  await press('Edit goal: Ten demos')
  await expect.poll(async () => document.activeElement === (await editor())).toBe(true)
  await type(await editor(), 'Twelve demos')
  await pressKey('Escape')
  await goal('Ten demos')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Edit goal: Ten demos')
  await press('Edit goal: Ten demos')
  await type(await editor(), '   ')
  await pressKey('Enter')
  expect(server.sent(/^PATCH/)).toEqual([])
  await type(await editor(), ' Twelve demos ')
  await pressKey('Enter')
  await goal('Twelve demos')
  await expect.poll(() => server.row('goals').text).toBe('Twelve demos')
  expect(notices()).toEqual([])
})

test('a text that cannot be saved is in the editor again, and the goal is as before', async () => {
  server.has({ goals: [{ text: 'Ten demos' }] })
  server.setReachable(true)
  const allow = server.refuse('PATCH goals')
  await renderScreen(<GoalsCard />)
  await goal('Ten demos')
  await press('Edit goal: Ten demos')
  await type(await editor(), 'Twelve demos')
  await pressKey('Enter')
  await expectFailure('Failed to update goal')
  expect((await editor()).value).toBe('Twelve demos')
  allow()
  await press('Save')
  await expect.poll(() => server.row('goals').text).toBe('Twelve demos')
})

test('of two edits in flight each returns to its own editor when it cannot be saved', async () => {
  server.has({ goals: [{ text: 'Ten demos' }, { text: 'A price list' }] })
  await renderScreen(<GoalsCard />)
  await goal('Ten demos')
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => (refuse = resolve))
  server.on('PATCH goals', async () => {
    await refused
    return new Response(JSON.stringify({ code: '42501', message: 'no' }), { status: 403 })
  })
  for (const [text, typed] of [
    ['Ten demos', 'Twelve demos'],
    ['A price list', 'Two price lists'],
  ] as const) {
    await press(`Edit goal: ${text}`)
    await type(await editor(), typed)
    await pressKey('Enter')
    await goal(typed)
  }
  refuse()
  await expect
    .poll(() =>
      screen
        .queryAllByLabelText<HTMLInputElement>('Goal')
        .map(({ value }) => value)
        .toSorted(),
    )
    .toEqual(['Twelve demos', 'Two price lists'])
})

/** As the database orders goals, which are three here. */
const ordersGoals = () => {
  server.has({ goals: [{ text: 'C' }, { text: 'B' }, { text: 'A' }] })
  server.rpc('move_goal', ({ goal, before }) => {
    const others = server.rows('goals').filter(({ id }) => id !== goal)
    const sorted = others.toSorted((a, b) => b.position - a.position)
    const place = before === undefined ? sorted.length : sorted.findIndex(({ id }) => id === before)
    const ids = sorted.map(({ id }) => id).toSpliced(place, 0, String(goal))
    for (const [index, id] of ids.entries()) server.updates('goals', { position: 10 - index }, (row) => row.id === id)
    return null
  })
}

test('arrow keys on its handle move a goal, which is announced, and the focus stays', async () => {
  ordersGoals()
  await renderScreen(<GoalsCard />)
  await expect.poll(listed).toEqual(['A', 'B', 'C'])
  const handle = await screen.findByRole('button', { name: 'Move goal: A' })
  handle.focus()
  await pressKey('ArrowDown')
  await expect.poll(listed).toEqual(['B', 'A', 'C'])
  await expectText('A: now 2 of 3')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move goal: A')
  await pressKey('ArrowDown')
  await expect.poll(listed).toEqual(['B', 'C', 'A'])
  await pressKey('ArrowDown')
  await pressKey('ArrowUp')
  await expect.poll(listed).toEqual(['B', 'A', 'C'])
  await expect.poll(() => server.sent('POST rpc/move_goal').map(({ body }) => Object.keys(body as object).length)).toEqual([2, 1, 2]) // prettier-ignore
})

test('buttons of the editor move a goal too', async () => {
  ordersGoals()
  await renderScreen(<GoalsCard />)
  await expect.poll(listed).toEqual(['A', 'B', 'C'])
  await press('Edit goal: C')
  await editor()
  await press('Move up')
  await expectText('C: now 2 of 3')
  await expect.poll(() => server.sent('POST rpc/move_goal').length).toBe(1)
  await press('Cancel')
  await expect.poll(listed).toEqual(['A', 'C', 'B'])
})

test('a goal that cannot be moved is where it was', async () => {
  ordersGoals()
  server.refuse('POST rpc/move_goal')
  await renderScreen(<GoalsCard />)
  await expect.poll(listed).toEqual(['A', 'B', 'C'])
  ;(await screen.findByRole('button', { name: 'Move goal: A' })).focus()
  await pressKey('ArrowDown')
  await expectFailure('Failed to update goal')
  await expect.poll(listed).toEqual(['A', 'B', 'C'])
})

test('the order that another device gives is shown', async () => {
  ordersGoals()
  await renderScreen(<GoalsCard />)
  await expect.poll(listed).toEqual(['A', 'B', 'C'])
  await server.goLive('goals')
  server.updates('goals', { position: 1 }, ({ text }) => text === 'A')
  await expect.poll(listed).toEqual(['B', 'C', 'A'])
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
  await expect.poll(listed).toEqual(['Hire Ben', 'Ten demos'])
  expect((await goal('Hire Ben')).checked).toBe(false)
  allow()
  await tries()
  await expect.poll(() => server.rows('goals').length).toBe(name.startsWith('DELETE') ? 1 : 2)
  if (name.startsWith('PATCH')) await expect.poll(() => server.rows('goals')[1]?.completed).toBe(true)
})

test('a goal that is too long is counted, is not cut and not sent', async () => {
  await renderScreen(<GoalsCard />)
  await expectText(EMPTY)
  await type(field(), 'x'.repeat(501))
  await expectText('501 / 500')
  await expectText('At most 500 characters, please.')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  await pressKey('Enter')
  expect(field().value).toBe('x'.repeat(501))
  expect(server.sent('POST goals')).toEqual([])
  await type(field(), 'x'.repeat(500))
  await expectText('500 / 500')
  await pressKey('Enter')
  await expectSuccess('Goal created')
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
  await expect.poll(unsent).toEqual(['First', 'Second', 'Third', 'Fourth'])
  // What waits has not failed.
  expect(screen.queryAllByRole('alert')).toEqual([])
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

test('without a network says before a press that only new goals wait for it', async () => {
  server.has({ goals: [{ text: 'Ten demos' }] })
  await renderScreen(<GoalsCard />)
  await goal('Ten demos')
  const note = 'Offline you can add goals. Changing them needs a connection.'
  expect(screen.queryByText(note)).toBeNull()
  server.setReachable(false)
  await expectText(note)
  server.setReachable(true)
  await expectGone(() => screen.queryByText(note))
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

test('a goal that is typed while another one fails stays', async () => {
  await renderScreen(<GoalsCard />)
  await expectText(EMPTY)
  let fail = () => {}
  const failing = new Promise<never>((_, reject) => (fail = () => reject(new TypeError('Failed to fetch'))))
  server.on('POST goals', () => failing)
  await sends('Ten demos')
  await type(field(), 'A second one')
  fail()
  await expectFailure('Failed to create goal')
  await expect.poll(unsent).toEqual(['Ten demos'])
  expect(field().value).toBe('A second one')
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

test('while a goal is edited its comments are at hand too, outside the form', async () => {
  recordComments.set(({ record, isIcon }) => (isIcon ? null : <p>Comments on {record.title}</p>))
  server.has({ goals: [{ text: 'Ten demos' }] })
  await renderScreen(<GoalsCard />)
  await press('Edit goal: Ten demos')
  const comments = await screen.findByText('Comments on Ten demos')
  expect(comments.closest('form')).toBeNull()
  recordComments.set(null)
})
