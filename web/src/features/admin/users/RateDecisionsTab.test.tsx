// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { choose, chosenIn, expectOptions } from '../../../testing/choose.ts'
import { expectFailure, expectSuccess, press, type } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { hasFounder, item, leaveField, showFounder } from './test-founder.tsx'

const server = stubServer()

beforeEach(() => {
  hasFounder(server)
  server.has({ decisions: [{ title: 'Raise prices', reason: 'No one says no' }] })
})

const impact = async () => chosenIn((await item('Raise prices')).getByRole('combobox', { name: 'Impact' }))
const notes = async () => (await item('Raise prices')).getByLabelText<HTMLTextAreaElement>('Result notes')

test('impact and result notes are set', async () => {
  await showFounder('rate-decisions')
  expect(await impact()).toBe('Neutral')
  await expectOptions('Impact', ['Positive', 'Neutral', 'Negative'])
  await choose('Impact', 'Negative')
  await expectSuccess('Impact rating updated')
  await waitFor(async () => expect(await impact()).toBe('Negative'))
  await type(await notes(), ' Two customers left ')
  await leaveField()
  await expectSuccess('Result notes updated')
  expect(server.rows('decisions')).toMatchObject([
    { title: 'Raise prices', reason: 'No one says no', impact: 'negative', result: 'Two customers left' },
  ])
})

test('the impact that is chosen already is not saved again', async () => {
  await showFounder('rate-decisions')
  await choose('Impact', 'Neutral')
  expect(server.sent('PATCH decisions')).toEqual([])
})

test('notes that could not be saved stay in the field, and are saved when it is left again', async () => {
  await showFounder('rate-decisions')
  const field = await notes()
  const allow = server.lose('PATCH decisions')
  await type(field, 'Two customers left')
  await leaveField()
  await expectFailure('The server could not be reached. Nothing was changed.', 'Error updating')
  expect(field.value).toBe('Two customers left')
  allow()
  field.focus()
  await leaveField()
  await expectSuccess('Result notes updated')
})

test('notes that are changed again while they are saved are no conflict', async () => {
  await showFounder('rate-decisions')
  const release = server.hold('PATCH decisions')
  await type(await notes(), 'Two customers')
  await leaveField()
  await type(await notes(), 'Two customers left')
  await leaveField()
  release()
  await waitFor(() => expect(server.row('decisions').result).toBe('Two customers left'))
  await waitFor(async () => expect((await item('Raise prices')).queryByText('Not saved')).toBeNull())
  expect(screen.queryByRole('region', { name: "The other admin's version" })).toBeNull()
})

describe('notes that another admin has changed meanwhile', () => {
  /** Leaves the field with "Mine" after another admin has stored "Theirs". @returns what shows theirs */
  async function isOvertaken(storeTheirs: () => void) {
    await showFounder('rate-decisions')
    await type(await notes(), 'Mine')
    storeTheirs()
    await leaveField()
    const other = await screen.findByRole('region', { name: "The other admin's version" })
    expect(other.textContent).toContain('Theirs')
    expect((await notes()).value).toBe('Mine')
    expect(server.rows('decisions')).toMatchObject([{ result: 'Theirs' }])
    return within(other)
  }

  test('are overwritten once both were shown', async () => {
    const other = await isOvertaken(() => Object.assign(server.row('decisions'), { result: 'Theirs' }))
    await expectFailure('Another admin has changed these notes since you started.', 'Error updating')
    await press(other.getByRole('button', { name: 'Keep mine' }))
    await expectSuccess('Result notes updated')
    expect(server.rows('decisions')).toMatchObject([{ result: 'Mine' }])
    expect(screen.queryByRole('region', { name: "The other admin's version" })).toBeNull()
  })

  test('are taken in place of the own ones', async () => {
    const other = await isOvertaken(() => server.updates('decisions', { result: 'Theirs' }))
    await press(other.getByRole('button', { name: 'Take theirs' }))
    expect((await notes()).value).toBe('Theirs')
    expect(server.sent('PATCH decisions')).toEqual([])
  })
})
