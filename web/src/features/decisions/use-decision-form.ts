import { DEFAULT_DECISION_CATEGORY } from '../../../../domain/decisions.ts'
import { keys } from '../../lib/data/keys.ts'
import { texts } from '../../lib/texts/texts.ts'
import { useSentForm } from '../../lib/offline/use-sent-form.ts'
import { insertDecision, type NewDecision } from './api.ts'

interface DecisionForm {
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

/** The form that logs a decision. */
export const useDecisionForm = (user: string, onSaved?: () => void) =>
  useSentForm<DecisionForm, NewDecision>(user, {
    name: 'decision',
    empty: EMPTY_DECISION,
    mutationKey: keys.decisions.log(user),
    writes: [keys.decisions.every(user)],
    insert: (decision) => insertDecision(user, decision),
    saved: texts.decisions.logged,
    failed: texts.decisions.logFailed,
    nameOf: ({ title }) => title,
    onSaved,
  })
