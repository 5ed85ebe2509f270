// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { press, renderScreen } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { FirstSteps } from './FirstSteps.tsx'

stubServer()

const NONE = { goal: false, 'check-in': false, question: false, message: false }
const UNKNOWN = { now: null, before: null, weeks: [] }
const EMPTY = {
  figures: { conversions: UNKNOWN, demos: UNKNOWN, messages: UNKNOWN, goals: UNKNOWN },
  goals: { done: 0, of: 0 },
} as const

test.each([
  [NONE, 'Set a goal', /one thing you want done/],
  [{ ...NONE, goal: true }, 'Check in', /Two minutes a week/],
  [{ ...NONE, goal: true, 'check-in': true, message: true }, 'Ask a question', /answers from what you record/],
  [{ ...NONE, goal: true, 'check-in': true, question: true }, 'Send a message', /team of people/],
])('with %o the next one is "%s", which is explained and stands out', async (steps, next, why) => {
  await renderScreen(<FirstSteps {...EMPTY} steps={steps} />)
  expect(screen.getByText(why)).toBeDefined()
  const primary = screen
    .getAllByRole('button')
    .filter(({ className }) => className.includes('bg-primary'))
    .map(({ textContent }) => textContent)
  expect(primary).toEqual([expect.stringContaining(next)])
})

test('those who come with records elsewhere are led to the import', async () => {
  const { place } = await renderScreen(<FirstSteps {...EMPTY} steps={NONE} />)
  await press('Import records', 'link')
  expect(place()).toBe('/import')
})
