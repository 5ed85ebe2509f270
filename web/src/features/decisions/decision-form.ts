import { DEFAULT_DECISION_CATEGORY, isRated } from '../../../../domain/decisions.ts'
import type { Decision } from './api.ts'

export interface DecisionFields {
  readonly title: string
  readonly reason: string
  readonly category: string
  readonly expected: string
  /** Empty: not at all. */
  readonly reviewOn: string
}

export interface DecisionForm extends Omit<DecisionFields, 'reviewOn'> {
  /** Null: the usual day. */
  readonly reviewOn: string | null
}

export const EMPTY_DECISION: DecisionForm = {
  title: '',
  reason: '',
  category: DEFAULT_DECISION_CATEGORY,
  expected: '',
  reviewOn: null,
}

export const isEmpty = (form: DecisionForm): boolean => JSON.stringify(form) === JSON.stringify(EMPTY_DECISION)

export const fieldsOf = ({ title, reason, category, expected, review_on }: Decision): DecisionFields => ({
  title,
  reason,
  category,
  expected,
  reviewOn: review_on ?? '',
})

/** Afterwards it stays as it was decided: what came is compared with what was expected. */
export const isEditable = (decision: Decision): boolean => !decision.was_right && !isRated(decision)
