import type { ThisWeek } from '../../../domain/this-week.ts'

export interface WeekMail {
  readonly founder: string
  readonly email: string
  /** ISO date. */
  readonly monday: string
  /** IANA name. */
  readonly time_zone: string
  /** Null where the address may not be the founder's. */
  readonly week: MailedWeek | null
  /** Why the week cannot be computed; null otherwise. */
  readonly failure: string | null
}

/** The week before the Monday, as `private.week_in_mail` computes it. */
export interface MailedWeek {
  readonly check_in: { readonly mood: number; readonly wins: string } | null
  /** The next priority of the last check-in. */
  readonly priority: string | null
  /** Weekly goals. */
  readonly goals: { readonly done: number; readonly of: number }
  /** Counts that the loops added in the week, and in the week before it; null where nothing is known. */
  readonly added: Counts | null
  readonly added_before: Counts | null
  /** `months` is null when the balance does not shrink. */
  readonly runway: { readonly months: number | null } | null
  readonly call: { readonly member: string; readonly starts_at: string; readonly ends_at: string } | null
  readonly next: ThisWeek['next']
}

export interface Counts {
  readonly conversions: number
  readonly demos: number
  readonly messages: number
}
