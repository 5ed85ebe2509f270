import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CheckInForm } from '../../../../domain/check-in-form.ts'
import { BOARD_CHECK_INS } from '../../../../domain/check-ins.ts'
import type { Tables } from '../../../../domain/tables.ts'
import type { IsoDate } from '../../../../domain/week.ts'
import { tables } from '../../lib/client.ts'
import { keys } from '../../lib/keys.ts'
import { texts } from '../../lib/texts.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'

export type CheckIn = Tables['weekly_checkins']

/** Twenty years of weeks. */
const ALL_CHECK_INS = 1000

async function selectCheckIns(user: string, limit: number): Promise<CheckIn[]> {
  const checkIns = (await tables()).from('weekly_checkins')
  const newestFirst = checkIns.select().eq('user_id', user).order('week_of', { ascending: false })
  const { data } = await newestFirst.limit(limit).throwOnError()
  return data
}

/** The founder's ten newest check-ins, newest week first: what the Command Board needs. */
export const recentCheckInsQuery = (user: string) =>
  queryOptions({
    queryKey: keys.checkIns.recent(user),
    queryFn: () => selectCheckIns(user, BOARD_CHECK_INS),
    meta: { failed: texts.checkIns.loadFailed },
  })

export const allCheckInsQuery = (user: string) =>
  queryOptions({
    queryKey: keys.checkIns.all(user),
    queryFn: () => selectCheckIns(user, ALL_CHECK_INS),
    meta: { failed: texts.checkIns.loadFailed },
  })

/** A refusal because this week has one already (from another tab, say) shows after the refetch. */
export function useSaveCheckIn(user: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ week, form }: { week: IsoDate; form: CheckInForm }) =>
      (await tables())
        .from('weekly_checkins')
        .insert({ user_id: user, week_of: week, ...form })
        .throwOnError(),
    onSuccess: () => toastSuccess(texts.checkIns.saved),
    onError: () => toastError(texts.checkIns.saveFailed),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.checkIns.both(user) }),
  })
}
