import { GOAL_PERIODS, type GoalPeriod } from '../../../../domain/goals.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { useResend } from '../../lib/offline/use-resend.ts'
import { useGoalField } from './use-goal-field.ts'

/** Sends the goals that wait for the network, whichever screen is open. */
export const WaitingGoals = () => GOAL_PERIODS.map(({ id }) => <WaitingGoal key={id} period={id} />)

function WaitingGoal({ period }: { period: GoalPeriod }) {
  const { isWaiting, resend } = useGoalField(useAccount().id, period)
  useResend({ isWaiting, send: resend })
  return null
}
