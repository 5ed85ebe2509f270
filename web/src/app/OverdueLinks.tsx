import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '../lib/navigation/Link.tsx'
import { formatCount } from '../../../domain/numbers.ts'
import { overdueQuery } from '../lib/data/overdue-answers.ts'

/** Conversations that wait longer than promised, in the sidebar: the admin's own, and all, the longest waiting first. */
export function OverdueLinks() {
  const { data } = useQuery(overdueQuery)
  if (!data || data.total === 0) return null
  const { total, mine } = data
  return (
    <ul aria-label="Overdue answers" className="flex flex-col px-3 text-sm">
      {mine > 0 && <OverdueLink show="mine_overdue">{formatCount(mine)} of yours overdue</OverdueLink>}
      <OverdueLink show="overdue">{formatCount(total)} overdue in all</OverdueLink>
    </ul>
  )
}

const OverdueLink = ({ show, children }: { show: string; children: ReactNode }) => (
  <li>
    <Link
      to={`/admin/squad?show=${show}&order=longest`}
      className="flex min-h-8 items-center font-medium text-destructive hover:underline pointer-coarse:min-h-11"
    >
      {children}
    </Link>
  </li>
)
