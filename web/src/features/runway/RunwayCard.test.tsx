// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FOUNDER } from '../../testing/people.ts'
import { card, expectFailure, expectGone, expectSuccess, expectText, press, renderScreen, setClock, type } from '../../testing/render.tsx' // prettier-ignore
import { stubServer } from '../../testing/server.ts'
import { requestAction } from '../../ui/actions.ts'
import type { OwnRunway } from './api.ts'
import { RunwayCard } from './RunwayCard.tsx'

const server = stubServer()

const AMOUNTS = { bank_balance: 180_000, monthly_revenue: 2000, monthly_burn: 20_000 }
const NOTHING: OwnRunway = { figures: null, months: [], proposal: null, is_due: false }
const RECORDED: OwnRunway = {
  ...NOTHING,
  figures: { ...AMOUNTS, as_of: '2026-03-02' },
  months: [
    { ...AMOUNTS, bank_balance: 216_000, month: '2026-01-01' },
    { ...AMOUNTS, month: '2026-03-01' },
  ],
}
const PROPOSAL = {
  bank_balance: 150_000,
  monthly_revenue: 3000,
  monthly_burn: 21_000,
  as_of: '2026-03-03',
  created_at: '2026-03-03T09:00:00Z',
  answer: null,
  answered_at: null,
} as const
const answered = (answer: 'kept' | 'corrected' | 'dismissed', answered_at = '2026-03-04T09:00:00Z') =>
  ({ ...PROPOSAL, answer, answered_at }) as const

let runway: OwnRunway

beforeEach(() => {
  setClock('2026-03-04T10:00:00')
  runway = NOTHING
  server.rpc('own_runway', () => runway)
  server.rpc('propose_runway', (figures) => {
    runway = { ...runway, proposal: { ...PROPOSAL, ...figures } }
  })
  server.rpc('dismiss_figures', () => {
    runway = { ...runway, is_due: false }
  })
})

const shown = () => card('Runway')
const text = async (words: string | RegExp) => shown().findByText(words)
const dialog = () => within(screen.getByRole('dialog', { name: 'Your Figures' }))
const field = (label: string) => dialog().getByLabelText<HTMLInputElement>(label)
const send = () => dialog().getByRole<HTMLButtonElement>('button', { name: 'Send to Your Squad' })
const isDisabled = () => send().getAttribute('aria-disabled') === 'true'

async function show(given: Partial<OwnRunway> = {}) {
  runway = { ...RECORDED, ...given }
  await renderScreen(<RunwayCard />)
  await text('10.0 months')
}

test('a founder without figures is asked once, quietly, and sends them as they write them', async () => {
  await renderScreen(<RunwayCard />)
  await text('Add your balance, revenue and burn to see here how long your money lasts.')
  await press('Add Your Figures')
  await screen.findByRole('dialog', { name: 'Your Figures' })
  expect(isDisabled()).toBe(true)
  await type(field('Bank balance'), '1')
  await press(send())
  expect(document.activeElement).toBe(field('Monthly revenue'))
  expect(dialog().getByRole('alert').textContent).toBe('Enter all three amounts.')
  expect(field('As of').value).toBe('2026-03-04')
  await type(field('Bank balance'), '$250,000.50')
  await type(field('Monthly revenue'), '12 000')
  await type(field('Monthly burn'), '37,000')
  expect(dialog().getByText('Runway: 10.0 months')).toBeDefined()
  await type(field('As of'), '2026-03-01')
  await press(send())
  await expectSuccess('Your squad will look at them', 'Figures sent')
  expect(server.sent('POST rpc/propose_runway').map(({ body }) => body)).toEqual([
    { bank_balance: 250_000.5, monthly_revenue: 12_000, monthly_burn: 37_000, as_of: '2026-03-01' },
  ])
  await expectGone(() => screen.queryByRole('dialog'))
  await text('Waiting for your squad:')
  expect(shown().queryByText(/^Add your balance/)).toBeNull()
})

test('an amount that is none, one below zero and a day that is not of the last year are marked and not sent', async () => {
  await show()
  await press('Update Figures')
  await screen.findByRole('dialog', { name: 'Your Figures' })
  expect(isDisabled()).toBe(false)
  for (const [label, wrong, right] of [
    ['Bank balance', '12,50', '-12.50'],
    ['Monthly revenue', '-1', '0'],
    ['Monthly burn', 'much', '1'],
  ] as const) {
    await type(field(label), wrong)
    expect(field(label).getAttribute('aria-invalid')).toBe('true')
    expect(dialog().getByRole('alert').textContent).toContain('Enter an amount')
    expect(isDisabled()).toBe(true)
    await type(field(label), right)
    expect(dialog().queryByRole('alert')).toBeNull()
    expect(isDisabled()).toBe(false)
  }
  for (const day of ['2026-03-05', '2025-03-03']) {
    await type(field('As of'), day)
    expect(field('As of').getAttribute('aria-invalid')).toBe('true')
    expect(dialog().getByRole('alert').textContent).toBe('Choose a day from the last year, up to today.')
    expect(isDisabled()).toBe(true)
  }
})

test('gets the focus by the action "runway", once its figures are there', async () => {
  const release = server.hold('GET rpc/own_runway')
  await renderScreen(<RunwayCard />)
  requestAction('runway')
  await expect.poll(() => server.sent(/own_runway/)).toHaveLength(1)
  expect(shown().queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(document.body)
  release()
  await expect.poll(() => document.activeElement?.textContent).toContain('Add Your Figures')
})

test('figures that cannot be sent stay in the form, with the reason', async () => {
  server.refuse('POST rpc/propose_runway', {
    status: 429,
    code: 'over_request_rate_limit',
    message: 'Ten times in an hour',
  })
  await show()
  await press('Update Figures')
  await screen.findByRole('dialog', { name: 'Your Figures' })
  await type(field('Bank balance'), '150000')
  await press(send())
  await expectFailure('Ten times in an hour', 'Failed to send your figures')
  expect(field('Bank balance').value).toBe('150000')
})

test('shows the runway, its day, and the line of its months, of which those without figures are like the ones before', async () => {
  await show()
  expect(shown().getByText('$180,000 in the bank, $18,000 less each month')).toBeDefined()
  expect(shown().getByText('As of Mar 2, 2026.')).toBeDefined()
  const months = within(shown().getByRole('list', { name: 'Runway by month' })).getAllByRole('listitem')
  expect(months.map(({ textContent }) => textContent)).toEqual([
    'January 2026: 12.0 months',
    'February 2026: 12.0 months',
    'March 2026: 10.0 months',
  ])
})

test('figures that wait are said to wait, are changed from where they are, and are withdrawn', async () => {
  server.has({ runway_proposals: [{ user_id: FOUNDER.id, ...PROPOSAL }] })
  await show({ proposal: PROPOSAL })
  const waiting = await text(/in the bank as of/)
  expect(waiting.textContent).toBe(
    'As of Mar 2, 2026. Waiting for your squad: 8.3 months, with $150,000 in the bank as of Mar 3, 2026.',
  )
  await press('Change Figures')
  await screen.findByRole('dialog', { name: 'Your Figures' })
  expect(field('Bank balance').value).toBe('150000')
  await press(dialog().getByRole('button', { name: 'Close' }))
  runway = RECORDED
  await press('Withdraw')
  await expectGone(() => shown().queryByText('Waiting for your squad:'))
  expect(server.rows('runway_proposals')).toEqual([])
})

test('what becomes of them is shown live', async () => {
  await show({ proposal: PROPOSAL })
  await server.goLive('runway_data', 'runway_proposals')
  runway = { ...RECORDED, figures: { ...AMOUNTS, as_of: '2026-03-03' }, proposal: answered('kept') }
  server.reports('runway_proposals', 'UPDATE')
  await text('As of Mar 3, 2026. Recorded by your squad.')
  expect(shown().queryByText('Waiting for your squad:')).toBeNull()
})

test.each([
  [answered('corrected'), '2026-03-03', 'As of Mar 3, 2026. Corrected and recorded by your squad.'],
  [
    answered('dismissed'),
    '2026-03-02',
    'As of Mar 2, 2026. Your squad did not record your figures of Mar 3, 2026. Ask why',
  ],
  // It went into the history, or was long ago.
  [answered('kept'), '2026-03-04', 'As of Mar 4, 2026.'],
  [answered('dismissed', '2026-01-04T09:00:00Z'), '2026-03-02', 'As of Mar 2, 2026.'],
] as const)('says what became of figures: %#', async (proposal, as_of, line) => {
  await show({ proposal, figures: { ...AMOUNTS, as_of } })
  expect((await text(/^As of/)).textContent.trim()).toBe(line)
})

test('asks for new figures in the place of their day, and no more once it is dismissed', async () => {
  await show({ is_due: true })
  expect(shown().getByText(/^Figures are from Mar 2, 2026/)).toBeDefined()
  expect(shown().queryByText('As of Mar 2, 2026.')).toBeNull()
  await press('Ask me again in a month')
  await expectText('As of Mar 2, 2026.')
  expect(server.sent('POST rpc/dismiss_figures')).toHaveLength(1)
})

test('a balance that does not shrink has no end', async () => {
  runway = { ...NOTHING, figures: { ...AMOUNTS, monthly_revenue: 20_000, as_of: '2026-03-02' } }
  await renderScreen(<RunwayCard />)
  await text('Not running out')
  expect(shown().getByText('$180,000 in the bank, revenue covers the burn')).toBeDefined()
  expect(shown().queryByRole('list')).toBeNull()
})

test('says that it could not be loaded', async () => {
  server.refuse('GET rpc/own_runway')
  await renderScreen(<RunwayCard />)
  expect(await text('Failed to load your runway')).toBeDefined()
})
