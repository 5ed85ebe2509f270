// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { clockOffset } from '../lib/data/clock-offset.ts'
import { expectGone, expectText, press, renderScreen, setClock, setVisibility } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { ClockNotice } from './ClockNotice.tsx'
import { NOTICE_ID } from './Frame.tsx'

stubServer()

const MINUTE_MS = 60_000

/** The server answers at a time of its own. */
function serveTime(ahead: number, headers?: Record<string, string>): void {
  vi.stubGlobal('fetch', () => {
    const date = new Date(Date.now() - ahead).toUTCString()
    return Promise.resolve(new Response(null, { headers: { date, ...headers } }))
  })
}

const opens = () =>
  renderScreen(
    <main id="content" tabIndex={-1}>
      <div id={NOTICE_ID} />
      <ClockNotice />
    </main>,
  )

const NOTICE = /^This device’s clock is/

test('a clock that is wrong is named with its error and what to do, until it is set', async () => {
  setClock('2026-03-04T10:00:00Z')
  serveTime(125 * MINUTE_MS)
  await opens()
  await expectText(
    'This device’s clock is 2 h 5 min ahead, so days like “due today” may be wrong here. Please set it in the device’s settings.',
  )
  serveTime(0)
  setVisibility('visible')
  await expectGone(() => screen.queryByText(NOTICE))
})

test('a dismissed notice does not come back, unless the clock was right meanwhile', async () => {
  setClock('2026-03-04T10:00:00Z')
  serveTime(-3 * 24 * 60 * MINUTE_MS)
  const { reload } = await opens()
  await expectText(/^This device’s clock is 3 days behind/)
  await press('Dismiss')
  await expectGone(() => screen.queryByText(NOTICE))
  const checked = vi.fn(globalThis.fetch)
  vi.stubGlobal('fetch', checked)
  const { reload: again } = await reload()
  await expect.poll(() => checked.mock.calls.length).toBeGreaterThan(0)
  expect(screen.queryByText(NOTICE)).toBeNull()
  serveTime(0)
  const { reload: wrongAgain } = await again()
  serveTime(-60 * MINUTE_MS)
  await wrongAgain()
  await expectText(/^This device’s clock is 1 h behind/)
})

test('five minutes are tolerated, and a response of a cache is as old as it says', async () => {
  setClock('2026-03-04T10:00:00Z')
  serveTime(4 * MINUTE_MS)
  await opens()
  expect(screen.queryByText(NOTICE)).toBeNull()
  serveTime(60 * MINUTE_MS, { age: String(60 * 60) })
  expect(await clockOffset()).toBeLessThan(2000)
})

test('a response that took an hour, while the device slept, says nothing of the clock', async () => {
  setClock('2026-03-04T10:00:00Z')
  vi.stubGlobal('fetch', () => {
    const date = new Date().toUTCString()
    vi.setSystemTime('2026-03-04T11:00:00Z')
    return Promise.resolve(new Response(null, { headers: { date } }))
  })
  expect(await clockOffset()).toBe(0)
})
