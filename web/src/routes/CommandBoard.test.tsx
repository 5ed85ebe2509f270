// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { card, expectText, renderScreen } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { failure } from '../testing/tables.ts'
import { CommandBoard } from './CommandBoard.tsx'

const server = stubServer()

test('shows that it loads, and no empty state, while it loads', async () => {
  server.has({ decisions: [], goals: [], squad_bookings: [], traction_loops: [], weekly_checkins: [] })
  server.rpc('goals_left_over', () => [])
  server.rpc('this_week', () => failure(403, '42501', 'no'))
  const release = server.hold(/^GET/)
  await renderScreen(<CommandBoard />)
  for (const title of ['Goals', 'Weekly Check-in', 'Live Progress', 'Active Traction Loops', 'This Week'])
    expect(card(title).getByText('Loading...')).toBeDefined()
  expect(screen.queryByText(/No goals yet|No traction loops yet|No check-ins yet/)).toBeNull()
  release()
  await expectText('No goals yet. Add one below!')
})
