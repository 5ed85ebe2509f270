// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { card, expectFailure, expectText, press, renderScreen } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { useLoops } from './api.ts'
import { TractionCard } from './TractionCard.tsx'

const server = stubServer()
beforeEach(() => server.has({ traction_loops: [], weekly_targets: [] }))

const added = { conversions: { now: 10 }, demos: { now: -1 }, messages: { now: 0 } }

const BoardCard = () => <TractionCard loops={useLoops()} added={added} />

const shown = () => card('Active Traction Loops')
const progress = (name: string) => screen.findByRole('progressbar', { name })
const textOf = async (name: string) => (await progress(name)).getAttribute('aria-valuetext')

test('conversions + 10, demos + 5, messages + 20, each with its percentage', async () => {
  await renderScreen(<BoardCard />)
  expect(await textOf('Conversions')).toBe('0 of 10, 0%')
  expect(await textOf('Demos')).toBe('0 of 5, 0%')
  expect(await textOf('Messages')).toBe('0 of 20, 0%')
  await server.goLive('traction_loops')
  server.has({
    traction_loops: [{ name: 'Outreach', conversions: 20, demos: 10, messages: 100, status: 'running' }],
  })
  server.inserts('traction_loops', { name: 'Referrals', conversions: 10, demos: 5, messages: 80, status: 'paused' })
  await expect.poll(() => textOf('Conversions')).toBe('30 of 40, 75%')
  expect((await progress('Conversions')).getAttribute('aria-valuenow')).toBe('75')
  expect(await textOf('Demos')).toBe('15 of 20, 75%')
  expect((await progress('Demos')).getAttribute('aria-valuenow')).toBe('75')
  expect(await textOf('Messages')).toBe('180 of 200, 90%')
  expect((await progress('Messages')).getAttribute('aria-valuenow')).toBe('90')
})

test('each total says what this week has added, if anything', async () => {
  server.has({ traction_loops: [{ name: 'Outreach', conversions: 20, demos: 10, messages: 100 }] })
  await renderScreen(<BoardCard />)
  await progress('Conversions')
  expect(card('Live Progress').getAllByText(/this week/).map(({ textContent }) => textContent)).toEqual([
    '+10 this week', '-1 this week',
  ]) // prettier-ignore
})

test('beside what the week has added stands the founder’s own target', async () => {
  server.has({
    traction_loops: [{ name: 'Outreach', conversions: 20, demos: 10, messages: 100 }],
    weekly_targets: [{ conversions: 12, messages: 1200 }],
  })
  await renderScreen(<BoardCard />)
  await expectText('10 of 12 this week')
  expect(card('Live Progress').getAllByText(/this week/).map(({ textContent }) => textContent)).toEqual([
    '10 of 12 this week', '-1 this week', '0 of 1,200 this week',
  ]) // prettier-ignore
  // Green is what has been done.
  expect(screen.getByText('10 of 12 this week').className).toContain('text-success')
  for (const text of ['-1 this week', '0 of 1,200 this week'])
    expect(screen.getByText(text).className).not.toContain('text-success')
})

test('without the targets, which fail to load, all else is shown', async () => {
  server.has({ traction_loops: [{ name: 'Outreach', conversions: 20 }] })
  server.refuse('GET weekly_targets')
  await renderScreen(<BoardCard />)
  await expectText('+10 this week')
  await expectFailure('Failed to load your weekly targets')
})

test('without loops it says so, and that admins manage them', async () => {
  await renderScreen(<BoardCard />)
  await expectText('No traction loops yet.')
  expect(shown().getByText('Loops are managed by your Upswing admin.')).toBeDefined()
})

test('without loops it says what one is and how the first one comes, with a link to the squad', async () => {
  const { place } = await renderScreen(<BoardCard />)
  await expectText('No traction loops yet.')
  expect(shown().getByText(/^A loop is/).textContent).toBe(
    'A loop is a channel you repeat, from messages to demos to conversions. Name yours in the Growth Squad chat, and the squad adds it.',
  )
  await press(shown().getByRole('link', { name: 'Growth Squad chat' }))
  expect(place()).toBe('/chat?tab=squad')
})

test('shows the newest 3 of 4 loops, read-only, and leads to the others', async () => {
  const names = ['First', 'Second', 'Third', 'Fourth']
  server.has({
    traction_loops: names.map((name, day) => ({ name: `${name} loop`, created_at: `2026-01-0${day + 1}T00:00:00Z` })),
  })
  const { place } = await renderScreen(<BoardCard />)
  await expectText('Fourth loop')
  expect(shown().getAllByText(/ loop$/).map(({ textContent }) => textContent)).toEqual([
    'Fourth loop', 'Third loop', 'Second loop',
  ]) // prettier-ignore
  expect(shown().queryByRole('button')).toBeNull()
  expect(shown().queryByRole('textbox')).toBeNull()
  await press('1 more in Traction', 'link')
  expect(place()).toBe('/traction')
})

test('the loops that are not shown are counted, the paused ones apart', async () => {
  const names = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth']
  server.has({
    traction_loops: names.map((name, day) => ({
      name,
      status: day < 2 ? 'paused' : 'running',
      created_at: `2026-01-0${day + 1}T00:00:00Z`,
    })),
  })
  await renderScreen(<BoardCard />)
  expect(await screen.findByRole('link', { name: '3 more in Traction (2 paused)' })).toBeDefined()
})

test('a failed load is one error, with a retry', async () => {
  const allow = server.refuse('GET traction_loops')
  await renderScreen(<BoardCard />)
  await expectFailure('Failed to load traction loops')
  allow()
  await press('Try again')
  await expectText('No traction loops yet.')
})
