import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Risk } from '../texts/radar.ts'
import type { BookableId } from '../../../../domain/squad.ts'
import type { LoopCount, LoopStatus } from '../../../../domain/traction.ts'
import type { Tables } from '../../../../domain/tables.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { tables } from '../session/client.ts'
import { adminKeys } from './admin-keys.ts'
import { adminTexts } from '../texts/admin-texts.ts'
import { useLiveRows } from './use-live-rows.ts'

type Amounts = Omit<Tables['runway_data'], 'user_id'>

/** Result of `founder_summary`; null for a founder who does not exist. Long texts are cut. */
export interface FounderSummary {
  readonly first_name: string
  readonly last_name: string
  readonly email: string | null
  /** ISO date and time. */
  readonly joined: string
  /** Why the founder needs the squad, the most pressing reason first. */
  readonly risks: readonly Risk[]
  /** Until when the founder is left out of the radar (ISO date), and why. */
  readonly snooze: { readonly until: IsoDate; readonly reason: string } | null
  /** Names of the founder's labels. */
  readonly labels: readonly string[]
  /** The admin who looks after the founder. */
  readonly owner: { readonly id: string; readonly name: string } | null
  /** With the name of who answers it; null before the first message. */
  readonly conversation: { readonly assignee: string | null; readonly last_message_at: string } | null
  /** The newest first, at most twelve. */
  readonly check_ins: readonly {
    readonly week_of: IsoDate
    readonly mood: number
    readonly wins: string
    readonly blockers: string
    readonly next_priority: string
  }[]
  readonly goals: {
    readonly open: number
    /** In the last seven days. */
    readonly completed: number
    readonly next: readonly { readonly id: string; readonly text: string; readonly period: string }[]
  }
  /** By all loops in the last seven days; null where nothing is known. */
  readonly added: Readonly<Record<LoopCount, number | null>>
  /** The newest five. `added`: conversions in these days. */
  readonly loops: readonly {
    readonly id: string
    readonly name: string
    readonly status: LoopStatus
    readonly conversions: number
    readonly demos: number
    readonly messages: number
    readonly added: number | null
  }[]
  /** `before`: four weeks ago. */
  readonly runway: (Amounts & { readonly before: Amounts | null }) | null
  /** When the founder sent figures that wait to be recorded; ISO. */
  readonly proposed_on: string | null
  readonly decisions: readonly Pick<Tables['decisions'], 'id' | 'title' | 'impact' | 'created_at'>[]
  readonly call: {
    readonly id: string
    readonly member: BookableId
    readonly starts_at: string
    readonly ends_at: string
    readonly topic: string
  } | null
}

export const summaryQuery = (founder: string) =>
  queryOptions({
    queryKey: adminKeys.summary(founder),
    queryFn: async () =>
      (await (await tables()).rpc('founder_summary', { founder }, { get: true }).throwOnError())
        .data as unknown as FounderSummary | null,
    meta: { failed: adminTexts.userFailed },
  })

/** Tables behind the summary, and behind what a founder waits for. */
const SUMMARISED = [
  'goals',
  'traction_loops',
  'weekly_checkins',
  'squad_bookings',
  'decisions',
  'runway_data',
  'runway_proposals',
  'squad_messages',
  'squad_conversations',
  'labelled_founders',
  'radar_snoozes',
  'founder_owners',
] as const

/** A founder's records in short, with live updates. */
export function useSummary(founder: string) {
  useLiveRows(SUMMARISED, founder, adminKeys.summary(founder))
  return useQuery(summaryQuery(founder))
}
