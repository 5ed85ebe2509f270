// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '../../../../domain/days.ts'
import { advance, expectFailure, expectSuccess, press, renderScreen, setClock } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { CheckInItem } from './CheckInsCard.tsx'

const server = stubServer()
const TODAY = '2026-03-04'
beforeEach(() => setClock(`${TODAY}T23:59:00`))

/** Shows a check-in that the server has. */
async function shows(week_of = '2026-03-02') {
  server.has({ weekly_checkins: [{ week_of, mood: 4, wins: 'Two demos', next_priority: 'Pricing' }] })
  await renderScreen(<CheckInItem checkIn={server.row('weekly_checkins')} />)
}
const button = () => screen.queryByRole('button', { name: /^Delete check-in: Week of / })
async function confirm(choice: 'Delete' | 'Cancel') {
  await press('Delete check-in: Week of Mar 2, 2026')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this check-in?' })
  expect(server.requests).toEqual([])
  await press(within(dialog).getByRole('button', { name: choice }))
}

test('a founder deletes a check-in once that is confirmed', async () => {
  await shows()
  await confirm('Delete')
  await expectSuccess('Check-in deleted')
  expect(server.rows('weekly_checkins')).toEqual([])
})

test('nothing is deleted when it is cancelled', async () => {
  await shows()
  await confirm('Cancel')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(server.requests).toEqual([])
})

test('a failure is said', async () => {
  server.refuse('DELETE weekly_checkins')
  await shows()
  await confirm('Delete')
  await expectFailure('Failed to delete check-in')
})

test.each([
  [0, true],
  [28, true],
  [29, false],
  [-400_000, true],
])('a check-in of %i days ago can be deleted: %s', async (days, isOffered) => {
  await shows(addDays(TODAY, -days))
  expect(button() !== null).toBe(isOffered)
})

test('at midnight a check-in becomes too old to be deleted', async () => {
  await shows(addDays(TODAY, -28))
  await advance(2 * 60_000)
  expect(button()).toBeNull()
})
