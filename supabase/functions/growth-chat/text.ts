import { formatDate } from '../../../domain/dates.ts'
import { referenceTo, type RecordKind } from '../../../domain/records.ts'
import { formatCount } from '../../../domain/numbers.ts'
import { excerptOf } from '../../../domain/quotes.ts'
import type { IsoDate } from '../../../domain/week.ts'

/** Characters of a record in a quote. */
const QUOTED = 90

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

export const usd = (amount: number): string => dollars.format(amount)

/** "9.1 months", or that there is no end. */
export const monthsText = (months: number | undefined): string =>
  months === undefined ? 'no end, since you earn what you spend' : `${months.toFixed(1)} months`

/** "47%"; below one percent "0.2%". */
export const percent = (share: number): string =>
  share > 0 && share < 0.01 ? `${(share * 100).toFixed(1)}%` : `${Math.round(share * 100)}%`

/** "1 goal", "3 goals", "1,200 goals". */
export const counted = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** "a", "a and b", "a, b and c". */
export const enumerated = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join('')

/** Quotes a record's words, escaped: no Markdown, no HTML and no reference. */
export const quoted = (text: string, limit = QUOTED): string => {
  // A sentence continues behind the quote.
  const plain = excerptOf(text, limit)
    .replace(/[.,;:]+$/, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll('<', '‹')
  return `“${plain.replace(/[\\`*_~|]/g, String.raw`\$&`)}”`
}

/** A person's name, without what Markdown, HTML or a reference could be made of. */
export const nameOf = (text: string): string => excerptOf(text.replaceAll(/[^\p{L}\p{M}\p{N} .’'-]/gu, ''), QUOTED)

/** A reference to the record that a sentence relies on. */
export const from = (kind: RecordKind, { id }: { readonly id: string }): string => ` ${referenceTo({ kind, id })}`

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
