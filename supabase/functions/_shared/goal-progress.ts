import { progressText, sumText, type GoalSum } from '../../../domain/goal-targets.ts'
import { escaped } from './text.ts'

/** Units are what a founder typed: without Markdown, HTML and references in an answer or a document. */
const withPlainUnit = <Row extends { readonly unit?: string | null }>(row: Row): Row => ({
  ...row,
  ...(row.unit && { unit: escaped(row.unit) }),
})

export const progressOf = (goal: Parameters<typeof progressText>[0]): string | undefined =>
  progressText(withPlainUnit(goal))

export const sumOf = (sum: GoalSum, goal: Parameters<typeof sumText>[1]): string => sumText(withPlainUnit(sum), goal)
