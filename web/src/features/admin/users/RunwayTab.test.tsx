// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { figure } from '../../../testing/figures.ts'
import { FOUNDER } from '../../../testing/people.ts'
import { expectFailure, expectSuccess, type } from '../../../testing/render.tsx'
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
