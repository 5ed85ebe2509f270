import type { Tables } from '../../../../domain/tables.ts'

type Goal = Tables['goals']

/** As the database sorts the list: open goals first, in the founder's order. */
export const compareGoals = (a: Goal, b: Goal): number =>
  Number(a.completed) - Number(b.completed) || b.position - a.position || (a.id < b.id ? -1 : 1)

export const openInOrder = (goals: readonly Goal[]): Goal[] =>
  goals.filter(({ completed }) => !completed).toSorted(compareGoals)

/** Done goals, the last one first. */
export const doneInOrder = (goals: readonly Goal[]): Goal[] =>
  goals.filter(({ completed }) => completed).toSorted((a, b) => doneAt(b) - doneAt(a))

const doneAt = ({ completed_at }: Goal) => Date.parse(completed_at ?? '') || 0
