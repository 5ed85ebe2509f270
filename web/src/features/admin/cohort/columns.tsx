import type { ReactNode } from 'react'
import { moodLabel } from '../../../../../domain/check-ins.ts'
import { formatChange, formatCount } from '../../../../../domain/numbers.ts'
import { riskText } from '../../../lib/texts/radar.ts'
import { formatMonths } from '../../../../../domain/runway.ts'
import { dayOf } from '../../../../../domain/week.ts'
import type { Cell } from '../../../lib/data/csv.ts'
import { formatDate, formatDay } from '../../../lib/texts/dates.ts'
import { fullName } from '../../../lib/session/profile.ts'
import { Sparkline } from '../../../ui/Sparkline.tsx'
import type { CohortRow, CohortSort } from './cohort-row.ts'

/** Names by id. */
export type LabelNames = ReadonlyMap<string, string>

interface Exported {
  readonly label: string
  /** In the exported file, and in the table unless `cell` has more. */
  readonly text: (row: CohortRow, labels: LabelNames) => Cell | null
}

export interface Column extends Exported {
  readonly id: string
  /** Part of the label that is enough above the table. */
  readonly heading?: string
  /** Pixels on a screen of 1440, and the share of a larger or a smaller one: beside the sidebar all columns fit. */
  readonly width: number
  /** Pixels at least: all columns fit on a screen of 1280. */
  readonly least: number
  readonly sort?: CohortSort
  /** Whether the first press sorts by the least. */
  readonly isAscending?: boolean
  /** Numbers are below each other by their last digit. */
  readonly isNumber?: boolean
  readonly cell?: (row: CohortRow) => ReactNode
  /** Second value of the cell: the file has it in a column of its own. */
  readonly alsoExported?: Exported
}

/** Placeholder for an unknown value. */
const NOTHING = '–'

export const NAME_COLUMN: Column = {
  id: 'name',
  label: 'Name',
  width: 146,
  least: 120,
  sort: 'name',
  isAscending: true,
  text: fullName,
}

/** In the order of the table, after the name, which is always shown. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'risk',
    label: 'Risk',
    width: 124,
    least: 74,
    sort: 'risk',
    text: ({ risks }) => risks.map(riskText).join('; ') || null,
    cell: (row) => <Risks risks={row.risks} />,
  },
  {
    id: 'check_in',
    label: 'Last check-in',
    width: 76,
    least: 66,
    sort: 'check_in',
    text: ({ last_check_in }) => last_check_in,
    cell: ({ last_check_in }) => (last_check_in ? shortDay(last_check_in, formatDate(last_check_in)) : 'Never'),
  },
  {
    id: 'mood',
    label: 'Mood, 12 weeks',
    width: 112,
    least: 108,
    sort: 'mood',
    isAscending: true,
    text: moodsText,
    cell: (row) => <Mood {...row} />,
    alsoExported: { label: 'Last mood', text: ({ mood }) => mood },
  },
  {
    id: 'goals',
    label: 'Goals done',
    width: 72,
    least: 68,
    isNumber: true,
    sort: 'goals',
    text: ({ goals_completed, goals_open }) => `${goals_completed} of ${goals_completed + goals_open}`,
    cell: ({ goals_completed, goals_open }) =>
      `${formatCount(goals_completed)} of ${formatCount(goals_completed + goals_open)}`,
  },
  {
    id: 'conversions',
    label: 'Conversions',
    width: 98,
    least: 86,
    isNumber: true,
    sort: 'conversions',
    text: ({ conversions }) => conversions,
    cell: ({ conversions }) => formatCount(conversions),
  },
  {
    id: 'change',
    label: 'Conversions in 7 days',
    heading: 'In 7 days',
    width: 58,
    least: 46,
    isNumber: true,
    sort: 'change',
    text: ({ conversions_change }) => conversions_change,
    cell: ({ conversions_change }) => (conversions_change === null ? NOTHING : formatChange(conversions_change)),
  },
  {
    id: 'runway',
    label: 'Runway, months',
    heading: 'Runway',
    width: 72,
    least: 68,
    isNumber: true,
    sort: 'runway',
    isAscending: true,
    text: ({ runway_months }) => (runway_months === null ? null : Number(formatMonths(runway_months))),
    cell: (row) => <RunwayMonths {...row} />,
  },
  {
    id: 'message',
    label: 'Last message',
    width: 78,
    least: 62,
    sort: 'message',
    text: ({ last_message_at }) => momentOf(last_message_at),
    cell: (row) => <LastMessage {...row} />,
    alsoExported: { label: 'Waiting since', text: ({ waiting_since }) => momentOf(waiting_since) },
  },
  {
    id: 'labels',
    label: 'Labels',
    width: 62,
    least: 46,
    text: ({ labels: ids }, labels) => ids.map((id) => labels.get(id) ?? '').join(', ') || null,
  },
  {
    id: 'owner',
    label: 'Owner',
    width: 64,
    least: 50,
    sort: 'owner',
    isAscending: true,
    text: ({ owner }) => owner,
    cell: ({ owner }) => (owner === null ? NOTHING : <span title={owner}>{owner}</span>),
  },
  {
    id: 'joined',
    label: 'Joined',
    width: 70,
    least: 66,
    sort: 'joined',
    text: ({ created_at }) => dayOf(new Date(created_at)),
    cell: ({ created_at }) => shortDay(created_at, formatDay(created_at)),
  },
]

/** The lines of the exported file, with its header. */
export function exportedLines(columns: readonly Column[], rows: readonly CohortRow[], labels: LabelNames) {
  const exported = columns.flatMap<Exported>((column) => [
    column,
    ...(column.alsoExported ? [column.alsoExported] : []),
  ])
  return [exported.map(({ label }) => label), ...rows.map((row) => exported.map(({ text }) => text(row, labels) ?? ''))]
}

const momentOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

export const cellOf = ({ cell, text }: Column, row: CohortRow, labels: LabelNames): ReactNode =>
  cell ? cell(row) : String(text(row, labels) ?? NOTHING)

/** Short: of this year without the year, of an earlier one without the day. */
function shortDay(day: string, full: string) {
  const isThisYear = new Date(day).getFullYear() === new Date().getFullYear()
  const [monthAndDay = '', year = ''] = full.split(', ')
  return <span title={full}>{isThisYear ? monthAndDay : `${monthAndDay.slice(0, 3)} ${year}`}</span>
}

/** "3 4 - 5", this week's last; "-" is a week without a check-in. It begins with a mood: "-" would begin a formula. */
function moodsText({ moods }: CohortRow): string | null {
  const first = moods.findIndex((mood) => mood !== null)
  if (first === -1) return null
  return moods
    .slice(first)
    .map((mood) => mood ?? '-')
    .join(' ')
}

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
    <span className="flex items-center gap-2">
      <span className="w-4 tabular-nums" aria-hidden>
        {mood}
      </span>
      <span className="sr-only">{moodLabel(mood)}</span>
      <Sparkline values={moods} range={[1, 5]} />
    </span>
  )
}

const RunwayMonths = ({ runway_months, has_proposal }: Pick<CohortRow, 'runway_months' | 'has_proposal'>) => (
  <>
    {runway_months === null ? NOTHING : formatMonths(runway_months)}
    {has_proposal && (
      <span className="block text-xs text-primary" title="Figures proposed">
        Proposed
      </span>
    )}
  </>
)

function LastMessage({ last_message_at, waiting_since }: Pick<CohortRow, 'last_message_at' | 'waiting_since'>) {
  if (last_message_at === null) return NOTHING
  return (
    <>
      {shortDay(last_message_at, formatDay(last_message_at))}
      {waiting_since !== null && <span className="block text-xs text-destructive">Waiting</span>}
    </>
  )
}
