import { formatDate, formatMonth } from './dates.ts'
import { addDays, daysBetween } from './days.ts'
import { isDay, weekOf, type IsoDate } from './week.ts'

/** The documents that are written from a founder's records. */
export const DOCUMENT_KINDS = [
  { id: 'investor-update', label: 'Investor update', about: 'Wins, key figures, decisions and asks of a month' },
  { id: 'week-plan', label: 'Week plan', about: 'Open goals, calls and decisions of a week' },
  { id: 'month-summary', label: 'Month summary', about: 'Mood, wins, blockers and goals of a month' },
  { id: 'quarter-summary', label: 'Quarter summary', about: 'The same for three months' },
  { id: 'agenda', label: 'Call agenda', about: 'What to talk about in your next call with the squad' },
] as const

export type DocumentKind = (typeof DOCUMENT_KINDS)[number]['id']

/** Days, both included. */
export interface DocumentSpan {
  readonly from: IsoDate
  readonly to: IsoDate
}

/** A document to write; without a span its usual one. */
export interface DocumentRequest {
  readonly kind: DocumentKind
  readonly span?: DocumentSpan | undefined
}

/** A document as the server writes it; only the founder's browser stores it, once it is edited. */
export interface WrittenDocument {
  readonly title: string
  /** Headings and lists, with references to records. */
  readonly markdown: string
  /** Whether the period holds no record. */
  readonly isEmpty: boolean
}

/** Characters of a title; bytes of a title and a text together that are mailed. */
export const DOCUMENT_LIMITS = { title: 200, bytes: 64 * 1024 } as const

/** Documents that a founder mails to themselves within a day. */
export const DOCUMENT_MAILS_A_DAY = 10

/** Days of a span: a year. */
const MAX_SPAN_DAYS = 366

/** Days that an agenda looks back. */
const AGENDA_DAYS = [14, 28, 91] as const

/**
 * @example
 * documentLabel('week-plan') // 'Week plan'
 */
export const documentLabel = (kind: DocumentKind): string => DOCUMENT_KINDS.find(({ id }) => id === kind)?.label ?? kind

/**
 * @example
 * isDocumentKind('agenda') // true
 * isDocumentKind('novel') // false
 */
export const isDocumentKind = (text: unknown): text is DocumentKind => DOCUMENT_KINDS.some(({ id }) => id === text)

/**
 * @returns undefined when it is no span of at most a year
 * @example
 * spanOf('2026-10-01', '2026-10-31') // { from: '2026-10-01', to: '2026-10-31' }
 * spanOf('2026-10-31', '2026-10-01') // undefined
 * spanOf('2025-01-01', '2026-10-31') // undefined
 */
export function spanOf(from: unknown, to: unknown): DocumentSpan | undefined {
  if (!isDay(from) || !isDay(to) || from > to) return undefined
  return daysBetween(from, to) < MAX_SPAN_DAYS ? { from, to } : undefined
}

export interface DocumentPeriod {
  readonly span: DocumentSpan
  readonly label: string
}

/**
 * The periods to choose from, the latest first.
 * @example
 * documentPeriods('week-plan', '2026-11-25').map(({ label }) => label) // ['Week of Nov 30, 2026', 'Week of Nov 23, 2026']
 */
export function documentPeriods(kind: DocumentKind, today: IsoDate): DocumentPeriod[] {
  switch (kind) {
    case 'week-plan':
      return [1, 0].map((ahead) => periodOf(weekSpan(today, ahead)))
    case 'month-summary':
      return [0, 1, 2, 3, 4, 5, 6].map((back) => periodOf(monthsSpan(today, 1, back)))
    case 'quarter-summary':
      return [0, 1, 2, 3, 4].map((back) => periodOf(monthsSpan(today, 3, back)))
    case 'investor-update':
      return [
        ...[0, 1, 2, 3].map((back) => periodOf(monthsSpan(today, 1, back))),
        ...[0, 1].map((back) => periodOf(monthsSpan(today, 3, back))),
      ]
    case 'agenda':
      return AGENDA_DAYS.map((days) => ({
        span: { from: addDays(today, -days), to: today },
        label: `The last ${days === 91 ? '3 months' : `${days / 7} weeks`}`,
      }))
  }
}

/**
 * The last month or quarter that is over, this week, or the last four weeks.
 * @param since the day of the founder's first records: of a month or quarter that ended before it there is nothing to
 *   write, so it is the present one
 * @example
 * usualSpan('investor-update', '2026-11-25') // { from: '2026-10-01', to: '2026-10-31' }
 * usualSpan('investor-update', '2026-11-25', '2026-11-02') // { from: '2026-11-01', to: '2026-11-30' }
 * usualSpan('week-plan', '2026-11-25') // { from: '2026-11-23', to: '2026-11-29' }
 */
export function usualSpan(kind: DocumentKind, today: IsoDate, since?: IsoDate): DocumentSpan {
  const lastMonths = (months: number) => {
    const last = monthsSpan(today, months, 1)
    return since !== undefined && last.to < since ? monthsSpan(today, months, 0) : last
  }
  switch (kind) {
    case 'week-plan':
      return weekSpan(today, 0)
    case 'investor-update':
    case 'month-summary':
      return lastMonths(1)
    case 'quarter-summary':
      return lastMonths(3)
    case 'agenda':
      return { from: addDays(today, -AGENDA_DAYS[1]), to: today }
  }
}

/**
 * @example
 * spanLabel({ from: '2026-10-01', to: '2026-10-31' }) // 'October 2026'
 * spanLabel({ from: '2026-10-01', to: '2026-12-31' }) // 'Q4 2026'
 * spanLabel({ from: '2026-11-23', to: '2026-11-29' }) // 'week of Nov 23, 2026'
 * spanLabel({ from: '2026-10-03', to: '2026-11-05' }) // 'Oct 3, 2026 – Nov 5, 2026'
 */
export function spanLabel({ from, to }: DocumentSpan): string {
  if (from === weekOf(new Date(from), 'UTC') && to === addDays(from, 6)) return `week of ${formatDate(from)}`
  const isWhole = (months: number) => {
    const span = monthsSpan(from, months, 0)
    return span.from === from && span.to === to
  }
  if (isWhole(1)) return formatMonth(from)
  if (isWhole(3)) return `Q${Math.ceil(Number(from.slice(5, 7)) / 3)} ${from.slice(0, 4)}`
  return `${formatDate(from)} – ${formatDate(to)}`
}

/** A span with its label as a choice. */
export const periodOf = (span: DocumentSpan): DocumentPeriod => {
  const label = spanLabel(span)
  return { span, label: label.charAt(0).toUpperCase() + label.slice(1) }
}

function weekSpan(today: IsoDate, ahead: number): DocumentSpan {
  const from = addDays(weekOf(new Date(today), 'UTC'), ahead * 7)
  return { from, to: addDays(from, 6) }
}

/** The month or quarter that `day` falls in, or one before it. */
function monthsSpan(day: IsoDate, months: number, back: number): DocumentSpan {
  const date = new Date(day)
  const first = Math.floor(date.getUTCMonth() / months - back) * months
  const start = (month: number) =>
    new Date(Date.UTC(date.getUTCFullYear(), month)).toISOString().slice(0, 10) as IsoDate
  return { from: start(first), to: addDays(start(first + months), -1) }
}

/**
 * The screen of a document: it writes it, or shows its draft.
 * @example
 * documentPlace({ kind: 'agenda' }) // '/brain?document=agenda'
 */
export const documentPlace = ({ kind, span }: DocumentRequest): string =>
  `/brain?document=${kind}${span ? `&from=${span.from}&to=${span.to}` : ''}`

/**
 * The document that a URL names; undefined when it names none.
 * @example
 * documentInUrl(new URLSearchParams('document=month-summary&from=2026-10-01&to=2026-10-31'))
 * // { kind: 'month-summary', span: { from: '2026-10-01', to: '2026-10-31' } }
 */
export function documentInUrl(search: URLSearchParams): DocumentRequest | undefined {
  const kind = search.get('document')
  return isDocumentKind(kind) ? { kind, span: spanOf(search.get('from'), search.get('to')) } : undefined
}

/**
 * As an answer offers it, on a line of its own.
 * @example
 * documentMark({ kind: 'investor-update', span: { from: '2026-10-01', to: '2026-10-31' } })
 * // '[[document:investor-update:2026-10-01:2026-10-31]]'
 */
export const documentMark = ({ kind, span }: DocumentRequest): string =>
  `[[document:${kind}${span ? `:${span.from}:${span.to}` : ''}]]`

const MARK = /\[\[document:(?<kind>[a-z-]{1,30})(?::(?<from>\d{4}-\d\d-\d\d):(?<to>\d{4}-\d\d-\d\d))?\]\][ \t]*\n?/g

/**
 * The document that an answer offers: the first one.
 * @example
 * documentIn('Here it is.\n[[document:agenda]]') // { kind: 'agenda' }
 */
export function documentIn(answer: string): DocumentRequest | undefined {
  for (const { groups = {} } of answer.matchAll(MARK)) {
    const { kind, from, to } = groups
    const span = spanOf(from, to)
    if (isDocumentKind(kind) && (span || from === undefined)) return { kind, span }
  }
  return undefined
}

/**
 * An answer without its documents, nor one that is incomplete at its end.
 * @example
 * withoutDocuments('Here it is.\n[[document:agenda]]') // 'Here it is.'
 */
export const withoutDocuments = (answer: string): string =>
  answer
    .replaceAll(MARK, '')
    .replace(/\[\[do[a-z]*(?::[\da-z:-]*\]?)?$/, '')
    .trimEnd()
