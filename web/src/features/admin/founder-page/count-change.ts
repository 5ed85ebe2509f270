import { formatChange } from '../../../../../domain/numbers.ts'
import type { LoopCount } from '../../../../../domain/traction.ts'

/** "+12 conversions", "+1 demo". */
export const countChange = (change: number, count: LoopCount): string =>
  `${formatChange(change)} ${Math.abs(change) === 1 ? count.slice(0, -1) : count}`
