// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { choose, chosenIn, expectOptions } from '../../../testing/choose.ts'
import { FOUNDER } from '../../../testing/people.ts'
import { expectFailure, expectSuccess, expectText, press, type } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { hasFounder, item, leaveField, showFounder } from './test-founder.tsx'

const server = stubServer()

const UNREACHABLE = 'The server could not be reached. Nothing was changed.'
const OUTREACH = { name: 'Outreach', status: 'running', conversions: 1, demos: 2, messages: 3 } as const

const confirm = vi.fn<(question: string) => boolean>()
const prompt = vi.fn<(question: string, offered: string) => string | null>()

beforeEach(() => {
  hasFounder(server)
  vi.stubGlobal('confirm', confirm.mockReset())
  vi.stubGlobal('prompt', prompt.mockReset())
})

const show = () => showFounder('traction-management')
const hasOutreach = (values = {}) => server.has({ traction_loops: [{ ...OUTREACH, ...values }] })
const field = async (loop: string, label: string) => (await item(loop)).getByLabelText<HTMLInputElement>(label)
const status = async (loop: string) => chosenIn((await item(loop)).getByRole('combobox', { name: 'Status' }))
const changes = () => server.sent('PATCH traction_loops').map(({ body }) => body)

test('the name of a new loop comes from a prompt; it is running with 0, 0 and 0', async () => {
  prompt.mockReturnValue('  Cold outreach ')
  await show()
  await press('Add Loop')
  await expectSuccess('Loop created successfully')
  expect(prompt).toHaveBeenCalledExactlyOnceWith('Loop name', '')
  expect(await status('Cold outreach')).toBe('Running')
  for (const count of ['Conversions', 'Demos', 'Messages'])
    expect((await field('Cold outreach', count)).value).toBe('0')
  expect(server.rows('traction_loops')).toMatchObject([
    { user_id: FOUNDER.id, name: 'Cold outreach', status: 'running', conversions: 0, demos: 0, messages: 0 },
  ])
})

test.each(['', '   ', null])('a prompt answered with %j creates no loop', async (answer) => {
  prompt.mockReturnValue(answer)
  await show()
  await press('Add Loop')
  expect(prompt).toHaveBeenCalledOnce()
  expect(server.sent('POST traction_loops')).toEqual([])
  screen.getByText('No traction loops yet.')
})

test('name and counts are saved when their field is left, and only if they changed', async () => {
  hasOutreach()
  await show()
  await type(await field('Outreach', 'Name'), 'Other')
  await type(await field('Outreach', 'Name'), 'Outreach')
  await leaveField()
  await type(await field('Outreach', 'Name'), '   ')
  await leaveField()
  expect((await field('Outreach', 'Name')).value).toBe('Outreach')
  await type(await field('Outreach', 'Demos'), '02')
  await leaveField()
  expect((await field('Outreach', 'Demos')).value).toBe('2')
  expect(changes()).toEqual([])

  await type(await field('Outreach', 'Name'), ' Warm outreach ')
  expect(changes()).toEqual([])
  await leaveField()
  await expectSuccess('Name updated')
  for (const [count, value] of [
    ['Conversions', '12'],
    ['Demos', '34'],
    ['Messages', '5678'],
  ] as const) {
    await type(await field('Warm outreach', count), value)
    await leaveField()
  }
  await expectSuccess('Updated')
  expect(changes()).toEqual([{ name: 'Warm outreach' }, { conversions: 12 }, { demos: 34 }, { messages: 5678 }])
  expect(server.rows('traction_loops')).toMatchObject([
    { name: 'Warm outreach', conversions: 12, demos: 34, messages: 5678 },
  ])
})

test.each([
  ['many', '0'],
  ['', '0'],
  ['12\u202f000', '12000'],
])('the count %j is stored as %s', async (typed, stored) => {
  hasOutreach({ demos: 9 })
  await show()
  await type(await field('Outreach', 'Demos'), typed)
  await leaveField()
  await expectSuccess('Updated')
  expect((await field('Outreach', 'Demos')).value).toBe(stored)
  expect(changes()).toEqual([{ demos: Number(stored) }])
})

test.each(['1.000', '1,5', '5k'])(
  'the count "%s" may be meant otherwise: it is marked, and not saved',
  async (typed) => {
    hasOutreach()
    await show()
    const messages = await field('Outreach', 'Messages')
    await type(messages, typed)
    await leaveField()
    ;(await item('Outreach')).getByText(/^Not saved/)
    expect(messages.getAttribute('aria-invalid')).toBe('true')
    expect(messages.value).toBe(typed)
    expect(changes()).toEqual([])
  },
)

test.each(['-5', '99999999999'])('the count %s is refused, in words; the typed text stays', async (typed) => {
  hasOutreach()
  await show()
  const messages = await field('Outreach', 'Messages')
  await type(messages, typed)
  await leaveField()
  ;(await item('Outreach')).getByText('Not saved: a whole number from 0 to a billion')
  expect(messages.value).toBe(typed)
  expect(changes()).toEqual([])
})

test('any status can be chosen, and is saved at once', async () => {
  hasOutreach()
  await show()
  await item('Outreach')
  await expectOptions('Status', ['Running', 'Paused', 'Scaling'])
  await choose('Status', 'Scaling')
  await expectSuccess('Status updated')
  await waitFor(async () => expect(await status('Outreach')).toBe('Scaling'))
  for (const name of ['Paused', 'Running']) {
    await choose('Status', name)
    await waitFor(async () => expect(await status('Outreach')).toBe(name))
  }
  expect(changes()).toEqual([{ status: 'scaling' }, { status: 'paused' }, { status: 'running' }])
})

test('deleting asks "Delete this loop?"; Cancel keeps the loop', async () => {
  hasOutreach()
  confirm.mockReturnValue(false)
  await show()
  await press('Delete loop: Outreach')
  expect(confirm).toHaveBeenCalledExactlyOnceWith('Delete this loop?')
  await item('Outreach')
  expect(server.sent('DELETE traction_loops')).toEqual([])
  confirm.mockReturnValue(true)
  await press('Delete loop: Outreach')
  await expectSuccess('Loop deleted')
  await expectText('No traction loops yet.')
  expect(server.rows('traction_loops')).toEqual([])
})

test('a loop that could not be created says so, and the next prompt contains its name', async () => {
  await show()
  const allow = server.lose('POST traction_loops')
  prompt.mockReturnValueOnce('Cold outreach')
  await press('Add Loop')
  await expectFailure(UNREACHABLE, 'Error creating loop')
  allow()
  prompt.mockImplementationOnce((_, offered) => offered)
  await press('Add Loop')
  await item('Cold outreach')
  prompt.mockReturnValueOnce(null)
  await press('Add Loop')
  expect(prompt.mock.calls.map(([, offered]) => offered)).toEqual(['', 'Cold outreach', ''])
})

test('a change that could not be saved says so; the typed text stays, and is saved when the field is left again', async () => {
  hasOutreach()
  await show()
  const allow = server.lose('PATCH traction_loops')
  const name = await field('Outreach', 'Name')
  await type(name, 'Warm outreach')
  await leaveField()
  const notice = await expectFailure(UNREACHABLE, 'Error updating')
  await press(within(notice.parentElement!).getByRole('button', { name: 'Dismiss' }))
  expect(name.value).toBe('Warm outreach')
  ;(await item('Outreach')).getByText('Not saved')
  await choose('Status', 'Scaling')
  await expectFailure(UNREACHABLE, 'Error updating')
  expect(await status('Outreach')).toBe('Running')
  allow()
  name.focus()
  await leaveField()
  await expectSuccess('Name updated')
  await item('Warm outreach')
})

test('a change that could not be saved survives another tab, closing and a reload, marked as not saved', async () => {
  hasOutreach()
  const { reload } = await show()
  const allow = server.lose('PATCH traction_loops')
  await type(await field('Outreach', 'Name'), 'Cold mail')
  await leaveField()
  await expectFailure(UNREACHABLE, 'Error updating')
  const isKept = async () => {
    expect((await field('Outreach', 'Name')).value).toBe('Cold mail')
    ;(await item('Outreach')).getByText('Not saved')
  }
  await press('Goals', 'tab')
  await press('Traction Mgmt', 'tab')
  await isKept()
  await reload()
  await isKept()
  allow()
  ;(await field('Outreach', 'Name')).focus()
  await leaveField()
  await expectSuccess('Name updated')
  expect((await item('Cold mail')).queryByText('Not saved')).toBeNull()
})

test('a loop that could not be deleted stays', async () => {
  hasOutreach()
  confirm.mockReturnValue(true)
  await show()
  server.lose('DELETE traction_loops')
  await press('Delete loop: Outreach')
  await expectFailure(UNREACHABLE, 'Error deleting')
  await item('Outreach')
})

test('an edited field is saved when its screen is left', async () => {
  hasOutreach()
  const { leave } = await show()
  await type(await field('Outreach', 'Demos'), '77')
  leave()
  await waitFor(() => expect(changes()).toEqual([{ demos: 77 }]))
})

test('a change to a loop that another admin has deleted says so', async () => {
  hasOutreach()
  await show()
  await type(await field('Outreach', 'Demos'), '42')
  server.deletes('traction_loops')
  await leaveField()
  await expectFailure('It no longer exists. Another admin may have deleted it.', 'Error updating')
})
