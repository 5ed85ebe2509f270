import type { GoalPeriod } from '../../../../domain/goals.ts'
import { useSentField } from '../../lib/sent-field.ts'
import { newGoal, useAddGoal } from './api.ts'

const contentOf = (text: string) => text

/** The field that adds a goal to a period. */
export function useGoalField(user: string, period: GoalPeriod) {
  const field = useSentField(user, { name: `goal-${period}`, separator: ' · ', contentOf })
  const { mutate: add } = useAddGoal(user, period, ({ id, text }, hasFailed) =>
    field.restore(text, { id, content: text }, hasFailed),
  )
  const send = () => {
    if (!field.content) return
    for (const { id, content } of field.take()) add(newGoal(user, content, period, id))
  }
  return { ...field, send }
}
