import * as z from 'zod/mini'
import { CHECK_IN_TEXT_LIMIT, DEFAULT_MOOD, PRIORITY_OUTCOMES } from '../../../../domain/check-ins.ts'
import type { IsoDate } from '../../../../domain/week.ts'

const text = z.string().check(z.trim(), z.maxLength(CHECK_IN_TEXT_LIMIT))
const requiredText = z.string().check(z.trim(), z.minLength(1), z.maxLength(CHECK_IN_TEXT_LIMIT))

/**
 * The schema of the check-in's form; blockers are optional (SPEC section 5).
 * @example
 * const week = { mood: 4, wins: ' Two demos ', blockers: '', next_priority: 'Pricing' }
 * checkInSchema.parse(week).wins // 'Two demos'
 * checkInSchema.safeParse({ ...week, next_priority: ' ' }).success // false
 */
export const checkInSchema = z.object({
  mood: z.int().check(z.minimum(1), z.maximum(5)),
  wins: requiredText,
  blockers: text,
  next_priority: requiredText,
  /** Whether the priority of the check-in before happened; missing when there was none, or it was not answered. */
  priority_outcome: z.optional(z.enum(PRIORITY_OUTCOMES.map(({ value }) => value))),
})

/** What is answered in the form, valid and trimmed. */
export type CheckInAnswers = z.infer<typeof checkInSchema>

export interface CheckInForm extends CheckInAnswers {
  /** Of one that could not be sent and is changed; by default the present week. */
  readonly week_of?: IsoDate
}

export const EMPTY_CHECK_IN: CheckInForm = { mood: DEFAULT_MOOD, wins: '', blockers: '', next_priority: '' }
