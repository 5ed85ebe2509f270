import type { GoalPeriod } from '../../../../domain/goals.ts'
import { useSentField, type SentRow } from '../../lib/offline/sent-field.ts'
import { newGoal, useAddGoal } from './api.ts'

const contentOf = (text: string) => text

/** The field that adds a goal to a period. */
export function useGoalField(user: string, period: GoalPeriod) {
  const field = useSentField(user, { name: `goal-${period}`, separator: ' · ', contentOf, hasQueue: true })
  const { mutate: add } = useAddGoal(user, period, ({ id, text }, hasFailed) =>
    field.restore(text, { id, content: text }, hasFailed),
  )
  const addEach = (rows: readonly SentRow[]) => {
    for (const { id, content } of rows) add(newGoal(user, content, period, id))
  }
  return {
    ...field,
    send: () => field.content && addEach(field.take()),
    resend: () => addEach(field.takeWaiting()),
  }
}
