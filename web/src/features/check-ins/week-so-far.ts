import { formatCount } from '../../../../domain/numbers.ts'
import type { IsoDate } from '../../../../domain/week.ts'

/** A founder's week until now, from `week_so_far`. */
export interface WeekSoFar {
  /** Priority of the check-in before; null when there is none. */
  readonly priority: { readonly week_of: IsoDate; readonly text: string } | null
  /** Completed goals, oldest first. */
  readonly goals: readonly string[]
  /** Titles of decisions, oldest first. */
  readonly decisions: readonly string[]
  /** Counts that the traction loops added; null when unknown. */
  readonly added: { readonly conversions: number; readonly demos: number; readonly messages: number } | null
  /** Weeks in a row with a check-in, this one not counted. */
  readonly streak: number
}

const counted = [
  { measure: 'conversions', one: 'conversion', more: 'conversions' },
  { measure: 'demos', one: 'demo', more: 'demos' },
  { measure: 'messages', one: 'message', more: 'messages' },
] as const

/** Possible wins, each a line of its own. */
export function possibleWins({ goals, decisions, added }: WeekSoFar): string[] {
  const counts = counted.flatMap(({ measure, one, more }) => {
    const count = added?.[measure] ?? 0
    return count > 0 ? [`${formatCount(count)} new ${count === 1 ? one : more}`] : []
  })
  const wins = [...goals, ...counts, ...decisions.map((title) => `Decided: ${title}`)]
  return [...new Set(wins.map((win) => win.replaceAll(/\s+/g, ' ').trim()))]
}

/** The lines of a text with this one added at its end, or taken out when it is there. */
export function toggleLine(text: string, line: string): string {
  const lines = text.split('\n')
  if (lines.includes(line)) return lines.filter((each) => each !== line).join('\n')
  return text.trim() ? `${text.trimEnd()}\n${line}` : line
}
