import { formatChange, formatCount } from '../../../domain/numbers.ts'
import { excerptOf } from '../../../domain/quotes.ts'
import { referenceTo, type RecordKind } from '../../../domain/records.ts'

export { enumerated } from '../../../domain/enumerated.ts'
export { formatUsd as usd } from '../../../domain/money.ts'

/** Characters of a name. */
const MAX_NAME = 120

/** "1 goal", "3 goals", "1,200 goals" */
export const counted = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** "+3 conversions", "+1 demo", "0 messages" */
export const countedChange = (change: number, noun: string): string =>
  `${formatChange(change)} ${noun}${Math.abs(change) === 1 ? '' : 's'}`

/** A line that ends without a mark, before one that starts a new sentence. */
const END_OF_ITEM = /([^\s.,;:!?])[^\S\n]*\n\s*(?=[\p{Lu}\p{N}])/gu

/** Words of a record, its lines in one: no Markdown, no HTML and no reference. */
export const escaped = (text: string, limit = MAX_NAME): string =>
  excerptOf(text.replace(END_OF_ITEM, '$1; '), limit)
    // A sentence continues behind them.
    .replace(/[.,;:]+$/, '')
    .replaceAll('[', '(')
    .replaceAll(']', ')')
    .replaceAll('<', '‹')
    .replaceAll(/[\\`*_~|]/g, String.raw`\$&`)

export const quoteOf = (text: string, limit: number): string => `“${escaped(text, limit)}”`

/** A reference to the record that a sentence relies on. */
export const reference = (kind: RecordKind, { id }: { readonly id: string }): string => ` ${referenceTo({ kind, id })}`

/** A person's name, without what Markdown, HTML or a reference could be made of. */
export const nameOf = (text: string): string => excerptOf(text.replaceAll(/[^\p{L}\p{M}\p{N} .’'-]/gu, ''), MAX_NAME)
