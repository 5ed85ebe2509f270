import { queryOptions, useQuery } from '@tanstack/react-query'
import { tables } from '../session/client.ts'
import { keys } from './keys.ts'

/** Newest entries that are read; older records are not marked. */
const MAX_ENTRIES = 1000

const addedQuery = (founder: string) =>
  queryOptions({
    queryKey: keys.addedByApps(founder),
    queryFn: async () => {
      const query = (await tables())
        .from('app_entries')
        .select('record_id, app')
        .eq('user_id', founder)
        .neq('kind', 'done-goal')
        .order('created_at', { ascending: false })
        .order('id')
        .limit(MAX_ENTRIES)
      return (await query.throwOnError()).data
    },
  })

/**
 * The connected apps by which a founder's records were added, in words and by the record's id. Without them while they load, or
 * when that fails: the records themselves say what matters.
 */
export function useAddedBy(founder: string): (record: string) => string | undefined {
  const { data = [] } = useQuery(addedQuery(founder))
  return (record) => {
    const entry = data.find(({ record_id }) => record_id === record)
    return entry && `Added with ${entry.app || 'a connected app'}`
  }
}
