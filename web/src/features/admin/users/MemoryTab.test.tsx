// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { FOUNDER } from '../../../testing/people.ts'
import { expectFailure, expectSuccess, expectText, press, type } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { hasFounder, showFounder } from './test-founder.tsx'

const server = stubServer()

beforeEach(() => hasFounder(server))

const show = () => showFounder('memory')
const memory = async () => screen.findByLabelText<HTMLTextAreaElement>('AI memory')

test('a memory is empty at first, is saved, and a second save replaces it', async () => {
  const { leave } = await show()
  expect((await memory()).value).toBe('')
  for (const text of ['Sells to dentists', 'Sells to dentists.\nHates cold calls.']) {
    await type(await memory(), text)
    await expectText('Not saved yet')
    await press('Save')
    await expectSuccess('AI memory updated successfully')
    await expectText('The AI co-founder reads this, the founder does not')
    expect(server.rows('founder_ai_memory')).toMatchObject([{ user_id: FOUNDER.id, memory_content: text }])
  }
  leave()
  await show()
  expect((await memory()).value).toBe('Sells to dentists.\nHates cold calls.')
})

test('typed text survives another tab, closing the dialog and a reload', async () => {
  const { leave } = await show()
  await type(await memory(), 'Half a thought')
  await press('Goals', 'tab')
  leave()
  const { reload } = await show()
  expect((await memory()).value).toBe('Half a thought')
  await reload()
  expect((await memory()).value).toBe('Half a thought')
})

test('a failed save shows an error, and the text stays', async () => {
  await show()
  await type(await memory(), 'Sells to dentists')
  const allow = server.lose('POST founder_ai_memory')
  await press('Save')
  await expectFailure('Failed to save AI memory')
  expect((await memory()).value).toBe('Sells to dentists')
  allow()
  await press('Save')
  await expectSuccess('AI memory updated successfully')
})

describe('a memory that another admin has changed meanwhile', () => {
  const OTHERS = "The other admin's version"
  const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

  /** Saves "Mine" after another admin has stored "Theirs". @returns what shows theirs */
  async function isOvertaken(): Promise<ReturnType<typeof within>> {
    await show()
    await type(await memory(), 'Mine')
    server.has({ founder_ai_memory: [{ user_id: FOUNDER.id, memory_content: 'Theirs' }] })
    await press('Save')
    const other = await screen.findByRole('region', { name: OTHERS })
    expect(other.textContent).toContain('Theirs')
    expect(saveButton().disabled).toBe(true)
    expect(server.rows('founder_ai_memory')).toMatchObject([{ memory_content: 'Theirs' }])
    return within(other)
  }

  test('is overwritten once both were shown', async () => {
    const other = await isOvertaken()
    await press(other.getByRole('button', { name: 'Keep mine' }))
    expect((await memory()).value).toBe('Mine')
    await press('Save')
    await expectSuccess('AI memory updated successfully')
    expect(server.rows('founder_ai_memory')).toMatchObject([{ memory_content: 'Mine' }])
  })

  test('is taken in place of the own text', async () => {
    const other = await isOvertaken()
    await press(other.getByRole('button', { name: 'Take theirs' }))
    expect((await memory()).value).toBe('Theirs')
    expect(screen.queryByRole('region', { name: OTHERS })).toBeNull()
  })
})

describe('while a memory is being saved', () => {
  /** Saves a memory. @returns what lets the request through */
  async function saves(): Promise<{ leave: () => void; release: () => void }> {
    const { leave } = await show()
    await type(await memory(), 'Sells to dentists')
    const release = server.hold('POST founder_ai_memory')
    await press('Save')
    await screen.findByRole('button', { name: 'Saving...' })
    return { leave, release }
  }

  test('text that is typed stays, and can be saved next', async () => {
    const { release } = await saves()
    await type(await memory(), 'Sells to dentists in Porto')
    release()
    await expectSuccess('AI memory updated successfully')
    expect((await memory()).value).toBe('Sells to dentists in Porto')
    await expectText('Not saved yet')
    await press('Save')
    await expect
      .poll(() => server.rows('founder_ai_memory'))
      .toMatchObject([{ memory_content: 'Sells to dentists in Porto' }])
  })

  test('it is no unsaved edit after its dialog was closed', async () => {
    const { leave, release } = await saves()
    leave()
    release()
    await expect.poll(() => server.rows('founder_ai_memory')).toHaveLength(1)
    server.updates('founder_ai_memory', { memory_content: 'Sells to vets' })
    await show()
    expect((await memory()).value).toBe('Sells to vets')
  })
})

test('a failed load shows an error, and prevents saving over unread text', async () => {
  const allow = server.refuse('GET founder_ai_memory')
  await show()
  await expectFailure('Failed to load AI memory')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  allow()
  await press('Try again')
  expect((await memory()).value).toBe('')
})
