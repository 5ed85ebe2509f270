import type { GoalPeriod } from '../../../../domain/goals.ts'

/** The name of the draft of a new goal's target. */
export const targetDraft = (period: GoalPeriod): string => `goal-${period}-target`

/** Its fields are not open. */
export const NO_TARGET = { isOpen: false, target: '', unit: '' }

/** The name of the draft of whether the number in a new goal's text is its target. */
export const countedDraft = (period: GoalPeriod): string => `goal-${period}-counted`
