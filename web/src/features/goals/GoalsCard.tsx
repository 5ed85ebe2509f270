import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import { useLinkedRow } from '../../lib/data/linked-row.ts'
import { keys } from '../../lib/data/keys.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { Card } from '../../ui/Card.tsx'
import { LongList } from '../../ui/LongList.tsx'
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { goalCountsQuery, goalsQuery, periodIn, selectGoal } from './api.ts'
import { GoalInput } from './GoalInput.tsx'
import { GoalItem } from './GoalItem.tsx'
import { LeftOver } from './LeftOver.tsx'

export function GoalsCard() {
  const { id: user } = useAccount()
  const { data: counts } = useQuery(goalCountsQuery(user))
  useLiveRows('goals', user, keys.goals.every(user))
  const [search, setSearch] = useSearchParams()
  const period = periodIn(search)
  const choose = (goals: GoalPeriod) => setSearch({ goals }, { replace: true, preventScrollReset: true })

  const tabs = GOAL_PERIODS.map(({ id, label }) => ({ id, label, count: counts && (counts[id] ?? 0) }))

  return (
    <Card title="Goals">
      <LeftOver />
      <Tabs label="Goal period" tabs={tabs} value={period} onChange={choose}>
        {GOAL_PERIODS.map(({ id }) => (
          <TabPanel key={id} id={id} className="flex flex-col gap-4">
            <Goals period={id} />
            <GoalInput period={id} />
          </TabPanel>
        ))}
      </Tabs>
    </Card>
  )
}

function Goals({ period }: { period: GoalPeriod }) {
  const { id: user } = useAccount()
  const goals = useInfiniteQuery(goalsQuery(user, period))
  const rows = useLinkedRow(goals.data, {
    queryKey: keys.goals.in(user, period),
    select: (id) => selectGoal(user, period, id),
  })
  return (
    <Loaded
      query={{ ...goals, data: rows }}
      failed={texts.goals.loadFailed}
      // As high as most lists, to avoid layout shifts below.
      loading={<Skeleton lines={5} />}
      isEmpty={(rows) => rows.length === 0}
      empty={<EmptyState title="No goals yet. Add one below!" />}
    >
      {(rows) => (
        <LongList rows={rows} query={goals} className="-mx-2 max-h-[26rem]">
          {(goal) => <GoalItem goal={goal} />}
        </LongList>
      )}
    </Loaded>
  )
}
