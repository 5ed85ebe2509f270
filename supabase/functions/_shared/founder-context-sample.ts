import { GOAL_PERIODS } from '../../../domain/goals.ts'
import { totalsOf } from '../../../domain/traction.ts'
import type { IsoDate } from '../../../domain/week.ts'
import { contextOf } from './founder-context.ts'
import type { CheckIn, Decision, FounderContext, FounderRecords, Goal, Loop } from './founder-records.ts'

/** A Wednesday. */
export const TODAY: IsoDate = '2026-03-11'

export const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

export const goal = (number: number, goal: Partial<Goal> = {}): Goal => ({
  id: id(number), date: '2026-03-09', text: `Goal ${number}`, period: 'weekly', completed: false, ...goal,
}) // prettier-ignore

export const loop = (number: number, loop: Partial<Loop> = {}): Loop => ({
  id: id(number), date: '2026-01-05', name: `Loop ${number}`, status: 'running', conversions: 0, demos: 0, messages: 0, ...loop,
}) // prettier-ignore

export const checkIn = (number: number, checkIn: Partial<CheckIn> = {}): CheckIn => ({
  id: id(number), week_of: '2026-03-09', mood: 3, wins: 'Two demos', blockers: '', next_priority: 'Pricing page', priority_outcome: null, ...checkIn,
}) // prettier-ignore

export const decision = (number: number, decision: Partial<Decision> = {}): Decision => ({
  id: id(number), date: '2026-02-02', title: `Decision ${number}`, reason: 'A reason', impact: 'neutral', result: '', expected: '',
  review_on: null, outcome: '', was_right: null, ...decision,
}) // prettier-ignore

/** A founder called Ana, for tests. */
export function ana(records: Partial<FounderRecords> = {}, memory = '', today = TODAY): FounderContext {
  const { goals = [], loops = [], decisions = [], checkins = [], notes = [], messages = [] } = records
  const withStatus = (status: Loop['status']) => loops.filter((loop) => loop.status === status).length
  const goalCounts = GOAL_PERIODS.map(({ id }) => goals.filter(({ period }) => period === id)).flatMap((ofPeriod) =>
    ofPeriod.slice(0, 1).map(({ period }) => ({
      period,
      goals: ofPeriod.length,
      completed: ofPeriod.filter(({ completed }) => completed).length,
    })),
  )
  const loopTotals = {
    ...totalsOf(loops),
    loops: loops.length,
    running: withStatus('running'),
    scaling: withStatus('scaling'),
  }
  const decided = (fits: (decision: Decision) => boolean) => decisions.filter(fits).length
  const counts = { checkins: checkins.length, notes: notes.length, messages: messages.length, streak: checkins.length }
  const decisionCounts = {
    decisions: decisions.length,
    positive: decided(({ impact }) => impact === 'positive'),
    negative: decided(({ impact }) => impact === 'negative'),
    unrated: decided(({ result }) => result === ''),
    right: decided(({ was_right }) => was_right === 'yes'),
    partly: decided(({ was_right }) => was_right === 'partly'),
    wrong: decided(({ was_right }) => was_right === 'no'),
    due: decided(({ review_on, outcome }) => outcome === '' && review_on !== null && review_on <= today),
  }
  const lists = { goals, loops, checkins, decisions, notes, messages, calls: [] }
  const derived = { goalCounts, loopTotals, counts, decisionCounts }
  return contextOf(
    { today, firstName: 'Ana', runway: null, weeklyTargets: null, ...derived, ...lists, ...records },
    memory,
  )
}

/** US dollars, in the format of `ana`. */
export const runway = (bank_balance: number, monthly_revenue: number, monthly_burn: number) => ({
  runway: { bank_balance, monthly_revenue, monthly_burn, as_of: '2026-03-02' as const },
})
