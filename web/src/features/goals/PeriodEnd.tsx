import { useQuery } from '@tanstack/react-query'
import { Link } from '../../lib/navigation/Link.tsx'
import { useAccount } from '../../lib/session/session.tsx'
import { quarterOf } from '../../lib/texts/periods.ts'
import { useNow } from '../../lib/texts/use-now.ts'
import { goalCountsQuery } from './api.ts'

const counted = (goals: number, kind: string): string => (goals > 0 ? `${goals} ${kind}` : '')

/** In the last days of a quarter, or of the year: how many of its goals are open, and the way to them. */
export function PeriodEnd() {
  const now = useNow()
  const { data } = useQuery(goalCountsQuery(useAccount().id))
  const isYear = quarterOf(now) === 4
  const quarterly = data?.['quarterly']?.open ?? 0
  const yearly = isYear ? (data?.['yearly']?.open ?? 0) : 0
  if (quarterly + yearly === 0) return null
  const open = [counted(quarterly, 'quarterly'), counted(yearly, 'yearly')].filter(Boolean).join(' and ')
  const end = isYear ? `${now.getFullYear()} ends on Dec 31` : `Q${quarterOf(now)} ends on ${lastDay(now)}`
  return (
    <>
      {` · ${end}: `}
      <Link to={quarterly > 0 ? '/?goals=quarterly' : '/?goals=yearly'} className="underline underline-offset-2">
        {`${open} ${quarterly + yearly === 1 ? 'goal is' : 'goals are'} open`}
      </Link>
    </>
  )
}

const lastDay = (now: Date): string =>
  new Date(now.getFullYear(), quarterOf(now) * 3, 0).toLocaleDateString('en-US', { month: 'short', day: 'numeric' })
