// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { renderApp } from '../testing/app.tsx'
import { serveFounder } from '../testing/founder.ts'
import { FOUNDER } from '../testing/people.ts'
import { expectFailure, expectGone, expectText, notices, press } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'

const server = stubServer()
beforeEach(() => serveFounder(server))

const BANNER = /^The server isn’t answering as it should/
const broken = { status: 500, code: 'XX000' }

async function opensBoard() {
  renderApp('/', FOUNDER)
  await screen.findByRole('heading', { level: 1, name: 'Weekly Command Board' })
}

test('a server that fails is said once, and one press loads all of the screen again', async () => {
  const allow = server.refuse(/^GET /, broken)
  await opensBoard()
  await expectText(BANNER)
  expect(await screen.findByText('Failed to load goals')).toBeDefined()
  expect(await screen.findByText('Failed to load check-ins')).toBeDefined()
  expect(notices()).toEqual([])

  // Still broken: the banner stays, and is not doubled.
  await press('Try Again')
  await expectText(BANNER)
  expect(notices()).toEqual([])

  allow()
  await press('Try Again')
  await expectGone(() => screen.queryByText(BANNER))
  await expectText('No goals yet. Add one below!')
  await expectText('No traction loops yet.')
  expect(document.activeElement?.id).toBe('content')
  expect(notices()).toEqual([])
})

test('the focus stays on the page when the banner goes without a press, as when the server recovers meanwhile', async () => {
  const allow = server.refuse(/^GET /, broken)
  await opensBoard()
  await press('Try Again')
  await expectText('Try Again')
  allow()
  fireEvent(window, new Event('visibilitychange'))
  await expectGone(() => screen.queryByText(BANNER))
  await expect.poll(() => document.activeElement?.id).toBe('content')
})

test('one load that fails has a notice of its own', async () => {
  server.refuse('GET goals', broken)
  await opensBoard()
  await expectFailure('Failed to load goals')
  expect(screen.queryByText(BANNER)).toBeNull()
})

test('without a network it is silent: the notice says that the founder is offline', async () => {
  server.refuse(/^GET /, broken)
  await opensBoard()
  await expectText(BANNER)
  server.setReachable(false)
  await expectGone(() => screen.queryByText(BANNER))
})
