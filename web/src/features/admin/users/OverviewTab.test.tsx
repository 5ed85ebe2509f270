// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ADMIN } from '../../../testing/people.ts'
import { expectSuccess, press, renderScreen } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { LastCheckIn } from './OverviewTab.tsx'

const server = stubServer()

test('an admin deletes the last check-in of a founder, however old, once that is confirmed', async () => {
  server.has({ weekly_checkins: [{ user_id: 'ada', week_of: '2020-03-02', mood: 4, wins: 'Two demos' }] })
  await renderScreen(<LastCheckIn founder="ada" checkIn={server.row('weekly_checkins')} />, { as: ADMIN })
  await press('Delete check-in: Week of Mar 2, 2020')
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete this check-in?' })
  expect(server.requests).toEqual([])
  await press(within(dialog).getByRole('button', { name: 'Delete' }))
  await expectSuccess('Check-in deleted')
  expect(server.sent('DELETE weekly_checkins')).toHaveLength(1)
  expect(server.rows('weekly_checkins')).toEqual([])
})

test('without a check-in there is none to delete', async () => {
  await renderScreen(<LastCheckIn founder="ada" checkIn={undefined} />, { as: ADMIN })
  expect(screen.getByText('No check-ins yet.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})
