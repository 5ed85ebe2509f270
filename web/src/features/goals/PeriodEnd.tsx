import { useQuery } from '@tanstack/react-query'
import type { GoalPeriod } from '../../../../domain/goals.ts'
import { weekOf } from '../../../../domain/week.ts'
import { Link } from '../../lib/navigation/Link.tsx'
import { useAccount } from '../../lib/session/session.tsx'
import { isQuarterEnding, periodsEnding, quarterOf } from '../../lib/texts/periods.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { goalCountsQuery, leftOverQuery } from './api.ts'

const counted = (goals: number, kind: string): string => (goals > 0 ? `${goals} ${kind}` : '')

/** How many open goals end today; before that, in the last days of a quarter or the year, how many of it are open. */
export function PeriodEnd() {
  const { id: user } = useAccount()
  const now = useNow()
  // The list of goals has just read them.
  const read = { refetchOnMount: false } as const
  const { data } = useQuery({ ...goalCountsQuery(user), ...read })
  const { data: leftOver = [], isLoading } = useQuery({ ...leftOverQuery(user, weekOf(now)), ...read })
  const ending = periodsEnding(now)
  const openIn = (period: GoalPeriod) => data?.[period]?.open ?? 0
  // Those of ended periods are said to be left over.
  const endingIn = (period: GoalPeriod) =>
    Math.max(0, openIn(period) - leftOver.filter((goal) => goal.period === period).length)
  const today = ending.filter((period) => endingIn(period) > 0)
  const count = today.reduce((sum, period) => sum + endingIn(period), 0)
  return (
    <>
      {today[0] && !isLoading && (
        <Goals in={today[0]}>{`${count} ${count === 1 ? 'goal ends' : 'goals end'} today`}</Goals>
      )}
      {isQuarterEnding(now) && !ending.includes('quarterly') && (
        <QuarterEnd now={now} quarterly={openIn('quarterly')} yearly={openIn('yearly')} />
      )}
    </>
  )
}

interface QuarterEndProps {
  now: Date
  quarterly: number
  yearly: number
}

function QuarterEnd({ now, quarterly, yearly: ofYear }: QuarterEndProps) {
  const isYear = quarterOf(now) === 4
  const yearly = isYear ? ofYear : 0
  if (quarterly + yearly === 0) return null
  const open = [counted(quarterly, 'quarterly'), counted(yearly, 'yearly')].filter(Boolean).join(' and ')
  const end = isYear ? `${now.getFullYear()} ends on Dec 31` : `Q${quarterOf(now)} ends on ${lastDay(now)}`
  return (
    <Goals before={`${end}: `} in={quarterly > 0 ? 'quarterly' : 'yearly'}>
      {`${open} ${quarterly + yearly === 1 ? 'goal is' : 'goals are'} open`}
    </Goals>
  )
}

const Goals = ({ before = '', in: period, children }: { before?: string; in: GoalPeriod; children: string }) => (
  <>
    {` · ${before}`}
    <Link to={`/?goals=${period}`} className="underline underline-offset-2">
      {children}
    </Link>
  </>
)

const lastDay = (now: Date): string =>
  new Date(now.getFullYear(), quarterOf(now) * 3, 0).toLocaleDateString('en-US', { month: 'short', day: 'numeric' })
