import type { ReactNode } from 'react'
import { moodLabel } from '../../../../../domain/check-ins.ts'
import { formatChange, formatCount } from '../../../../../domain/numbers.ts'
import { riskText } from '../../../../../domain/radar.ts'
import { formatMonths } from '../../../../../domain/runway.ts'
import { formatDate, formatDay } from '../../../lib/dates.ts'
import { fullName } from '../../../lib/profile.ts'
import { Sparkline } from '../../../ui/Sparkline.tsx'
import type { CohortRow, CohortSort } from './cohort.ts'

/** Names by id. */
export type LabelNames = ReadonlyMap<string, string>

export interface Column {
  readonly id: string
  readonly label: string
  /** Pixels at least. */
  readonly width: number
  readonly sort?: CohortSort
  /** Whether the first press sorts by the least. */
  readonly isAscending?: boolean
  /** In the exported file, and in the table unless `cell` has more. */
  readonly text: (row: CohortRow, labels: LabelNames) => string | number | null
  readonly cell?: (row: CohortRow) => ReactNode
}

/** What stands for a value that is not known. */
const NOTHING = '–'

export const NAME_COLUMN: Column = {
  id: 'name',
  label: 'Name',
  width: 190,
  sort: 'name',
  isAscending: true,
  text: fullName,
}

/** In the order of the table, after the name, which is always shown. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'risk',
    label: 'Risk',
    width: 240,
    sort: 'risk',
    text: ({ risks }) => risks.map(riskText).join('; ') || null,
    cell: (row) => <Risks risks={row.risks} />,
  },
  {
    id: 'check_in',
    label: 'Last check-in',
    width: 120,
    sort: 'check_in',
    text: ({ last_check_in }) => last_check_in,
    cell: ({ last_check_in }) => (last_check_in ? formatDate(last_check_in) : 'Never'),
  },
  {
    id: 'mood',
    label: 'Mood, 12 weeks',
    width: 150,
    sort: 'mood',
    isAscending: true,
    text: ({ mood }) => mood,
    cell: (row) => <Mood {...row} />,
  },
  {
    id: 'goals',
    label: 'Goals done',
    width: 110,
    sort: 'goals',
    text: ({ goals_completed, goals_open }) => `${goals_completed} of ${goals_completed + goals_open}`,
    cell: ({ goals_completed, goals_open }) =>
      `${formatCount(goals_completed)} of ${formatCount(goals_completed + goals_open)}`,
  },
  {
    id: 'conversions',
    label: 'Conversions',
    width: 120,
    sort: 'conversions',
    text: ({ conversions }) => conversions,
    cell: ({ conversions }) => formatCount(conversions),
  },
  {
    id: 'change',
    label: 'In 7 days',
    width: 100,
    sort: 'change',
    text: ({ conversions_change }) => conversions_change,
    cell: ({ conversions_change }) => (conversions_change === null ? NOTHING : formatChange(conversions_change)),
  },
  {
    id: 'runway',
    label: 'Runway, months',
    width: 140,
    sort: 'runway',
    isAscending: true,
    text: ({ runway_months }) => (runway_months === null ? null : formatMonths(runway_months)),
  },
  {
    id: 'message',
    label: 'Last message',
    width: 150,
    sort: 'message',
    text: ({ last_message_at }) => last_message_at,
    cell: (row) => <LastMessage {...row} />,
  },
  {
    id: 'labels',
    label: 'Labels',
    width: 160,
    text: ({ labels: ids }, labels) => ids.map((id) => labels.get(id) ?? '').join(', ') || null,
  },
  {
    id: 'joined',
    label: 'Joined',
    width: 120,
    sort: 'joined',
    text: ({ created_at }) => created_at.slice(0, 10),
    cell: ({ created_at }) => formatDay(created_at),
  },
]

export const cellText = ({ text }: Column, row: CohortRow, labels: LabelNames): string | number =>
  text(row, labels) ?? ''

export const cellOf = ({ cell, text }: Column, row: CohortRow, labels: LabelNames): ReactNode =>
  cell ? cell(row) : (text(row, labels) ?? NOTHING)

/** The most pressing reason; the others are announced, and shown beside the founder's conversation. */
function Risks({ risks }: Pick<CohortRow, 'risks'>) {
  const [first, ...others] = risks
  if (!first) return <span className="text-muted">{NOTHING}</span>
  return (
    <span className="flex items-baseline gap-2" title={risks.map(riskText).join('\n')}>
      <span className="truncate">{riskText(first)}</span>
      {others.length > 0 && (
        <span className="text-xs whitespace-nowrap text-muted">
          <span aria-hidden>+{others.length}</span>
          <span className="sr-only">{others.map(riskText).join(', ')}</span>
        </span>
      )}
    </span>
  )
}

function Mood({ mood, moods }: Pick<CohortRow, 'mood' | 'moods'>) {
  if (mood === null) return NOTHING
  return (
    <span className="flex items-center gap-3">
      <span className="w-4 tabular-nums" aria-hidden>
        {mood}
      </span>
      <span className="sr-only">{moodLabel(mood)}</span>
      <Sparkline values={moods} range={[1, 5]} />
    </span>
  )
}

function LastMessage({ last_message_at, waiting_since }: Pick<CohortRow, 'last_message_at' | 'waiting_since'>) {
  if (last_message_at === null) return NOTHING
  return (
    <>
      {formatDay(last_message_at)}
      {waiting_since !== null && <span className="block text-xs text-destructive">Waiting for an answer</span>}
    </>
  )
}
