// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { choose } from '../../../testing/choose.ts'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import { expectFailure, press, pressKey, renderScreen, type } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { FounderLabels } from './FounderLabels.tsx'

const server = stubServer()

beforeEach(() => {
  server.has({ founder_labels: [], labelled_founders: [] })
  server.rpc('list_labels', () => server.rows('founder_labels').map(({ id, name }) => ({ id, name, founders: 0 })))
  server.rpc('label_founders', ({ label, founders, is_on }) => {
    const [user_id = ''] = founders as string[]
    if (is_on) server.has({ labelled_founders: [{ user_id, label: String(label) }] })
    else server.deletes('labelled_founders', (one) => one.label === label)
    return founders
  })
})

const show = () => renderScreen(<FounderLabels founder={FOUNDER.id} />, { as: ADMIN })
const given = () => within(screen.getByRole('region', { name: 'Labels' })).queryAllByRole('listitem').map(({ textContent }) => textContent) // prettier-ignore
const expectGiven = (...names: string[]) => waitFor(() => expect(given()).toEqual(names))
const field = () => screen.getByLabelText<HTMLInputElement>('Name of the new label')
const isFocused = (name: string) => document.activeElement === screen.getByRole('button', { name })

test('a label is invented, given, taken and given again', async () => {
  await show()
  await press('New label')
  expect(document.activeElement).toBe(field())
  await type(field(), ' Batch ')
  await pressKey('Enter')
  await expectGiven('Batch')
  expect(isFocused('New label')).toBe(true)
  expect(server.rows('founder_labels')).toMatchObject([{ name: 'Batch' }])
  await press('Remove label Batch')
  await expectGiven()
  await choose('Add a label', 'Batch')
  await expectGiven('Batch')
  expect(server.rows('labelled_founders')).toMatchObject([
    { user_id: FOUNDER.id, label: server.row('founder_labels').id },
  ])
})

test('a label’s name that exists is given instead of a second one', async () => {
  server.has({ founder_labels: [{ name: 'Batch' }] })
  await show()
  await press('New label')
  await type(field(), 'BATCH')
  await pressKey('Enter')
  await expectGiven('Batch')
  expect(server.rows('founder_labels')).toHaveLength(1)
})

test('Escape closes the field, and nothing around it', async () => {
  await show()
  await press('New label')
  const left: string[] = []
  const listen = ({ key }: KeyboardEvent) => void left.push(key)
  document.addEventListener('keydown', listen)
  await pressKey('Escape')
  document.removeEventListener('keydown', listen)
  expect(screen.queryByLabelText('Name of the new label')).toBeNull()
  expect(isFocused('New label')).toBe(true)
  expect(left).toEqual([])
})

test('what is typed stays when the label cannot be added', async () => {
  server.lose('POST founder_labels')
  await show()
  await press('New label')
  await type(field(), 'Batch 7')
  await pressKey('Enter')
  await expectFailure('Failed to add the label')
  expect(field().value).toBe('Batch 7')
})

test('a label that cannot be given says so', async () => {
  server.has({ founder_labels: [{ name: 'Batch' }] })
  server.lose('POST rpc/label_founders')
  await show()
  await choose('Add a label', 'Batch')
  await expectFailure('Failed to change the labels')
  expect(given()).toEqual([])
})

test('labels that cannot be loaded say so, with a retry', async () => {
  const allow = server.refuse('GET labelled_founders')
  await show()
  await expectFailure('Failed to load the labels')
  allow()
  await press('Try again')
  await screen.findByRole('button', { name: 'New label' })
})
