import { isoDate, monthsSpan, yearOf, type Span } from './calendar-spans.ts'
import { latest, type Reader } from './span-words.ts'

export const SEASONS: Readonly<Record<string, number>> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 }
/** "The autumn fair" is no time. */
export const SEASON = String.raw`(?<season>spring|summer|autumn|fall|winter)(?! (?:fair|sale|break|party|school|holiday|edition))\b`

/** March to May, June to August, and so on: of the year in which it begins. */
const seasonIn = (name: string, year: number): Span => ({
  ...monthsSpan(isoDate(year, SEASONS[name] ?? 0, 1), 3),
  label: `in ${name === 'fall' ? 'autumn' : name} ${year}`,
})

/** Seasons: in a question on what to do, "in spring" is the next one, which is no span of records. */
export const SEASON_PAST = new RegExp(
  String.raw`(?:(?<=\b(?:since|after|from) (?:the |this )?)|\b(?:(?<which>this|last)|in|during|over)(?: the| this)? )${SEASON}(?: (?:of )?(?<year>20\d\d))?`,
  'g',
)
export const INTENDED = /\b(?:should|shd|shall|will|gonna|going to|plan|another|lets|let's|want)\b/
export const seasonPast: Reader = ({ which, season = '', year }, today) => {
  const begun = latest(year, today, (of) => isoDate(of, SEASONS[season] ?? 0, 1))
  const of = seasonIn(season, yearOf(begun))
  return which === 'last' && of.to >= today ? seasonIn(season, yearOf(begun) - 1) : of
}
