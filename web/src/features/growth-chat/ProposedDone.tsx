import { CircleCheck } from 'lucide-react'
import { excerptOf } from '../../../../domain/quotes.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { ProposalButton } from './ProposalButton.tsx'
import { ProposedGoalLine } from './ProposedGoalLine.tsx'
import { useSetGoalDone, type OwnGoal } from './proposals.ts'

/** Characters of a goal on its button: about two lines on a phone. */
const TITLE_LIMIT = 60

/** A goal of the founder's that is marked as done with one press; undone with another. */
export function ProposedDone({ goal }: { goal: OwnGoal }) {
  const { id: user } = useAccount()
  const { mutate, isPending } = useSetGoalDone(user)
  const set = (completed: boolean) => !isPending && mutate({ id: goal.id, completed })

  if (goal.completed)
    return <ProposedGoalLine label="Done" goal={goal} isUndoing={isPending} onUndo={() => set(false)} />
  return (
    <ProposalButton icon={CircleCheck} aria-disabled={isPending} onClick={() => set(true)}>
      Mark “{excerptOf(goal.text, TITLE_LIMIT)}” as done
    </ProposalButton>
  )
}
