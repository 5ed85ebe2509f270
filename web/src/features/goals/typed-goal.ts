import { typedNumber } from '../../../../domain/goal-targets.ts'
import { formatCount } from '../../../../domain/numbers.ts'
import type { Goal } from './api.ts'

export interface TypedTarget {
  readonly target: string
  readonly unit: string
}

/** What the editor of a goal has. */
export interface TypedGoal extends TypedTarget {
  readonly text: string
  readonly parent_id: string | null
}

export type GoalChange = Partial<Pick<Goal, 'text' | 'target' | 'progress' | 'unit' | 'parent_id'>>

export const typedTarget = ({ target, unit }: Partial<Pick<Goal, 'target' | 'unit'>>): TypedTarget => ({
  target: target ? formatCount(target) : '',
  unit: unit ?? '',
})

export const typedOf = ({ text, parent_id, ...goal }: Goal): TypedGoal => ({ text, ...typedTarget(goal), parent_id })

/**
 * The columns that differ from the goal, or undefined for a target that is none.
 * @example
 * const goal = { text: 'Demos', target: 17, progress: 11, unit: 'demos', parent_id: null }
 * const typed = { text: ' Demos ', target: '20', unit: 'demos', parent_id: null }
 * changeOf(goal, typed) // { target: 20 }
 * changeOf(goal, { ...typed, target: '', unit: '' }) // { target: null, progress: null, unit: null }
 * changeOf(goal, { ...typed, target: 'many' }) // undefined
 */
export function changeOf(goal: Required<GoalChange>, typed: TypedGoal): GoalChange | undefined {
  const target = typedNumber(typed.target)
  if (target === undefined || target === 0) return undefined
  const to = {
    text: typed.text.trim(),
    target,
    progress: target === null ? null : goal.progress,
    unit: target === null ? null : typed.unit.trim() || null,
    parent_id: typed.parent_id,
  }
  const changed = Object.entries(to).filter(([name, value]) => value !== goal[name as keyof GoalChange])
  return Object.fromEntries(changed)
}
