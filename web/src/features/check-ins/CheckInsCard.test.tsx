// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../../../../domain/days.ts'
import {
  advance,
  expectFailure,
  expectGone,
  expectSuccess,
  expectText,
  press,
  pressKey,
  renderScreen,
  setClock,
  type,
} from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { keys } from '../../lib/data/keys.ts'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { recentCheckInsQuery } from './api.ts'
import { CheckInItem } from './CheckInsCard.tsx'

const server = stubServer()
const TODAY = '2026-03-04'
beforeEach(() => setClock(`${TODAY}T23:59:00`))

/** Shows a check-in that the server has. */
async function shows(week_of = '2026-03-02') {
  server.has({ weekly_checkins: [{ week_of, mood: 4, wins: 'Two demos', next_priority: 'Pricing' }] })
  await renderScreen(<CheckInItem checkIn={server.row('weekly_checkins')} />)
}
/** As the list shows it: with what was saved meanwhile. */
function Item() {
  const { id: user } = useAccount()
  const { data } = useQuery(recentCheckInsQuery(user))
  useLiveRows('weekly_checkins', user, keys.checkIns.every(user))
  return data?.map((checkIn) => <CheckInItem key={checkIn.id} checkIn={checkIn} isOpen />)
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
])('a check-in of %i days ago can be corrected and deleted: %s', async (days, isOffered) => {
  await shows(addDays(TODAY, -days))
  expect(button() !== null).toBe(isOffered)
  expect(screen.queryByRole('button', { name: /^Edit check-in: / }) !== null).toBe(isOffered)
})

test('at midnight a check-in becomes too old to be deleted', async () => {
  await shows(addDays(TODAY, -28))
  await advance(2 * 60_000)
  expect(button()).toBeNull()
})

describe('a check-in that is corrected', () => {
  const EDIT = 'Edit check-in: Week of Mar 2, 2026'
  const dialog = () => screen.queryByRole('dialog', { name: 'Edit Check-in' })
  const field = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label)
  const corrections = () => server.sent(/^PATCH weekly_checkins/)

  beforeEach(() => {
    server.rpc('week_so_far', () => ({
      priority: { week_of: '2026-02-23', text: 'A page of prices' },
      goals: ['Ship it'],
      decisions: [],
      added: null,
      streak: 3,
    }))
    server.has({
      weekly_checkins: [
        { week_of: '2026-03-02', mood: 4, wins: 'Two demos', next_priority: 'Pricing', ai_summary: 'A week of demos' },
      ],
    })
  })

  async function opens() {
    await press(EDIT)
    return screen.findByRole('dialog', { name: 'Edit Check-in' })
  }
  const asks = () => screen.findByRole('alertdialog', { name: 'Discard your changes?' })

  test('the form has what was saved; Ctrl Enter saves the correction, and the old summary goes', async () => {
    await renderScreen(<Item />)
    const form = await opens()
    expect(form.textContent).toContain('Week of Mar 2, 2026')
    expect(form.textContent).not.toContain('in a row')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Good' }).checked).toBe(true)
    expect([field('Wins').value, field('Blockers').value, field('Next priority').value]).toEqual([
      'Two demos',
      '',
      'Pricing',
    ])
    await press('Partly', 'radio')
    await press('Ship it')
    await type('Next priority', ' Hiring ')
    fireEvent.keyDown(field('Blockers'), { key: 'Enter', ctrlKey: true })
    await expectSuccess('Check-in updated')
    await expectGone(dialog)
    const corrected = {
      mood: 4,
      wins: 'Two demos\nShip it',
      blockers: '',
      next_priority: 'Hiring',
      priority_outcome: 'partly',
    }
    expect(corrections()).toMatchObject([{ body: corrected }])
    expect(server.row('weekly_checkins')).toMatchObject(corrected)
    await expectText('Hiring')
    await expectText('Corrected on Mar 4, 2026')
    expect(screen.queryByText('A week of demos')).toBeNull()
  })

  test('Escape closes it when nothing has changed, and Save then sends nothing', async () => {
    await renderScreen(<Item />)
    await opens()
    await pressKey('Escape')
    await expectGone(dialog)
    await opens()
    await press('Save')
    await expectGone(dialog)
    expect(corrections()).toEqual([])
  })

  test('Escape asks before changes are lost', async () => {
    await renderScreen(<Item />)
    await opens()
    await type('Wins', 'Three demos')
    await pressKey('Escape')
    await asks()
    await press('Keep editing')
    await expectGone(() => screen.queryByRole('alertdialog'))
    expect(field('Wins').value).toBe('Three demos')
    await pressKey('Escape')
    await asks()
    await press('Discard')
    await expectGone(dialog)
    await opens()
    expect(field('Wins').value).toBe('Two demos')
  })

  test('what is typed survives a reload', async () => {
    const { reload } = await renderScreen(<Item />)
    await opens()
    await type('Wins', 'Three demos')
    await reload()
    await opens()
    expect(field('Wins').value).toBe('Three demos')
  })

  test('needs wins and a next priority, too', async () => {
    await renderScreen(<Item />)
    await opens()
    await type('Wins', ' ')
    await press('Save')
    await expectText('Add at least one win, however small.')
    expect(corrections()).toEqual([])
  })

  test('says that it needs the network, keeps what is typed, and is saved once it is back', async () => {
    await renderScreen(<Item />)
    await opens()
    await type('Wins', 'Three demos')
    server.setReachable(false)
    await expectText(/^You’re offline\. A saved check-in can be changed/)
    await press('Save')
    expect(corrections()).toEqual([])
    server.setReachable(true)
    await expectGone(() => screen.queryByText(/^You’re offline/))
    await press('Save')
    await expectSuccess('Check-in updated')
    expect(server.row('weekly_checkins')).toMatchObject({ wins: 'Three demos' })
  })

  test('a failure is said, and what is typed stays', async () => {
    const allow = server.refuse('PATCH weekly_checkins')
    await renderScreen(<Item />)
    await opens()
    await type('Wins', 'Three demos')
    await press('Save')
    await expectFailure('Failed to save check-in')
    expect(field('Wins').value).toBe('Three demos')
    allow()
    await press('Save')
    await expectSuccess('Check-in updated')
  })

  test('what was corrected elsewhere meanwhile is not replaced unseen', async () => {
    await renderScreen(<Item />)
    await opens()
    await type('Wins', 'Three demos')
    // Not known here yet.
    server.updates('weekly_checkins', { wins: 'Four demos' })
    await press('Save')
    await expectFailure('Failed to save check-in')
    expect(server.row('weekly_checkins')).toMatchObject({ wins: 'Four demos' })
    await expectText(/^This check-in was changed elsewhere meanwhile/)
    await press('Save')
    await expectSuccess('Check-in updated')
    expect(server.row('weekly_checkins')).toMatchObject({ wins: 'Three demos' })
  })
})
