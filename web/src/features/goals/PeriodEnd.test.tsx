// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { GoalPeriod } from '../../../../domain/goals.ts'
import { press, renderScreen, setClock } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { PeriodEnd } from './PeriodEnd.tsx'

const server = stubServer()
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

test('nothing is said where no goal of the period is open', async () => {
  setClock('2026-03-20T10:00:00')
  counts(0, 3)
  await renderScreen(<PeriodEnd />)
  await expect.poll(() => server.sent('GET goal_counts')).toHaveLength(1)
  expect(screen.queryByRole('link')).toBeNull()
})
