// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DataProvider } from '../app/DataProvider.tsx'
import { lazyDialog } from '../lib/offline/lazy-dialog.ts'
import { card, expectFailure, expectText, press, renderScreen } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { failure } from '../testing/tables.ts'
import { CommandBoard } from './CommandBoard.tsx'

const server = stubServer()

beforeEach(() => server.rpc('own_runway', () => ({ figures: null, months: [], proposal: null, is_due: false })))

test('shows that it loads, and no empty state, while it loads', async () => {
  server.has({
    decisions: [],
    goals: [],
    squad_bookings: [],
    traction_loops: [],
    weekly_checkins: [],
    weekly_targets: [],
  })
  server.rpc('goals_left_over', () => [])
  server.rpc('this_week', () => failure(403, '42501', 'no'))
  const release = server.hold(/^GET/)
  await renderScreen(<CommandBoard />)
  for (const title of ['Goals', 'Weekly Check-in', 'Live Progress', 'This Week'])
    expect(card(title).getByText('Loading...')).toBeDefined()
  expect(screen.queryByText(/No goals yet|No traction loops yet|No check-ins yet/)).toBeNull()
  release()
  await expectText('No goals yet. Add one below!')
})

describe('a part that throws', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

  test('leaves the others, and loads again what it was rendered from', async () => {
    server.has({
      decisions: [],
      goals: [],
      squad_bookings: [],
      traction_loops: [],
      weekly_checkins: [],
      weekly_targets: [],
    })
    server.rpc('goals_left_over', () => [])
    let answer: unknown = {}
    server.rpc('this_week', () => answer)
    await renderScreen(
      <DataProvider>
        <CommandBoard />
      </DataProvider>,
    )
    await expectText('No goals yet. Add one below!')
    await card('This Week').findByText('Something went wrong here. Please try again.')
    const none = { replies: 0, notes: 0, ratings: 0, loops: 0 }
    answer = {
      verdict: null,
      goals: { done: 0, of: 0 },
      changes: none,
      streak: 0,
      steps: null,
      next: { kind: 'goals' },
    }
    await press('Try again')
    expect(await card('This Week').findByText('Your story starts this week')).toBeDefined()
  })

  test('closes a dialog, with a notice, and it can be opened again', async () => {
    let isBroken = true
    const Part = () => {
      if (isBroken) throw new TypeError('x.get is not a function')
      return <p>Open</p>
    }
    const Lazy = lazyDialog<'Part', { onClose: () => void }>(() => Promise.resolve({ Part }), 'Part')
    const Opener = () => {
      const [isOpen, setIsOpen] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setIsOpen(true)}>
            Details
          </button>
          {isOpen && <Lazy onClose={() => setIsOpen(false)} />}
        </>
      )
    }
    await renderScreen(<Opener />)
    await press('Details')
    await expectFailure('Something went wrong here. Please try again.')
    isBroken = false
    await press('Details')
    await expectText('Open')
  })
})
