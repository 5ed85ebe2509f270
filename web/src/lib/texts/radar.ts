import { formatMonths } from '../../../../domain/runway.ts'

/** Why a founder is at risk: codes and numbers of the at-risk rules (`private.risks` in `supabase/schemas/radar.sql`). */
export type Risk = Reason & {
  /** The day since when it holds (ISO date); null or missing where that is not known. */
  readonly since?: string | null
}

type Reason =
  | { readonly code: 'runway_short'; readonly months: number; readonly before: number | null }
  | { readonly code: 'runway_shrinks'; readonly months: number; readonly before: number }
  | { readonly code: 'message_waiting'; readonly hours: number }
  | { readonly code: 'mood_fell'; readonly mood: number; readonly before: number }
  | { readonly code: 'mood_low'; readonly mood: number }
  /** `never`: none since the founder joined. */
  | { readonly code: 'no_check_in'; readonly weeks: number; readonly never: boolean }
  | { readonly code: 'not_seen'; readonly days: number }
  | { readonly code: 'loops_still'; readonly days: number }
  | { readonly code: 'goals_overdue'; readonly days: number; readonly goals: number }

const counted = (count: number, one: string) => `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`

/** Whole weeks from 14 days on. */
const days = (count: number) => (count < 14 ? counted(count, 'day') : counted(Math.floor(count / 7), 'week'))

/** Whole days from 48 hours on. */
const hours = (count: number) => (count < 48 ? counted(count, 'hour') : counted(Math.floor(count / 24), 'day'))

/**
 * A reason as one line.
 * @example
 * riskText({ code: 'runway_short', months: 5.2, before: 7 }) // 'Runway 5.2 months, was 7.0 four weeks ago'
 * riskText({ code: 'message_waiting', hours: 50 }) // 'Message unanswered for 2 days'
 */
export function riskText(risk: Risk): string {
  switch (risk.code) {
    case 'runway_short':
      return `Runway ${formatMonths(risk.months)} months${risk.before === null ? '' : `, was ${formatMonths(risk.before)} four weeks ago`}`
    case 'runway_shrinks':
      return `Runway fell from ${formatMonths(risk.before)} to ${formatMonths(risk.months)} months in four weeks`
    case 'message_waiting':
      return `Message unanswered for ${hours(risk.hours)}`
    case 'mood_fell':
      return `Mood fell from ${risk.before} to ${risk.mood}`
    case 'mood_low':
      return `Mood low: ${risk.mood} of 5`
    case 'no_check_in':
      return risk.never
        ? `No check-in since joining ${counted(risk.weeks, 'week')} ago`
        : `No check-in for ${counted(risk.weeks, 'week')}`
    case 'not_seen':
      return `Not seen for ${days(risk.days)}`
    case 'loops_still':
      return `Loops unchanged for ${days(risk.days)}`
    case 'goals_overdue':
      return risk.goals === 1
        ? `The only open goal is ${days(risk.days)} overdue`
        : `All ${risk.goals} open goals overdue, the last by ${days(risk.days)}`
    default:
      // A later version of the database may know more.
      return (risk satisfies never as { readonly code: string }).code.replaceAll('_', ' ')
  }
}

/** The thresholds that admins set, with the bounds of the table `radar_thresholds`. An empty one switches its rule off. */
export const THRESHOLDS = [
  { name: 'check_in_weeks', label: 'No check-in for', unit: 'weeks', min: 1, max: 26 },
  { name: 'mood_low', label: 'Mood at or below', unit: 'of 5', min: 1, max: 4 },
  { name: 'mood_fall', label: 'Mood fell by', unit: 'or more', min: 1, max: 4 },
  { name: 'runway_months', label: 'Runway under', unit: 'months', min: 1, max: 36 },
  { name: 'runway_shrink_percent', label: 'Runway lost in four weeks', unit: 'percent', min: 5, max: 95 },
  { name: 'message_hours', label: 'Message unanswered for', unit: 'hours', min: 1, max: 336 },
  { name: 'unseen_days', label: 'Not seen for', unit: 'days', min: 3, max: 180 },
  { name: 'loop_days', label: 'Loops unchanged for', unit: 'days', min: 7, max: 180 },
  { name: 'goals_overdue_days', label: 'All goals overdue by', unit: 'days', min: 1, max: 90 },
] as const

export type ThresholdName = (typeof THRESHOLDS)[number]['name']

/** Null: the rule is off. */
export type Thresholds = Readonly<Record<ThresholdName, number | null>>

/** A founder is snoozed for so many days at most, and for this many unless the admin says otherwise. */
export const SNOOZE_DAYS = { most: 180, usual: 14 } as const

/** Characters of a snooze's reason at most. */
export const SNOOZE_REASON_LIMIT = 500
