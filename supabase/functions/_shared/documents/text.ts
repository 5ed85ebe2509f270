import type { RecordKind } from '../../../../domain/records.ts'
import { quoteOf, reference } from '../text.ts'

/** Characters of a record in a quote, and of a title. */
const QUOTED = { text: 600, title: 120 } as const

const changedDollars = new Intl.NumberFormat('en-US', {
  style: 'currency', currency: 'USD', maximumFractionDigits: 0, signDisplay: 'exceptZero',
}) // prettier-ignore

/** "+$500", "-$2,000" */
export const usdChange = (change: number): string => changedDollars.format(change)

export const quoted = (text: string): string => quoteOf(text, QUOTED.text)

/** A record by its title, and a reference right behind it, by which the screen links the title. */
export const titled = (kind: RecordKind, record: { readonly id: string }, title: string): string =>
  quoteOf(title, QUOTED.title) + reference(kind, record)
