import type { GoalPeriod } from '../../../../domain/goals.ts'

/** The name of the draft of a new goal's target. */
export const targetDraft = (period: GoalPeriod): string => `goal-${period}-target`

/** Its fields are not open. */
export const NO_TARGET = { isOpen: false, target: '', unit: '' }
