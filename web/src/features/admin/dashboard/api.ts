import { queryOptions } from '@tanstack/react-query'
import { weekOf } from '../../../../../domain/week.ts'
import { tables } from '../../../lib/client.ts'
import { keys } from '../../../lib/keys.ts'
import { texts } from '../../../lib/texts.ts'

/** The cohort in four numbers, counted in the database; revenue in US dollars a month. */
export const dashboardQuery = queryOptions({
  queryKey: keys.admin.dashboard,
  queryFn: async () => {
    const numbers = (await tables()).rpc('admin_dashboard', { week: weekOf(new Date()) })
    return (await numbers.single().throwOnError()).data
  },
  refetchOnWindowFocus: 'always',
  meta: { failed: texts.admin.usersFailed },
})
