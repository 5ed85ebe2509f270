import { moodLabel } from './check-ins.ts'
import { formatCount } from './numbers.ts'

/** The result of `this_week`, for the Command Board. */
export interface ThisWeek {
  /** The moment since which changes are counted, and that of the count. */
  readonly since: string
  readonly until: string
  /** The last seven days against the seven before; null when nothing is known about them. */
  readonly verdict: Verdict | null
  /** Weekly goals: completed since Monday, of these and the open ones. */
  readonly goals: { readonly done: number; readonly of: number }
  readonly changes: Readonly<Record<Change, number>>
  /** Weeks in a row with a check-in; this one counts once it has one. One missed week in eight is forgiven. */
  readonly streak: number
  /** The first steps of a new founder, and whether each is done; null when all are done or dismissed. */
  readonly steps: Readonly<Record<FirstStep, boolean>> | null
  readonly next:
    { readonly kind: 'reply' | 'check-in' | 'goals' | 'ask' } | { readonly kind: 'goal'; readonly id: string }
}

export type FirstStep = 'goal' | 'check-in' | 'question' | 'message'

export type Change = 'replies' | 'notes' | 'ratings' | 'loops'

export type Verdict =
  | { readonly direction: 'same' }
  | {
      readonly direction: 'better' | 'worse'
      readonly reason: 'conversions' | 'demos' | 'messages' | 'goals' | 'mood'
      readonly now: number
      readonly before: number
    }

const counted = {
  conversions: 'conversions',
  demos: 'demos',
  messages: 'messages',
  goals: 'goals completed',
} as const

/**
 * @returns one line, and its reason in another
 * @example
 * verdictText({ direction: 'better', reason: 'demos', now: 12, before: 8 })
 * // { line: 'Better than the week before', reason: '12 demos in the last seven days, 8 in the seven before.' }
 */
export function verdictText(verdict: Verdict | null): { readonly line: string; readonly reason: string } {
  if (!verdict) {
    return {
      line: 'Your story starts this week',
      reason: 'Set a goal and check in: next week you see how you are doing.',
    }
  }
  if (verdict.direction === 'same') {
    return { line: 'Level with the week before', reason: 'Counts, completed goals and mood are the same.' }
  }
  const { direction, reason, now, before } = verdict
  return {
    line: direction === 'better' ? 'Better than the week before' : 'Slower than the week before',
    reason:
      reason === 'mood'
        ? `Your mood went from ${moodLabel(before)} to ${moodLabel(now)}.`
        : `${formatCount(now)} ${counted[reason]} in the last seven days, ${formatCount(before)} in the seven before.`,
  }
}

const changed: Readonly<Record<Change, (count: number) => string>> = {
  replies: (count) => (count === 1 ? '1 reply from your squad' : `${formatCount(count)} replies from your squad`),
  notes: (count) => (count === 1 ? '1 new note' : `${formatCount(count)} new notes`),
  ratings: (count) => (count === 1 ? '1 decision rated' : `${formatCount(count)} decisions rated`),
  loops: (count) => (count === 1 ? '1 loop changed' : `${formatCount(count)} loops changed`),
}

const CHANGES = ['replies', 'notes', 'ratings', 'loops'] as const

/**
 * The changes since the founder last looked, most important first; empty when nothing has.
 * @example
 * changesTexts({ replies: 2, notes: 0, ratings: 1, loops: 0 })
 * // [{ change: 'replies', text: '2 replies from your squad' }, { change: 'ratings', text: '1 decision rated' }]
 */
export const changesTexts = (changes: ThisWeek['changes']): { readonly change: Change; readonly text: string }[] =>
  CHANGES.filter((change) => changes[change] > 0).map((change) => ({ change, text: changed[change](changes[change]) }))
