import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { formatChange, formatCount, formatShare } from '../../../../domain/numbers.ts'
import type { LoopCount } from '../../../../domain/traction.ts'
import { classNames } from '../../ui/class-names.ts'
import { LoopStatusBadge } from '../../ui/LoopItem.tsx'
import { Select } from '../../ui/Select.tsx'
import { WeekBars } from '../../ui/WeekBars.tsx'
import type { Loop } from '../../lib/data/loops.ts'
import { addedIn, loopRows, sortRows, type LoopRow, type LoopSort, type SortKey } from './loop-rows.ts'
import type { LoopHistory } from './traction-history.ts'

/** In the order of the funnel, with the rates between. */
const columns: readonly {
  readonly id: SortKey
  readonly label: string
  readonly name?: string
  readonly look?: string
}[] = [
  { id: 'name', label: 'Loop' },
  { id: 'messages', label: 'Messages', look: 'text-end' },
  { id: 'messagesToDemos', label: '→', name: 'Messages to demos', look: 'text-end' },
  { id: 'demos', label: 'Demos', look: 'text-end' },
  { id: 'demosToConversions', label: '→', name: 'Demos to conversions', look: 'text-end' },
  { id: 'conversions', label: 'Conversions', look: 'text-end' },
  { id: 'thisWeek', label: 'This week', name: 'Conversions this week', look: 'text-end' },
]

const NEWEST = 'newest'

/** On a phone, where there is no header. */
const sortings: readonly { readonly id: SortKey | typeof NEWEST; readonly label: string }[] = [
  { id: NEWEST, label: 'Newest' },
  ...columns.map(({ id, label, name = label }) => ({ id, label: name })),
]

/** On a phone a loop takes three lines: its name, its funnel, its weeks. */
const rowLook = 'max-sm:grid max-sm:grid-cols-[5fr_3fr_4fr_3fr_6fr] max-sm:gap-x-1 items-start'
const cellLook = 'py-2.5 sm:px-2 max-sm:py-1 align-top'

interface LoopTableProps {
  loops: readonly Loop[]
  /** Undefined while it is not known. */
  history: readonly LoopHistory[] | undefined
}

/** Every loop as a funnel, sorted by any column; paused ones apart. */
export function LoopTable({ loops, history }: LoopTableProps) {
  const [sort, setSort] = useState<LoopSort>()
  const rows = sortRows(loopRows(loops, history ?? []), sort)
  const active = rows.filter(({ loop }) => loop.status !== 'paused')
  const paused = rows.filter(({ loop }) => loop.status === 'paused')
  const sortBy = (by: SortKey) => setSort({ by, isDescending: sort?.by === by ? !sort.isDescending : by !== 'name' })
  return (
    <>
      <div className="sm:hidden">
        <Select
          label="Sort by"
          options={sortings}
          value={sort?.by ?? NEWEST}
          onChange={(by) => (by === NEWEST ? setSort(undefined) : setSort({ by, isDescending: by !== 'name' }))}
        />
      </div>
      <table className="w-full text-sm tabular-nums max-sm:block">
        <caption className="sr-only">Traction loops</caption>
        <thead className="max-sm:hidden">
          <tr className="border-b border-border">
            {columns.map(({ id, label, name, look }) => {
              const isSorted = sort?.by === id
              const Arrow = sort?.isDescending ? ArrowDown : ArrowUp
              return (
                <th
                  key={id}
                  scope="col"
                  aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
                  className={classNames('px-2 text-start font-medium whitespace-nowrap text-muted first:pl-0', look)}
                >
                  <button
                    type="button"
                    aria-label={name}
                    title={name}
                    className="inline-flex min-h-8 items-center gap-1 hover:text-foreground pointer-coarse:min-h-11"
                    onClick={() => sortBy(id)}
                  >
                    {label}
                    {isSorted && <Arrow aria-hidden className="size-3.5 text-primary" />}
                  </button>
                </th>
              )
            })}
            <th scope="col" className="text-end font-medium whitespace-nowrap text-muted">
              Last 12 weeks
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-border max-sm:block">
          {active.map((row) => (
            <Row key={row.loop.id} row={row} />
          ))}
        </tbody>
        {paused.length > 0 && (
          <tbody className="divide-y divide-border max-sm:block">
            <tr className="max-sm:block">
              <th scope="rowgroup" colSpan={columns.length + 1} className="pt-5 pb-1 text-start font-medium text-muted">
                Paused ({formatCount(paused.length)})
              </th>
            </tr>
            {paused.map((row) => (
              <Row key={row.loop.id} row={row} />
            ))}
          </tbody>
        )}
      </table>
    </>
  )
}

function Row({ row: { loop, history, messagesToDemos, demosToConversions } }: { row: LoopRow }) {
  const added = addedIn(history, 'conversions').at(-1)
  return (
    <tr className={classNames(rowLook, 'max-sm:py-2')}>
      <th scope="row" className={classNames(cellLook, 'max-sm:col-span-full text-start font-medium first:sm:pl-0')}>
        <span className="flex items-center justify-between gap-3">
          <span className="min-w-0 text-base wrap-anywhere">{loop.name}</span>
          <LoopStatusBadge status={loop.status} />
        </span>
      </th>
      <Count count="messages" label="Messages" loop={loop} history={history} />
      <Rate rate={messagesToDemos} />
      <Count count="demos" label="Demos" loop={loop} history={history} />
      <Rate rate={demosToConversions} />
      <Count count="conversions" label="Conversions" loop={loop} history={history} />
      <td className={classNames(cellLook, 'max-sm:col-span-3 font-medium sm:text-end')}>
        {changeText(added)}
        <span className="font-normal text-muted sm:hidden">
          {added === 1 ? ' conversion this week' : ' conversions this week'}
        </span>
      </td>
      <td className={classNames(cellLook, 'max-sm:col-span-2')}>
        <span className="flex justify-end">
          <WeekBars label="Conversions in each of the last weeks" values={addedIn(history, 'conversions')} />
        </span>
      </td>
    </tr>
  )
}

interface CountProps extends Pick<LoopRow, 'loop' | 'history'> {
  count: LoopCount
  label: string
}

/** The whole count, and what this week added to messages and demos: conversions have a column for it. */
const Count = ({ count, label, loop, history }: CountProps) => {
  const added = addedIn(history, count).at(-1)
  return (
    <td className={classNames(cellLook, 'text-end')}>
      <CellLabel>{label}</CellLabel>
      <span className="wrap-anywhere">{formatCount(loop[count])}</span>
      {count !== 'conversions' && added !== undefined && added !== 0 && (
        <span className="block text-xs wrap-anywhere text-muted">
          {formatChange(added)}
          <span className="sr-only"> this week</span>
        </span>
      )}
    </td>
  )
}

const Rate = ({ rate }: { rate: number | undefined }) => (
  <td className={classNames(cellLook, 'text-end text-muted')}>
    <CellLabel>→</CellLabel>
    {rate === undefined ? '–' : formatShare(rate)}
  </td>
)

/** On a phone, where there is no header. */
const CellLabel = ({ children }: { children: string }) => (
  <span className="block text-xs font-normal text-muted sm:hidden">{children}</span>
)

const changeText = (change: number | undefined): string => (change === undefined ? '–' : formatChange(change))
