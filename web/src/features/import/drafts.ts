import type { Json } from '../../../../domain/database.types.ts'
import type { LineCells } from './line-cells.ts'
import type { Written } from './prepare-types.ts'

/** A line that was read: what it becomes, and in its cells what is wrong with it. */
export interface Draft {
  readonly row: number
  readonly cells: LineCells
  readonly written: Written
}

/** Refuses lines whose key is that of a line above. */
export function refuseRepeated(
  drafts: readonly Draft[],
  keyOf: (record: Written['record']) => Json | undefined,
  problem: (row: number) => string,
): void {
  const rows = new Map<Json, number>()
  for (const { row, cells, written } of drafts) {
    const key = keyOf(written.record)
    if (key === undefined) continue
    const first = rows.get(key)
    if (first === undefined) rows.set(key, row)
    else cells.refuse(problem(first))
  }
}
