import { DEFAULT_DECISION_CATEGORY } from '../../../../domain/decisions.ts'

export interface DecisionForm {
  readonly title: string
  readonly reason: string
  readonly category: string
  readonly expected: string
  /** Empty: not at all; null: the usual day. */
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
