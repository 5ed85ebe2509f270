// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
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

test('typed text survives another tab and closing the dialog', async () => {
  const { leave } = await show()
  await type(await memory(), 'Half a thought')
  await press('Goals', 'tab')
  leave()
  await show()
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

test('a failed load shows an error, and prevents saving over unread text', async () => {
  const allow = server.refuse('GET founder_ai_memory')
  await show()
  await expectFailure('Failed to load AI memory')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  allow()
  await press('Try again')
  expect((await memory()).value).toBe('')
})
