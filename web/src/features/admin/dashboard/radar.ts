import { infiniteQueryOptions, queryOptions, useMutation } from '@tanstack/react-query'
import type { Database } from '../../../../../domain/database.types.ts'
import { PAGE_SIZE } from '../../../lib/data/page-sizes.ts'
import { THRESHOLDS, type Risk, type Thresholds } from '../../../lib/texts/radar.ts'
import { tables } from '../../../lib/session/client.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { lastShown, shown } from '../../../lib/data/pages.ts'
import { toastError } from '../../../lib/texts/toasts.ts'
import { radarTexts } from './radar-texts.ts'

type Found = Database['public']['Functions']['founders_at_risk']['Returns'][number]

export type FounderAtRisk = Omit<
  Found,
  'reasons' | 'email' | 'waiting_since' | 'assignee' | 'owner' | 'snoozed_until' | 'snooze_reason'
> & {
  readonly id: string
  readonly email: string | null
  readonly reasons: readonly Risk[]
  /** ISO; null when no message waits for an answer. */
  readonly waiting_since: string | null
  /** Name of the admin who answers the conversation; null: no one in particular. */
  readonly assignee: string | null
  /** Name of the admin who looks after the founder. */
  readonly owner: string | null
  /** ISO date, and why; null when the founder is not snoozed. */
  readonly snoozed_until: string | null
  readonly snooze_reason: string | null
}

/** The tab of the founder's details that shows a reason; the others lead to the conversation. */
export const RISK_TABS: Readonly<Partial<Record<Risk['code'], string>>> = {
  runway_short: 'runway',
  runway_shrinks: 'runway',
  mood_fell: 'overview',
  mood_low: 'overview',
  no_check_in: 'overview',
  loops_still: 'traction',
  goals_overdue: 'goals',
}

const MINUTE_MS = 60_000

/** Which founders the radar shows. */
export interface RadarView {
  readonly snoozed: boolean
  /** Only those whom the admin looks after. */
  readonly mine: boolean
}

async function findAtRisk(view: RadarView, after: FounderAtRisk | null): Promise<FounderAtRisk[]> {
  const place = after && {
    after_severity: after.severity,
    after_id: after.user_id,
    ...(after.waiting_since !== null && { after_waiting: after.waiting_since }),
  }
  const found = (await tables()).rpc('founders_at_risk', { ...view, page_size: PAGE_SIZE + 1, ...place })
  const { data } = await found.throwOnError()
  return data.map((row) => ({ ...row, id: row.user_id, reasons: row.reasons as unknown as readonly Risk[] }))
}

/**
 * Founders at risk, or those that are snoozed, the most severe first, page by page. Time alone puts founders at risk: it is
 * refetched each minute, too.
 */
export const atRiskQuery = (view: RadarView) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.atRisk, JSON.stringify(view)],
    queryFn: ({ pageParam }) => findAtRisk(view, pageParam),
    initialPageParam: null as FounderAtRisk | null,
    getNextPageParam: (page) => lastShown(page, PAGE_SIZE),
    select: ({ pages }) => ({ founders: shown(pages, PAGE_SIZE), total: pages.at(-1)?.[0]?.total ?? 0 }),
    refetchOnWindowFocus: 'always',
    refetchInterval: MINUTE_MS,
    meta: { failed: radarTexts.loadFailed },
  })

const changed = { meta: { writes: [adminKeys.dashboard, adminKeys.summaries] } }

export interface Snooze {
  readonly founder: string
  /** ISO date. */
  readonly until: string
  readonly reason: string
}

export const useSnooze = (onSaved: () => void) =>
  useMutation({
    ...changed,
    mutationFn: async (snooze: Snooze) => (await tables()).rpc('snooze_founder', { ...snooze }).throwOnError(),
    onSuccess: onSaved,
    onError: () => toastError(radarTexts.snoozeFailed),
  })

export const useEndSnooze = () =>
  useMutation({
    ...changed,
    mutationFn: async (founder: string) => (await tables()).rpc('end_snooze', { founder }).throwOnError(),
    onError: () => toastError(radarTexts.endSnoozeFailed),
  })

async function selectThresholds(): Promise<Thresholds> {
  const columns = THRESHOLDS.map(({ name }) => name).join(',') as '*'
  return (await (await tables()).from('radar_thresholds').select(columns).single().throwOnError()).data
}

export const thresholdsQuery = queryOptions({
  queryKey: adminKeys.thresholds,
  queryFn: selectThresholds,
  meta: { failed: radarTexts.thresholdsFailed },
})

export const useSaveThresholds = (onSaved: () => void) =>
  useMutation({
    meta: { writes: [adminKeys.thresholds, adminKeys.teamSteps, adminKeys.atRisk, adminKeys.conversations] },
    mutationFn: async (thresholds: Partial<Thresholds>) =>
      (await tables()).from('radar_thresholds').update(thresholds).eq('id', true).throwOnError(),
    onSuccess: onSaved,
    onError: () => toastError(radarTexts.thresholdsNotSaved),
  })
