import { excerptOf } from '../../../../domain/quotes.ts'
import { referenceTo, type RecordKind } from '../../../../domain/records.ts'
import { formatChange, formatCount } from '../../../../domain/numbers.ts'

/** Characters of a record in a quote, and of a title. */
const QUOTED = { text: 600, title: 120 } as const

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
const changedDollars = new Intl.NumberFormat('en-US', {
  style: 'currency', currency: 'USD', maximumFractionDigits: 0, signDisplay: 'exceptZero',
}) // prettier-ignore

export const usd = (amount: number): string => dollars.format(amount)

/** "+$500", "-$2,000" */
export const usdChange = (change: number): string => changedDollars.format(change)

/** "1 goal", "3 goals", "1,200 goals" */
export const counted = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** "+3 conversions", "+1 demo", "0 messages" */
export const countedChange = (change: number, noun: string): string =>
  `${formatChange(change)} ${noun}${Math.abs(change) === 1 ? '' : 's'}`

/** "a", "a and b", "a, b and c" */
export const enumerated = (parts: readonly string[]): string =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts.join('')

/** Quotes a record's words, escaped: no Markdown, no HTML and no reference. */
export function quoted(text: string, limit: number = QUOTED.text): string {
  const plain = excerptOf(text, limit)
    .replace(/[.,;:]+$/, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll('<', '‹')
  return `“${plain.replace(/[\\`*_~|]/g, String.raw`\$&`)}”`
}

/** A reference to the record that a line relies on. */
export const reference = (kind: RecordKind, { id }: { readonly id: string }): string => ` ${referenceTo({ kind, id })}`

/** A record by its title, and a reference right behind it, by which the screen links the title. */
export const titled = (kind: RecordKind, record: { readonly id: string }, title: string): string =>
  quoted(title, QUOTED.title) + reference(kind, record)

/** A name without what Markdown, HTML or a reference could be made of. */
export const nameOf = (text: string): string =>
  excerptOf(text.replaceAll(/[^\p{L}\p{M}\p{N} .’'-]/gu, ''), QUOTED.title)
