import { formatMonth } from '../../../../domain/dates.ts'
import { isoDate, MOST_WEEKS, weeksOf } from './calendar-spans.ts'
import { MONTHS } from './span-words.ts'

/** "Last week 80 messages" and "week 60 since launch" name no week of a year. */
const WEEK_NAMED =
  /(?<!\b(?:this|last|next|past|each|every|per|a|one|the) )\b(?:week |[ck]w ?)(?<week>\d{1,2})(?: (?:of |in )?(?<year>20\d\d))?(?=\s*(?:$|[?.!,;]))/
const MONTH_NAMED = String.raw`(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`
const YEAR_NAMED = String.raw`(?:,? (?<year>20\d\d))?`
/** "In april 31 demos" counts something. */
const DAYS_NAMED = [
  String.raw`\b(?<day>\d{1,2})(?:(?:st|nd|rd|th)(?: of)?| of) ${MONTH_NAMED}\b${YEAR_NAMED}`,
  String.raw`\bon (?:the )?(?<day>\d{1,2}) ${MONTH_NAMED}\b${YEAR_NAMED}`,
  String.raw`\b${MONTH_NAMED} (?<day>\d{1,2})(?:st|nd|rd|th)?${YEAR_NAMED}(?=\s*(?:$|[?.!,;)]|(?:to|and|or|until|till)\b))`,
].map((pattern) => new RegExp(pattern))

/**
 * A sentence about a week or a day that a text names and that does not exist: "week 53 of 2025", "on February 30".
 * @param text in lower case
 */
export function impossibleTime(text: string): string | undefined {
  const { week, year } = WEEK_NAMED.exec(text)?.groups ?? {}
  if (week !== undefined && (Number(week) === 0 || Number(week) > (year ? weeksOf(Number(year)) : MOST_WEEKS)))
    return `There is **no week ${Number(week)}${year ? ` of ${year}` : ''}**: ${year ?? 'a year'} has ${year ? weeksOf(Number(year)) : 'at most 53'} weeks.`
  for (const pattern of DAYS_NAMED) {
    const { day, month = '', year: of } = pattern.exec(text)?.groups ?? {}
    const index = MONTHS.indexOf(month.slice(0, 3))
    if (day === undefined || Number(day) > 31) continue
    // Without its year a February may be a leap one.
    const last = Number(isoDate(Number(of ?? 2024), index + 1, 0).slice(8))
    if (Number(day) <= last) continue
    const name = formatMonth(isoDate(Number(of ?? 2024), index, 1))
    return `There is **no day ${day}** in ${of ? name : name.replace(/ \d+$/, '')}: it has ${last} days.`
  }
  return undefined
}
