import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TeamWeek } from '../../../../../domain/team-week.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { tables } from '../../../lib/session/client.ts'

/** Notices: the other screens do not load them. */
export const teamWeekTexts = { loadFailed: 'Failed to load the week' } as const

/** The figures of a week that has ended, by its Monday. */
export const teamWeekQuery = (week: IsoDate) =>
  queryOptions({
    queryKey: adminKeys.teamWeek(week),
    queryFn: async () => (await (await tables()).rpc('team_week', { week }).throwOnError()).data as unknown as TeamWeek,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    meta: { failed: teamWeekTexts.loadFailed },
  })
