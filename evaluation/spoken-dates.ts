import { daysBetween } from '../domain/days.ts'
import type { IsoDate } from '../domain/week.ts'

/** English, German, Spanish and French names by month, without accents. */
const MONTHS = [
  'january|jan|januar|enero|ene|janvier|janv', 'february|feb|februar|febrero|fevrier|fevr', 'march|mar|marz|maerz|marzo|mars',
  'april|apr|abril|abr|avril|avr', 'may|mai|mayo', 'june|jun|juni|junio|juin', 'july|jul|juli|julio|juillet|juil',
  'august|aug|agosto|ago|aout', 'september|sept|sep|septiembre|septembre', 'october|oct|oktober|okt|octubre|octobre',
  'november|nov|noviembre|novembre', 'december|dec|dezember|dez|diciembre|dic|decembre',
] as const // prettier-ignore

const NAME = MONTHS.join('|')
const YEAR = String.raw`(?:,?\s+(?:de\s+)?(?<year>20\d\d))?`
const FORMS = [
  String.raw`\b(?<year>20\d\d)-(?<monthNumber>\d\d)-(?<day>\d\d)\b`,
  // The whole form first: in “Porto 55 of Mar 24, 2026” there is no 55 March.
  String.raw`\b(?<name>${NAME})\.?\s+(?<day>\d{1,2}),\s+(?<year>20\d\d)\b`,
  String.raw`\b(?<day>\d{1,2})(?:st|nd|rd|th|er|\.)?\s+(?:of\s+|de\s+)?(?<name>${NAME})\b\.?${YEAR}`,
  String.raw`\b(?<name>${NAME})\.?\s+(?:the\s+)?(?<day>\d{1,2})(?:st|nd|rd|th)?\b(?!\d)${YEAR}`,
  String.raw`\b(?<monthNumber>\d{1,2})/(?<day>\d{1,2})/(?<year>20\d\d)\b`,
  String.raw`\b(?<day>\d{1,2})\.(?<monthNumber>\d{1,2})\.(?<year>20\d\d)\b`,
  String.raw`\b(?<year>20\d\d)-(?<monthNumber>\d\d)\b`,
  String.raw`\b(?<name>${NAME})\b\.?${YEAR}`,
].map((form) => new RegExp(form, 'g'))

interface SpokenDate {
  readonly year?: number
  /** 1 to 12. */
  readonly month: number
  readonly day?: number
}

/** The dates in a text in lower case without accents, and the text without them. */
export function spokenDates(text: string): { readonly dates: readonly SpokenDate[]; readonly rest: string } {
  const dates: SpokenDate[] = []
  let rest = text
  for (const form of FORMS) {
    rest = rest.replace(form, (...match) => {
      const { year, day, name, monthNumber } = match.at(-1) as Record<string, string | undefined>
      const month = monthNumber
        ? Number(monthNumber)
        : MONTHS.findIndex((names) => names.split('|').includes(name ?? '')) + 1
      // "may" is a verb more often than a month.
      if ((name === 'may' || name === 'mar' || name === 'mars') && !day && !year) return match[0]
      dates.push({ month, ...(year && { year: Number(year) }), ...(day && { day: Number(day) }) })
      return ' ; '
    })
  }
  return { dates, rest }
}

/** Whether a spoken date, with or without its year, is this day or close to it. */
export function isDay({ year, month, day }: SpokenDate, wanted: IsoDate, toleranceDays: number): boolean {
  if (day === undefined) return false
  const years = year === undefined ? [-1, 0, 1].map((step) => Number(wanted.slice(0, 4)) + step) : [year]
  return years.some((year) => {
    const stated = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` as IsoDate
    return Math.abs(daysBetween(stated, wanted)) <= toleranceDays
  })
}

/** Whether a spoken date falls in the month of this day. */
export const isMonth = ({ year, month }: SpokenDate, wanted: IsoDate): boolean =>
  month === Number(wanted.slice(5, 7)) && (year === undefined || year === Number(wanted.slice(0, 4)))
