import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../../lib/navigation/Link.tsx'
import { formatCount } from '../../../../../domain/numbers.ts'
import { overdueQuery } from '../../../lib/data/overdue-answers.ts'
import { cardLook } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/class-names.ts'

/** Founders who wait longer for an answer than they are promised; nothing while there are none. */
export function OverdueAnswers() {
  const { data } = useQuery(overdueQuery)
  if (!data || data.total === 0) return null
  const { total, mine, hours } = data
  return (
    <section
      aria-label="Overdue answers"
      className={classNames(cardLook, 'flex flex-wrap items-center gap-x-6 gap-y-2 p-5')}
    >
      <p className="flex-1 basis-64 font-medium text-destructive">
        {total === 1 ? '1 founder has' : `${formatCount(total)} founders have`} waited for an answer for over {hours} h.
      </p>
      {mine > 0 && <InboxLink show="mine_overdue">{formatCount(mine)} assigned to you</InboxLink>}
      <InboxLink show="overdue">Answer them</InboxLink>
    </section>
  )
}

const InboxLink = ({ show, children }: { show: string; children: ReactNode }) => (
  <Link
    to={`/admin/squad?show=${show}&order=longest`}
    className="flex min-h-9 items-center gap-1.5 font-medium text-primary hover:underline pointer-coarse:min-h-11"
  >
    {children}
    <ArrowRight aria-hidden className="size-4" />
  </Link>
)
