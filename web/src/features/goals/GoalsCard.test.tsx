// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  card,
  expectFailure,
  expectSuccess,
  expectText,
  press,
  pressKey,
  renderScreen,
  type,
} from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { GoalsCard } from './GoalsCard.tsx'

const server = stubServer()
beforeEach(() => {
  server.has({ goals: [] })
  server.rpc('goals_left_over', () => [])
})

const EMPTY = 'No goals yet. Add one below!'
const goal = (text: string) => screen.findByRole('checkbox', { name: text })

test('an empty list says how to begin', async () => {
  await renderScreen(<GoalsCard />)
  await expectText(EMPTY)
})

test('a goal is added by Enter, and the field is empty afterwards', async () => {
  await renderScreen(<GoalsCard />)
  await type('Add a goal', '  Ten demos  ')
  await pressKey('Enter')
  await expectSuccess('Goal created')
  expect(await goal('Ten demos')).toBeDefined()
  expect(server.rows('goals')).toMatchObject([{ text: 'Ten demos', period: 'weekly', completed: false }])
})

test('a failed load is said, with a retry', async () => {
  const allow = server.refuse('GET goals')
  await renderScreen(<GoalsCard />)
  await expectFailure('Failed to load goals')
  allow()
  await press(card('Goals').getByRole('button', { name: 'Try again' }))
  await expectText(EMPTY)
})

test('a change made elsewhere is shown', async () => {
  await renderScreen(<GoalsCard />)
  await expectText(EMPTY)
  await server.goLive('goals')
  server.inserts('goals', { text: 'From elsewhere' })
  expect(await goal('From elsewhere')).toBeDefined()
})
