import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { tables } from '../session/client.ts'
import { adminKeys } from './admin-keys.ts'
import { fullName } from '../session/profile.ts'
import { adminTexts } from '../texts/admin-texts.ts'

async function selectNames(ids: readonly string[]): Promise<Map<string, string>> {
  const { data } = await (await tables()).rpc('founder_names', { ids: [...ids] }).throwOnError()
  return new Map(data.map((founder) => [founder.id, fullName(founder)]))
}

/** The names of founders, by id; for admins. */
export const namesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: adminKeys.names(ids),
    queryFn: () => selectNames(ids),
    enabled: ids.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
    meta: { failed: adminTexts.usersFailed },
  })
