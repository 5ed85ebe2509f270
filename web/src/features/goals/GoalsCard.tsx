import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import { keys } from '../../lib/keys.ts'
import { useAccount } from '../../lib/session.tsx'
import { texts } from '../../lib/texts.ts'
import { useLiveRows } from '../../lib/use-live-rows.ts'
import { Card } from '../../ui/Card.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { goalsQuery } from './api.ts'
import { GoalInput } from './GoalInput.tsx'
import { GoalItem } from './GoalItem.tsx'

export function GoalsCard() {
  const { id: user } = useAccount()
  const goals = useQuery(goalsQuery(user))
  useLiveRows('goals', user, keys.goals(user))
  const [period, setPeriod] = useState<GoalPeriod>('weekly')

  const inPeriod = (id: GoalPeriod) => goals.data?.filter((goal) => goal.period === id)
  const tabs = GOAL_PERIODS.map(({ id, label }) => ({ id, label, count: inPeriod(id)?.length }))

  return (
    <Card title="Goals">
      <Tabs label="Goal period" tabs={tabs} value={period} onChange={setPeriod}>
        {GOAL_PERIODS.map(({ id }) => (
          <TabPanel key={id} id={id} className="flex flex-col gap-4">
            <Loaded
              query={{ ...goals, data: inPeriod(id) }}
              failed={texts.goals.loadFailed}
              isEmpty={(goals) => goals.length === 0}
              empty={<EmptyState title="No goals yet. Add one below!" />}
            >
              {(goals) => (
                <ul className="-mx-2 flex flex-col">
                  {goals.map((goal) => (
                    <GoalItem key={goal.id} goal={goal} />
                  ))}
                </ul>
              )}
            </Loaded>
            <GoalInput period={id} />
          </TabPanel>
        ))}
      </Tabs>
    </Card>
  )
}
