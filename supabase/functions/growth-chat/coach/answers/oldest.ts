import { addDays } from '../../../../../domain/days.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import type { Listed } from '../founder.ts'

/** Queries of one answer at most. */
const MAX_QUERIES = 20

/**
 * The oldest of some records. Lists have the newest ones only, so those before the oldest that is known are listed again.
 * @param known newest first
 * @param count of all
 */
export async function oldestOf<Row extends { readonly date: IsoDate }>(
  known: readonly Row[],
  count: number,
  listUntil: (day: IsoDate) => Promise<Listed<Row>>,
): Promise<Row | undefined> {
  let oldest = known.at(-1)
  let seen = known.length
  for (let query = 0; oldest && seen < count && query < MAX_QUERIES; query++) {
    const { rows } = await listUntil(addDays(oldest.date, -1))
    if (rows.length === 0) break
    oldest = rows.at(-1) ?? oldest
    seen += rows.length
  }
  return oldest
}
