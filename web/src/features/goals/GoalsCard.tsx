import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue } from 'react'
import { useSearchParams } from '../../lib/navigation/Router.tsx'
import { setSearchParams } from '../../lib/navigation/navigate.ts'
import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import { useLinkedId, useLinkedRow } from '../../lib/data/linked-row.ts'
import { keys } from '../../lib/data/keys.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { useLiveRows } from '../../lib/data/use-live-rows.ts'
import { Card } from '../../ui/Card.tsx'
import { NextPage } from '../../ui/NextPage.tsx'
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx'
import { TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { useUndoStack } from '../../ui/undo-stack.ts'
import {
  goalCountsQuery,
  goalsQuery,
  isEarlier,
  periodIn,
  selectGoal,
  useDeleteGoal,
  useToggleGoal,
  type Goal,
} from './api.ts'
import type { EarlierGoalsProps } from './EarlierGoals.tsx'
import { GoalInput } from './GoalInput.tsx'
import { GoalItem } from './GoalItem.tsx'
import { LeftOver } from './LeftOver.tsx'
import type { GoalListProps } from './GoalList.tsx'
import type { GoalUndoProps, UndoableChange } from './GoalUndo.tsx'
import { loadLaterParts } from './load-later-parts.ts'
import { doneInOrder, openInOrder } from './order.ts'

const EarlierGoals = lazyPart<'EarlierGoals', EarlierGoalsProps>(loadLaterParts, 'EarlierGoals')
const GoalList = lazyPart<'GoalList', GoalListProps>(loadLaterParts, 'GoalList')
const GoalUndo = lazyPart<'GoalUndo', GoalUndoProps>(loadLaterParts, 'GoalUndo')
const ScrollToLinkedRow = lazyPart<'ScrollToLinkedRow', object>(loadLaterParts, 'ScrollToLinkedRow')

export function GoalsCard() {
  const { id: user } = useAccount()
  const { data: counts } = useQuery(goalCountsQuery(user))
  useLiveRows('goals', user, keys.goals.every(user))
  const period = periodIn(useSearchParams())
  // The first goals are painted before more code is loaded.
  const hasRest = useDeferredValue(true, false)
  const choose = (goals: GoalPeriod) => setSearchParams({ goals }, { replace: true })

  const tabs = GOAL_PERIODS.map(({ id, label }) => ({ id, label, count: counts && (counts[id]?.open ?? 0) }))

  return (
    <Card title="Goals">
      <LeftOver />
      <Tabs label="Goal period" tabs={tabs} value={period} onChange={choose}>
        {GOAL_PERIODS.map(({ id }) => (
          <TabPanel key={id} id={id}>
            <Goals period={id} hasDone={(counts?.[id]?.done ?? 0) > 0} hasRest={hasRest} />
          </TabPanel>
        ))}
      </Tabs>
    </Card>
  )
}

interface GoalsProps {
  period: GoalPeriod
  hasDone: boolean
  /** Whether what is loaded later is shown. */
  hasRest: boolean
}

function Goals({ period, hasDone, hasRest }: GoalsProps) {
  const { id: user } = useAccount()
  const goals = useInfiniteQuery(goalsQuery(user, period))
  const rows = useLinkedRow(goals.data, {
    queryKey: keys.goals.in(user, period),
    select: (id) => selectGoal(user, period, id),
  })
  const isLinked = useLinkedId() !== undefined
  const { mutate: toggle, mutateAsync: toggled } = useToggleGoal(user, period)
  const { mutateAsync: removed } = useDeleteGoal(user, period)
  const { latest: change, add, drop, clear } = useUndoStack<UndoableChange>()

  const toggleWithUndo = (goal: Goal) => {
    if (!goal.completed) return add({ kind: 'done', goal }, toggled(goal))
    toggle(goal)
    clear()
  }
  const removeWithUndo = (goal: Goal) => add({ kind: 'deleted', goal, list: 'in' }, removed(goal))

  const present = (rows ?? []).filter((goal) => !isEarlier(goal))
  const open = openInOrder(present)
  const done = doneInOrder(present)
  const list = (goals: readonly Goal[], isOrdered: boolean) => {
    const props = { goals, period, isOrdered, onToggle: toggleWithUndo, onRemove: removeWithUndo }
    const plain = <PlainGoals {...props} />
    return <Suspense fallback={plain}>{hasRest ? <GoalList {...props} /> : plain}</Suspense>
  }

  return (
    <div className="flex flex-col gap-4">
      <Loaded
        query={{ ...goals, data: rows }}
        failed={texts.goals.loadFailed}
        // As high as most lists, to avoid layout shifts below.
        loading={<Skeleton lines={5} />}
        isEmpty={() => open.length === 0}
        empty={
          <EmptyState
            title={`${hasDone || done.length > 0 ? 'All done. Add the next' : 'No goals yet. Add'} one below!`}
          />
        }
      >
        {() => list(open, true)}
      </Loaded>
      {/* In view while a long list is scrolled; a phone has too little room for both. What goes below it fades out. */}
      <div className={open.length > 0 ? 'goal-input' : ''}>
        <GoalInput period={period} hasRest={hasRest} />
      </div>
      {done.length > 0 && (
        <section aria-label="Done this week">
          <h3 className="mb-1 text-sm font-medium text-muted">
            Done this week ({done.length}
            {goals.hasNextPage && '+'})
          </h3>
          {list(done, false)}
        </section>
      )}
      <div className="-mt-4">
        <NextPage query={goals} />
      </div>
      {hasRest && hasDone && rows && !goals.hasNextPage && (
        <Suspense fallback={null}>
          <EarlierGoals
            period={period}
            linked={rows.filter(isEarlier)}
            onRemove={(goal, removed) => add({ kind: 'deleted', goal, list: 'earlier' }, removed)}
          />
        </Suspense>
      )}
      {hasRest && isLinked && rows && (
        <Suspense fallback={null}>
          <ScrollToLinkedRow />
        </Suspense>
      )}
      {change && (
        <Suspense fallback={null}>
          <GoalUndo
            key={change.kind + change.goal.id}
            change={change}
            onReopen={toggle}
            onUndone={() => drop(change)}
            onEnd={clear}
          />
        </Suspense>
      )}
    </div>
  )
}

/** Until the rest of the code is there. */
const PlainGoals = ({ goals, onToggle, onRemove }: GoalListProps) => (
  <ul className="-mx-2">
    {goals.map((goal) => (
      <li key={goal.id}>
        <GoalItem goal={goal} onToggle={onToggle} onRemove={onRemove} />
      </li>
    ))}
  </ul>
)
