import { queryOptions } from '@tanstack/react-query'
import { weekOf } from '../../../../../domain/week.ts'
import { tables } from '../../../lib/client.ts'
import { keys } from '../../../lib/keys.ts'
import { texts } from '../../../lib/texts.ts'

/** Rows of one answer; the server's own bound. */
const MOST_ROWS = 1000

async function selectDashboard() {
  const all = await tables()
  const counted = { count: 'exact', head: true } as const
  const [founders, loops, checkIns, revenueUsd] = await Promise.all([
    all.from('profiles').select('id', counted).throwOnError(),
    all.from('traction_loops').select('id', counted).eq('status', 'running').throwOnError(),
    all.from('weekly_checkins').select('id', counted).eq('week_of', weekOf(new Date())).throwOnError(),
    sumOfRevenues(),
  ])
  return { founders: founders.count ?? 0, runningLoops: loops.count ?? 0, checkIns: checkIns.count ?? 0, revenueUsd }
}

/** US dollars a month, over all runway records. */
async function sumOfRevenues(): Promise<number> {
  const runways = (await tables()).from('runway_data')
  let sum = 0
  for (let first = 0; ; first += MOST_ROWS) {
    const page = runways
      .select('monthly_revenue')
      .order('user_id')
      .range(first, first + MOST_ROWS - 1)
    const { data } = await page.throwOnError()
    for (const { monthly_revenue } of data) sum += monthly_revenue
    if (data.length < MOST_ROWS) return sum
  }
}

export const dashboardQuery = queryOptions({
  queryKey: keys.admin.dashboard,
  queryFn: selectDashboard,
  meta: { failed: texts.admin.usersFailed },
})
