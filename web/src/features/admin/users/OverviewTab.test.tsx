// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { expectSuccess, expectText, press } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { hasFounder, showFounder } from './test-founder.tsx'

const server = stubServer()

beforeEach(() => hasFounder(server))

test('an admin deletes the last check-in of a founder, however old, once that is confirmed', async () => {
  server.has({ weekly_checkins: [{ week_of: '2020-03-02', mood: 4, wins: 'Two demos', next_priority: 'Pricing' }] })
  await showFounder()
  await press('Delete check-in: Week of Mar 2, 2020')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this check-in?' })
  expect(server.sent('DELETE weekly_checkins')).toEqual([])
  await press(within(dialog).getByRole('button', { name: 'Delete' }))
  await expectSuccess('Check-in deleted')
  await expectText('No check-ins yet.')
  expect(server.rows('weekly_checkins')).toEqual([])
})

test('without a check-in there is none to delete', async () => {
  await showFounder()
  await expectText('No check-ins yet.')
  expect(screen.queryByRole('button', { name: /^Delete check-in/ })).toBeNull()
})
