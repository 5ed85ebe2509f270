/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows out of view are not rendered, which elements of tables do not allow */
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, PanelRight } from 'lucide-react'
import { useRef, type CSSProperties, type ReactNode } from 'react'
import { Virtualizer } from 'virtua'
import { fullName } from '../../../lib/session/profile.ts'
import { Button } from '../../../ui/Button.tsx'
import { cardLook } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { FounderLink } from '../../../ui/FounderLink.tsx'
import { cohortRowQuery } from './cohort.ts'
import type { CohortRow } from './cohort-row.ts'
import { cellOf, NAME_COLUMN, type Column, type LabelNames } from './columns.tsx'
import type { UsersView } from './view.ts'

/** Pixels of the header and of each row. */
const ROW_PX = 52

/** Pixels of the column with the checkboxes. */
const CHECKBOX_PX = 36

interface CohortTableProps {
  view: UsersView
  total: number
  labels: LabelNames
  /** The ids of the founders that are chosen. */
  chosen: ReadonlySet<string>
  onChoose: (founder: string, isChosen: boolean) => void
  onChooseAll: (isChosen: boolean) => void
  onOpen: (index: number, founder: CohortRow) => void
}

/** All founders that match, of whom only those that are seen are loaded and rendered. */
export function CohortTable({ view, total, labels, chosen, onChoose, onChooseAll, onOpen }: CohortTableProps) {
  const box = useRef<HTMLDivElement>(null)
  const columns = [NAME_COLUMN, ...view.columns]
  const layout: CSSProperties = {
    gridTemplateColumns: [
      `${CHECKBOX_PX}px`,
      ...columns.map(({ least, width }) => `minmax(${least}px, ${width}fr)`),
    ].join(' '),
    height: ROW_PX,
  }
  const minWidth = columns.reduce((sum, { least }) => sum + least, CHECKBOX_PX)
  return (
    <div
      ref={box}
      data-scroll="founders"
      role="table"
      aria-label="Founders"
      aria-rowcount={total + 1}
      className={classNames(cardLook, 'h-[min(40rem,70vh)] overflow-auto overscroll-contain')}
    >
      <div style={{ minWidth }}>
        <div role="rowgroup" className="sticky top-0 z-20 border-b border-border bg-surface">
          <div role="row" aria-rowindex={1} className="grid text-sm" style={layout}>
            <Cell role="columnheader" isFirst>
              <Choice
                label={`Choose all ${total}`}
                isChosen={chosen.size > 0 && chosen.size >= total}
                onChange={onChooseAll}
              />
            </Cell>
            {columns.map((column) => (
              <ColumnHeader key={column.id} column={column} view={view} />
            ))}
          </div>
        </div>
        <div role="rowgroup">
          <Virtualizer scrollRef={box} startMargin={ROW_PX} itemSize={ROW_PX} data={Array.from({ length: total })}>
            {(_, index) => (
              <Row
                key={index}
                index={index}
                view={view}
                columns={columns}
                layout={layout}
                labels={labels}
                chosen={chosen}
                onChoose={onChoose}
                onOpen={onOpen}
              />
            )}
          </Virtualizer>
        </div>
      </div>
    </div>
  )
}

interface CellProps {
  role: 'cell' | 'columnheader'
  /** The columns that stay in view: the checkboxes and the names. */
  isFirst?: boolean
  isName?: boolean
  isNumber?: boolean | undefined
  sort?: 'ascending' | 'descending' | 'none'
  children: ReactNode
}

const Cell = ({ role, isFirst, isName, isNumber, sort, children }: CellProps) => (
  <div
    role={role}
    aria-sort={sort}
    style={isName ? { left: CHECKBOX_PX } : undefined}
    className={classNames(
      'flex min-w-0 flex-col justify-center px-1.5 min-[90rem]:px-2',
      isNumber && 'items-end text-end',
      isFirst && 'sticky left-0 z-10 items-center bg-inherit px-0',
      isName && 'z-10 bg-inherit pl-1 sm:sticky',
    )}
  >
    {children}
  </div>
)

function ColumnHeader({ column, view }: { column: Column; view: UsersView }) {
  const isSorted = column.sort !== undefined && column.sort === view.sort
  const direction = view.descending ? 'descending' : 'ascending'
  const Arrow = view.descending ? ArrowDown : ArrowUp
  const look = 'flex h-full items-center gap-0.5 text-start leading-tight font-medium text-muted'
  const heading = column.heading ?? column.label
  return (
    <Cell
      role="columnheader"
      isName={column === NAME_COLUMN}
      isNumber={column.isNumber}
      {...(column.sort && { sort: isSorted ? direction : 'none' })}
    >
      {column.sort ? (
        <button
          type="button"
          aria-label={column.label}
          className={classNames(look, 'hover:text-foreground focus-visible:-outline-offset-2')}
          onClick={() => view.sortBy(column)}
        >
          <span className={classNames(column.isNumber && 'text-end')}>{heading}</span>
          {isSorted && <Arrow aria-hidden className="size-3 shrink-0 text-primary" />}
        </button>
      ) : (
        <span className={look}>{heading}</span>
      )}
    </Cell>
  )
}

interface ChoiceProps {
  label: string
  isChosen: boolean
  onChange: (isChosen: boolean) => void
}

const Choice = ({ label, isChosen, onChange }: ChoiceProps) => (
  <label className="grid size-9 place-items-center pointer-coarse:size-11">
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      className="size-4 accent-primary"
      checked={isChosen}
      onChange={({ target }) => onChange(target.checked)}
    />
  </label>
)

interface RowProps extends Pick<CohortTableProps, 'view' | 'labels' | 'chosen' | 'onChoose' | 'onOpen'> {
  index: number
  columns: readonly Column[]
  layout: CSSProperties
}

/** Loads its page when it is scrolled into view. */
function Row({ index, view, columns, layout, labels, chosen, onChoose, onOpen }: RowProps) {
  const { search, filters, sort, descending } = view
  const { page, rowOf } = cohortRowQuery({ search, filters, sort, descending }, index)
  const { data: founder } = useQuery({ ...page, select: rowOf })
  const name = founder ? fullName(founder) : ''
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-busy={!founder}
      className={classNames(
        'grid border-b border-border/60 bg-surface text-sm hover:bg-sunken',
        founder && chosen.has(founder.id) && 'bg-primary-soft hover:bg-primary-soft',
      )}
      style={layout}
    >
      {founder ? (
        <>
          <Cell role="cell" isFirst>
            <Choice
              label={`Choose ${name}`}
              isChosen={chosen.has(founder.id)}
              onChange={(isChosen) => onChoose(founder.id, isChosen)}
            />
          </Cell>
          <Cell role="cell" isName>
            <div className="flex items-center gap-1">
              <FounderLink
                founder={founder.id}
                name={name}
                className="line-clamp-2 min-w-0 flex-1 font-medium text-primary"
              />
              <Button
                variant="ghost"
                size="icon"
                className="text-muted"
                aria-label={`View Details of ${name}`}
                title="View Details"
                onClick={() => onOpen(index, founder)}
              >
                <PanelRight aria-hidden />
              </Button>
            </div>
          </Cell>
          {columns.slice(1).map((column) => (
            <Cell key={column.id} role="cell" isNumber={column.isNumber}>
              <div className="max-w-full truncate tabular-nums">{cellOf(column, founder, labels)}</div>
            </Cell>
          ))}
        </>
      ) : (
        <Cell role="cell" isFirst>
          <span className="sr-only">Loading...</span>
        </Cell>
      )}
    </div>
  )
}
