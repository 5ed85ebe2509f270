import { describe, expect, test } from 'vitest'
import type { FounderContext } from '../_shared/founder-context.ts'
import { coachAnswer } from './coach.ts'

const empty: FounderContext = {
  firstName: 'Ana',
  memory: '',
  goals: [],
  loops: [],
  checkins: [],
  decisions: [],
  notes: [],
  runway: null,
}
const money = (bank_balance: number, monthly_revenue: number, monthly_burn: number): FounderContext => ({
  ...empty,
  runway: { bank_balance, monthly_revenue, monthly_burn },
})

describe('coachAnswer', () => {
  test('always says what it is', () => {
    expect(coachAnswer(undefined, 'hello')).toContain('no AI model is connected')
    expect(coachAnswer(empty, 'hello')).toContain('no AI model is connected')
  })

  test('shows the arithmetic of the runway', () => {
    expect(coachAnswer(money(90_000, 5000, 20_000), 'Analyze my runway health')).toContain(
      'Balance $90,000 ÷ $15,000 = **6.0 months**.',
    )
  })

  test('does not divide by a burn that revenue covers', () => {
    expect(coachAnswer(money(1000, 5000, 5000), 'runway')).toContain('not running out')
  })

  test('names rates without dividing by nothing', () => {
    const loop = { name: 'Mail', status: 'running', conversions: 0, demos: 0, messages: 0 } as const
    expect(coachAnswer({ ...empty, loops: [loop] }, 'traction')).toContain('0 messages → 0 demos (0%)')
  })

  test('points at the loop that converts best', () => {
    const loops = [
      { name: 'Mail', status: 'running', conversions: 1, demos: 5, messages: 100 },
      { name: 'Events', status: 'scaling', conversions: 5, demos: 6, messages: 50 },
    ] as const
    const said = coachAnswer({ ...empty, loops }, 'Best channels for B2B SaaS')
    expect(said).toContain('150 messages → 11 demos (7%) → 6 conversions (55% of demos)')
    expect(said).toContain('“Events” turns most messages into conversions (10%)')
  })

  test('compares the mood with the week before', () => {
    const checkin = { wins: 'x', blockers: '', next_priority: 'Pricing' }
    const checkins = [
      { ...checkin, week_of: '2026-03-09', mood: 2 },
      { ...checkin, week_of: '2026-03-02', mood: 4 },
    ]
    expect(coachAnswer({ ...empty, checkins }, 'I am stuck')).toContain('Mood 2 of 5 (-2 against the week before)')
  })

  test('answers on everything when the question is about nothing it knows', () => {
    const said = coachAnswer(
      { ...money(1, 2, 3), goals: [{ text: 'Ten demos', period: 'weekly', completed: true }] },
      'Hello?',
    )
    expect(said).toContain('**Runway**')
    expect(said).toContain('weekly: 1 of 1 done (100%)')
  })

  test('says so when the records are empty', () => {
    expect(coachAnswer(empty, 'runway')).toContain('There is nothing in your records on this yet')
  })
})
