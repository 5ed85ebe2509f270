// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { figure } from '../../../testing/figures.ts'
import { FOUNDER } from '../../../testing/people.ts'
import { card, expectFailure, expectGone, expectSuccess, press, type } from '../../../testing/render.tsx'
import { stubServer } from '../../../testing/server.ts'
import { hasFounder, leaveField, showFounder } from './test-founder.tsx'

const server = stubServer()

beforeEach(() => hasFounder(server))

const AMOUNTS = { bank_balance: 100, monthly_revenue: 10, monthly_burn: 20 }

async function writes(label: string, amount: string): Promise<void> {
  await type(label, amount)
  await leaveField()
}

test('the first amount begins the record; net burn and months are calculated from the three amounts', async () => {
  await showFounder('runway')
  await writes('Bank balance', '$97,500.50')
  await writes('Monthly revenue', '10000')
  await writes('Monthly burn', '25,000')
  await expectSuccess('Updated')
  await waitFor(() => expect(figure('Net burn')).toBe('$15,000leaves the bank each month'))
  expect(figure('Runway')).toBe('6.5 monthsat this pace')
  expect(screen.getByLabelText<HTMLInputElement>('Bank balance').value).toBe('97500.5')
  expect(server.rows('runway_data')).toMatchObject([
    { user_id: FOUNDER.id, bank_balance: 97_500.5, monthly_revenue: 10_000, monthly_burn: 25_000 },
  ])
  await writes('Monthly revenue', '25000')
  await waitFor(() => expect(figure('Runway')).toBe('Not running outrevenue covers the burn'))
  expect(figure('Net burn')).toBe('$0stays in the bank each month')
})

test('an invalid amount is marked and not saved', async () => {
  server.has({ runway_data: [{ user_id: FOUNDER.id, ...AMOUNTS }] })
  await showFounder('runway')
  await writes('Monthly burn', '12,50')
  const burn = screen.getByLabelText<HTMLInputElement>('Monthly burn')
  expect(burn.value).toBe('12,50')
  expect(burn.getAttribute('aria-invalid')).toBe('true')
  expect(server.sent('POST runway_data')).toEqual([])
})

test('an amount that the database rejects stays in the field, with the reason', async () => {
  server.has({ runway_data: [{ user_id: FOUNDER.id, ...AMOUNTS }] })
  await showFounder('runway')
  server.refuse('POST runway_data', { status: 400, code: '23514', message: 'An amount is not negative.' })
  await writes('Monthly burn', '-5')
  await expectFailure('An amount is not negative.', 'Error updating')
  expect(screen.getByLabelText<HTMLInputElement>('Monthly burn').value).toBe('-5')
  expect(server.rows('runway_data')).toMatchObject([AMOUNTS])
})

describe('figures that the founder proposes', () => {
  const PROPOSED = { bank_balance: 90, monthly_revenue: 12.5, monthly_burn: 21 }
  const CREATED = '2026-03-03T09:00:00.123456+00:00'

  beforeEach(() => {
    server.has({
      runway_data: [{ user_id: FOUNDER.id, ...AMOUNTS }],
      runway_points: [{ user_id: FOUNDER.id, day: '2026-02-02', ...AMOUNTS }],
      runway_proposals: [{ user_id: FOUNDER.id, ...PROPOSED, as_of: '2026-03-02', created_at: CREATED, answer: null }],
    })
    const answer = (answer: 'kept' | 'dismissed') => () => void (server.row('runway_proposals').answer = answer)
    server.rpc('keep_runway_proposal', answer('kept'))
    server.rpc('dismiss_runway_proposal', answer('dismissed'))
  })

  const proposed = () => card('Proposed by the founder')
  const shows = () => screen.findByRole('region', { name: 'Proposed by the founder' })
  const correct = (label: string, amount: string) => type(proposed().getByLabelText(label), amount)
  const sent = (name: string) => server.sent(`POST rpc/${name}`).map(({ body }) => body)

  test('stand above what is recorded, with their day, and are counted at the tab', async () => {
    await showFounder('runway')
    await shows()
    expect(proposed().getByText('As of Mar 2, 2026, sent Mar 3, 2026. Runway: 10.6 months.')).toBeDefined()
    expect(proposed().getByLabelText<HTMLInputElement>('Bank balance').value).toBe('90')
    expect(proposed().getByText('now $100')).toBeDefined()
    expect(screen.getByRole('tab', { name: 'Runway' }).textContent).toBe('Runway1')
    expect(figure('Runway')).toBe('10.0 monthsat this pace, as of Feb 2, 2026')
  })

  test('are kept in one press, as they were seen', async () => {
    await showFounder('runway')
    await press('Keep')
    await expectSuccess('Figures recorded')
    expect(sent('keep_runway_proposal')).toEqual([{ founder: FOUNDER.id, proposed_at: CREATED, ...PROPOSED }])
    await expectGone(() => screen.queryByText('Proposed by the founder'))
    expect(screen.getByRole('tab', { name: 'Runway' }).textContent).toBe('Runway')
  })

  test('are corrected first; an invalid amount is not saved', async () => {
    await showFounder('runway')
    await shows()
    await correct('Monthly revenue', '-5')
    expect(proposed().getByRole('alert').textContent).toContain('Enter an amount')
    expect(proposed().getByRole<HTMLButtonElement>('button', { name: 'Save Corrected' }).disabled).toBe(true)
    await correct('Monthly revenue', '$1,200')
    await press('Save Corrected')
    await expectSuccess('Figures recorded')
    expect(sent('keep_runway_proposal')).toMatchObject([{ ...PROPOSED, monthly_revenue: 1200 }])
  })

  test('are dismissed', async () => {
    await showFounder('runway')
    await press('Dismiss')
    await expectSuccess('Figures dismissed')
    expect(sent('dismiss_runway_proposal')).toEqual([{ founder: FOUNDER.id, proposed_at: CREATED }])
    expect(server.rows('runway_data')).toMatchObject([AMOUNTS])
  })

  test('that were changed meanwhile are not recorded, and the reason is said', async () => {
    server.refuse('POST rpc/keep_runway_proposal', {
      status: 400,
      code: 'P0001',
      message: 'These figures were changed.',
    })
    await showFounder('runway')
    await press('Keep')
    await expectFailure('These figures were changed.', 'Error updating')
  })

  test('that are older than what is recorded go into the history, which is said', async () => {
    server.row('runway_points').day = '2026-03-20'
    await showFounder('runway')
    await shows()
    expect(proposed().getByText(/Older than what is recorded \(Mar 20, 2026\)/)).toBeDefined()
  })
})
