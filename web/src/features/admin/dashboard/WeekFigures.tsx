import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatChange, formatCount } from '../../../../../domain/numbers.ts'
import { Link } from '../../../lib/navigation/Link.tsx'
import { durationText } from '../../../../../domain/durations.ts'
import { Card } from '../../../ui/Card.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { programmeTexts } from '../programme/programme-texts.ts'
import { weekFiguresQuery } from './api.ts'

/** How the week goes for all founders, beside the last one: each figure leads to what is behind it. */
export function WeekFigures() {
  const checkIns = useQuery(weekFiguresQuery('programme_check_ins'))
  const conversions = useQuery(weekFiguresQuery('programme_conversions'))
  const answers = useQuery(weekFiguresQuery('programme_answers'))
  const failed = [checkIns, conversions, answers].filter(({ data, isError }) => isError && !data)

  const [first, last, present] = checkIns.data ?? []
  const added = conversions.data?.map(({ added }) => added)
  const minutes = answers.data?.map(({ minutes }) => minutes)
  return (
    <Card
      title="This Week"
      description="So far, beside all of last week. Weeks are UTC's."
      action={
        <div className="flex flex-wrap gap-x-5">
          <MoreLink to="/admin/week" label="Last week" />
          <MoreLink to="/admin/programme" label="Programme" />
        </div>
      }
    >
      {failed.length > 0 ? (
        <ErrorState
          message={programmeTexts.loadFailed}
          onRetry={() => failed.forEach(({ refetch }) => void refetch())}
        />
      ) : (
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 xl:grid-cols-4">
          <Figure
            label="Founders who checked in"
            to="/admin/users?view=table&check_in=this_week"
            value={present && `${formatCount(present.checked_in)} of ${formatCount(present.founders)}`}
            last={last && formatCount(last.checked_in)}
          />
          <Figure
            label="New founders"
            to="/admin/users?view=table&sort=joined"
            value={present && last && formatCount(present.founders - last.founders)}
            last={last && first && formatCount(last.founders - first.founders)}
          />
          <Figure
            label="Conversions added"
            to="/admin/users?view=table&sort=change"
            value={added && changeText(added[2])}
            last={added && changeText(added[1])}
          />
          <Figure
            label="Time until an answer, median"
            to="/admin/squad?show=waiting&order=longest"
            value={minutes && timeText(minutes[2])}
            last={minutes && timeText(minutes[1])}
          />
        </dl>
      )}
    </Card>
  )
}

const MoreLink = ({ to, label }: { to: string; label: string }) => (
  <Link
    to={to}
    className="flex min-h-8 items-center gap-1.5 font-medium text-primary hover:underline pointer-coarse:min-h-11"
  >
    {label}
    <ArrowRight aria-hidden className="size-4" />
  </Link>
)

const changeText = (added: number | null | undefined) => (added == null ? 'none' : formatChange(added))
const timeText = (minutes: number | null | undefined) => (minutes == null ? 'none' : durationText(minutes))

interface FigureProps {
  label: string
  to: string
  /** Undefined while they are unknown. */
  value: ReactNode
  last: ReactNode
}

const Figure = ({ label, to, value = '–', last = '–' }: FigureProps) => (
  <div>
    <dt className="text-sm">
      <Link to={to} className="text-muted underline decoration-border underline-offset-4 hover:text-primary">
        {label}
      </Link>
    </dt>
    <dd className="mt-1">
      <span className="text-xl font-semibold tracking-tight tabular-nums">{value}</span>
      <span className="block text-sm text-muted tabular-nums">last week {last}</span>
    </dd>
  </div>
)
