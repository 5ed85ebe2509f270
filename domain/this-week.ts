import { formatCount } from './numbers.ts'
import type { LoopCount } from './traction.ts'

/** The result of `this_week`, for the Command Board. */
export interface ThisWeek {
  /** The moment since which changes but unread replies are counted, and that of the count. */
  readonly since: string
  readonly until: string
  /** This week so far against the week before up to the same day, or last week's; null when nothing is known about them. */
  readonly verdict: Verdict | null
  /** What the loops gained, and all goals done. */
  readonly figures: Readonly<Record<LoopCount | 'goals', Figure>>
  /** What the founder wrote last as the next priority; null without a check-in in the last weeks. */
  readonly priority: string | null
  /** Whether it is of this week's check-in, and so for the next week; undefined: of an older server. */
  readonly is_checked_in?: boolean
  /** Weekly goals: completed since Monday, of these and the open ones. */
  readonly goals: { readonly done: number; readonly of: number }
  readonly changes: Readonly<Record<Change, number>>
  /** Weeks in a row with a check-in; this one counts once it has one. One missed week in eight is forgiven. */
  readonly streak: number
  /** The first steps of a new founder, and whether each is done; null when all are done or dismissed. */
  readonly steps: Readonly<Record<FirstStep, boolean>> | null
  readonly next:
    | { readonly kind: 'reply' | 'check-in' | 'goals' | 'ask' }
    | { readonly kind: 'goal'; readonly id: string; readonly text: string }
}

/** A count by week; null where nothing is known. */
export interface Figure {
  readonly now: number | null
  /** In the week before, up to the same day. */
  readonly before: number | null
  /** The last eight weeks, this one last. */
  readonly weeks: readonly (number | null)[]
}

export type FirstStep = 'goal' | 'check-in' | 'question' | 'message'

export type Change = 'replies' | 'notes' | 'ratings' | 'loops'

export type Verdict = {
  /** The whole last week against the one before: this one has nothing to compare yet. */
  readonly week?: 'last'
} & (
  | { readonly direction: 'same' }
  | {
      readonly direction: 'better' | 'worse'
      readonly reason: 'conversions' | 'demos' | 'messages' | 'goals' | 'mood'
      readonly now: number
      readonly before: number
    }
)

/** What a founder of whom nothing is known yet has to do for a comparison next week. */
function firstWeek({ goals, streak }: Pick<ThisWeek, 'goals' | 'streak'>): string {
  if (goals.of > 0 && streak > 0) return 'Next week you’ll see how you’re doing.'
  const missing = goals.of > 0 ? 'Check in' : streak > 0 ? 'Set a goal' : 'Set a goal and check in'
  return `${missing}, and next week you’ll see how you’re doing.`
}

const lines = {
  better: 'Better than the week before',
  worse: 'Slower than the week before',
  same: 'Level with the week before',
} as const

/**
 * @returns one line, and what it follows from or is compared with
 * @example
 * const verdict = { direction: 'better', reason: 'demos', now: 12, before: 8 } as const
 * verdictText({ verdict, goals: { done: 0, of: 0 }, streak: 0 })
 * // { line: 'Better than the week before', reason: 'Compared with the same days last week.' }
 */
export function verdictText({ verdict, goals, streak }: Pick<ThisWeek, 'verdict' | 'goals' | 'streak'>): {
  readonly line: string
  readonly reason: string
} {
  if (!verdict) return { line: 'Your story starts this week', reason: firstWeek({ goals, streak }) }
  const isLast = verdict.week === 'last'
  const line = lines[verdict.direction]
  return {
    line: isLast ? `Last week: ${line[0]!.toLowerCase()}${line.slice(1)}` : line,
    reason:
      verdict.direction !== 'same' && verdict.reason === 'mood'
        ? // From what to what is in the summary of the check-in, on the same board.
          `Your mood ${isLast ? 'was' : 'is'} ${verdict.now > verdict.before ? 'up' : 'down'}; nothing else you track has changed.`
        : isLast
          ? 'This week has nothing to compare yet.'
          : 'Compared with the same days last week.',
  }
}

const changed: Readonly<Record<Change, (count: number) => string>> = {
  replies: (count) =>
    count === 1 ? '1 unread reply from your squad' : `${formatCount(count)} unread replies from your squad`,
  notes: (count) => (count === 1 ? '1 new note' : `${formatCount(count)} new notes`),
  ratings: (count) => (count === 1 ? '1 decision rated' : `${formatCount(count)} decisions rated`),
  loops: (count) => (count === 1 ? '1 loop changed' : `${formatCount(count)} loops changed`),
}

const CHANGES = ['replies', 'notes', 'ratings', 'loops'] as const

/**
 * The changes since the founder last looked, most important first; empty when nothing has.
 * @example
 * changesTexts({ replies: 2, notes: 0, ratings: 1, loops: 0 })
 * // [{ change: 'replies', text: '2 unread replies from your squad' }, { change: 'ratings', text: '1 decision rated' }]
 */
export const changesTexts = (changes: ThisWeek['changes']): { readonly change: Change; readonly text: string }[] =>
  CHANGES.filter((change) => changes[change] > 0).map((change) => ({ change, text: changed[change](changes[change]) }))
