// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { GoalPeriod } from '../../../../domain/goals.ts'
import { press, renderScreen, setClock } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { PeriodEnd } from './PeriodEnd.tsx'

const server = stubServer()
beforeEach(() => server.rpc('goals_left_over', () => []))

const goals = (period: GoalPeriod, open: number) =>
  Array.from({ length: open + 1 }, (_, at) => ({ text: `${period} ${at}`, period, completed: at === open }))
const counts = (quarterly: number, yearly: number) =>
  server.has({ goals: [...goals('quarterly', quarterly), ...goals('yearly', yearly)] })

test.each([
  ['2026-03-20T10:00:00', 2, 3, ' · Q1 ends on Mar 31: 2 quarterly goals are open', '/?goals=quarterly'],
  ['2026-06-20T10:00:00', 1, 0, ' · Q2 ends on Jun 30: 1 quarterly goal is open', '/?goals=quarterly'],
  ['2026-12-20T10:00:00', 2, 3, ' · 2026 ends on Dec 31: 2 quarterly and 3 yearly goals are open', '/?goals=quarterly'],
  ['2026-12-20T10:00:00', 0, 1, ' · 2026 ends on Dec 31: 1 yearly goal is open', '/?goals=yearly'],
])('%s with %i and %i open goals', async (now, quarterly, yearly, text, to) => {
  setClock(now)
  counts(quarterly, yearly)
  const { place } = await renderScreen(<PeriodEnd />)
  await expect.poll(() => document.body.textContent).toContain(text)
  await press(/open$/, 'link')
  expect(place()).toBe(to)
})

describe('goals that end today', () => {
  const text = () => document.body.textContent

  test.each([
    ['2026-05-31T10:00:00', { weekly: 2, monthly: 1, quarterly: 4 }, ' · 3 goals end today', '/?goals=weekly'],
    ['2026-05-24T10:00:00', { weekly: 1, monthly: 1 }, ' · 1 goal ends today', '/?goals=weekly'],
    ['2026-06-30T10:00:00', { monthly: 1, quarterly: 1 }, ' · 2 goals end today', '/?goals=monthly'],
  ] as const)('%s with %o', async (now, open, said, to) => {
    setClock(now)
    server.has({ goals: Object.entries(open).flatMap(([period, count]) => goals(period as GoalPeriod, count)) })
    const { place } = await renderScreen(<PeriodEnd />)
    await expect.poll(text).toBe(said)
    await press(/today$/, 'link')
    expect(place()).toBe(to)
  })

  test('those that are left over ended before', async () => {
    setClock('2026-05-31T10:00:00')
    const left = { id: 'g9', text: 'Old', period: 'weekly', planned_at: '2026-05-20T08:00:00Z' }
    server.rpc('goals_left_over', () => [left])
    server.has({ goals: goals('weekly', 2) })
    await renderScreen(<PeriodEnd />)
    await expect.poll(text).toBe(' · 1 goal ends today')
  })

  test('nothing is said on another day', async () => {
    setClock('2026-05-29T10:00:00')
    server.has({ goals: goals('weekly', 2) })
    await renderScreen(<PeriodEnd />)
    await expect.poll(() => server.sent('GET goal_counts')).toHaveLength(1)
    expect(screen.queryByRole('link')).toBeNull()
  })
})

test('nothing is said where no goal of the period is open', async () => {
  setClock('2026-03-20T10:00:00')
  counts(0, 3)
  await renderScreen(<PeriodEnd />)
  await expect.poll(() => server.sent('GET goal_counts')).toHaveLength(1)
  expect(screen.queryByRole('link')).toBeNull()
})
