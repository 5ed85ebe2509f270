import type { Database } from '../../../../../domain/database.types.ts'
import type { Risk } from '../../../lib/texts/radar.ts'
import type { IsoDate } from '../../../../../domain/week.ts'

type Found = Database['public']['Functions']['find_cohort']['Returns'][number]

/** A founder with figures, as `find_cohort` returns it. */
export interface CohortRow extends Pick<
  Found,
  'id' | 'first_name' | 'last_name' | 'created_at' | 'goals_open' | 'goals_completed' | 'conversions'
> {
  readonly email: string | null
  readonly last_check_in: IsoDate | null
  readonly mood: number | null
  /** Moods of the last twelve weeks, the present one last. */
  readonly moods: readonly (number | null)[]
  readonly conversions_change: number | null
  readonly runway_months: number | null
  /** Whether the founder has sent figures that wait to be recorded. */
  readonly has_proposal: boolean
  /** ISO dates and times. */
  readonly last_message_at: string | null
  readonly waiting_since: string | null
  readonly risks: readonly Risk[]
  /** Ids. */
  readonly labels: readonly string[]
  /** Name of the admin who looks after the founder. */
  readonly owner: string | null
}

export type CohortSort = 'name' | 'joined' | 'check_in' | 'mood' | 'goals' | 'conversions' | 'change' | 'runway' | 'message' | 'risk' | 'owner' // prettier-ignore
