import { runwayText } from '../../../domain/runway.ts'
import { formatDate } from '../../../domain/dates.ts'
import type { RecordKind } from '../../../domain/records.ts'
import type { IsoDate } from '../../../domain/week.ts'
import { quoteOf, reference as from } from '../_shared/text.ts'

export { counted, countedChange, enumerated, nameOf, reference as from, usd } from '../_shared/text.ts'

/** Characters of a record in a quote. */
const QUOTED = 90

/** "9.1 months", as the board says them, or that there is no end. */
export const monthsText = (months: number | undefined): string =>
  months === undefined ? 'no end, since you earn what you spend' : runwayText(months)

/** "47%"; below one percent "0.2%". */
export const percent = (share: number): string =>
  share > 0 && share < 0.01 ? `${(share * 100).toFixed(1)}%` : `${Math.round(share * 100)}%`

export const quoted = (text: string, limit = QUOTED): string => quoteOf(text, limit)

/** A record by its title, and a reference right behind it, by which the reader's screen links the title. */
export const titled = (kind: RecordKind, record: { readonly id: string }, title: string, limit?: number): string =>
  quoted(title, limit) + from(kind, record)

/** The Monday of a check-in, with a reference to it. */
export const weekName = (checkIn: { readonly id: string; readonly week_of: IsoDate }): string =>
  formatDate(checkIn.week_of) + from('check-in', checkIn)

export const heading = (title: string): string => `**${title}**`
export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join('\n')
export const numbered = (lines: readonly string[]): string =>
  lines.map((line, index) => `${index + 1}. ${line}`).join('\n')
