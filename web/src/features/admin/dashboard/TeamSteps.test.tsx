// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { config, setConfig } from '../../../lib/session/config.ts'
import { ADMIN } from '../../../testing/people.ts'
import { expectFailure, press, renderScreen } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import type { TeamStep } from './team-steps.ts'
import { TeamSteps } from './TeamSteps.tsx'

const server = stubServer()

let steps: Record<TeamStep, boolean> | null

beforeEach(() => {
  steps = { founder: false, invitation: false, admin: true, reply: false, thresholds: false }
  server.rpc('team_steps', () => steps)
  server.has({ founder_invitations: [] })
})

const show = () => renderScreen(<TeamSteps />, { path: '/admin', as: ADMIN })
const items = async () => {
  const list = within(await screen.findByRole('region', { name: 'First steps' })).getAllByRole('listitem')
  return list.map((item) => item.querySelector('p')?.textContent)
}

test('five steps are in their order, and say which are done', async () => {
  await show()
  expect(await items()).toEqual([
    'Share the sign-up link',
    'Invite founders',
    'Add a second admin: done',
    'Save a reply',
    'Set the thresholds of the radar',
  ])
  screen.getByText('1 of 5 done')
})

test('the link to sign up is copied', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show()
  await press('Copy the link')
  await screen.findByRole('button', { name: 'Copied' })
  expect(write).toHaveBeenCalledWith(`${location.origin}/auth`)
})

test.each([
  ['Invite: Invite founders', '/admin/users'],
  ['Open the team: Add a second admin', '/admin/team'],
  ['Write one: Save a reply', '/admin/squad'],
])('“%s” leads to %s', async (label, to) => {
  const { place } = await show()
  await press(label)
  expect(place()).toBe(to)
})

test('where founders cannot sign up by themselves there is no link', async () => {
  const before = config()
  setConfig({ ...before, signUp: 'invite' })
  await show()
  expect((await items())[0]).toBe('Invite founders')
  setConfig(before)
})

test('an invitation is done without a reload, and all done are gone', async () => {
  await show()
  await items()
  await server.goLive('founder_invitations')
  steps = { founder: false, invitation: true, admin: true, reply: true, thresholds: true }
  server.inserts('founder_invitations', { email: 'fay@acme.example' })
  await waitFor(() => expect(screen.getByText('4 of 5 done')).toBeDefined(), { timeout: 4000 })
  steps = null
  server.inserts('founder_invitations', { email: 'gil@acme.example' })
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull(), { timeout: 4000 })
})

test('they are dismissed at once, and return with a notice when that fails', async () => {
  server.rpc('dismiss_team_steps', () => {
    steps = null
  })
  const allow = server.refuse('POST rpc/dismiss_team_steps')
  await show()
  await press('Dismiss the first steps for the team')
  await expectFailure('Failed to dismiss the first steps')
  expect(await items()).toHaveLength(5)
  allow()
  await press('Dismiss the first steps for the team')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull())
})
