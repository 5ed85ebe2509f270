import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Columns3, Download, ListFilter } from 'lucide-react'
import { useState, type ComponentType } from 'react'
import { formatCount } from '../../../../../domain/numbers.ts'
import { dayOf } from '../../../../../domain/week.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { toastError } from '../../../lib/texts/toasts.ts'
import { useDebouncedValue } from '../../../ui/use-debounced-value.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { labelsQuery } from '../labels/api.ts'
import { BulkActions } from '../bulk-actions/BulkActions.tsx'
import { ChosenFilters, CohortFilters } from './CohortFilters.tsx'
import { cohortPageQuery, cohortRowQuery, selectCohortIds, useExport, type CohortOrder } from './cohort.ts'
import type { CohortRow } from './cohort-row.ts'
import { CohortTable } from './CohortTable.tsx'
import { cohortTexts } from './cohort-texts.ts'
import { ColumnChoice } from './ColumnChoice.tsx'
import { NAME_COLUMN } from './columns.tsx'
import { SavedViews } from './SavedViews.tsx'
import type { UsersView } from './view.ts'

/** The table and the counts of all views are read again. */
const PAUSE_MS = 500

/** A founder of the table whose details are shown. */
interface Opened {
  readonly index: number
  readonly founder: CohortRow
  readonly total: number
}

interface CohortProps {
  view: UsersView
  /** The dialog with a founder's details. */
  Details: ComponentType<{ founder: CohortRow; steps: Steps; onClose: () => void }>
}

/** From a founder's details to those of the one before and after; undefined at either end. */
export interface Steps {
  readonly place: string
  readonly previous?: (() => void) | undefined
  readonly next?: (() => void) | undefined
}

/** User Management as a table, sorted and filtered by what the founders' records say. */
export function Cohort({ view: typed, Details }: CohortProps) {
  const view = { ...typed, search: useDebouncedValue(typed.search.trim()) }
  const { search, filters, sort, descending } = view
  const order: CohortOrder = { search, filters, sort, descending }
  const query = useQuery(cohortPageQuery(order, 0))
  useLiveRows('founder_owners', undefined, adminKeys.cohort, PAUSE_MS)
  const labels = useLabelNames()
  const [open, setOpen] = useState<'filters' | 'columns'>()
  const [chosen, choose, chooseAll] = useChosen(order)
  const { opened, show, close, steps } = useOpened(order)
  const total = query.data?.total ?? 0
  const toggle = (part: 'filters' | 'columns') => setOpen(open === part ? undefined : part)
  return (
    <div className="flex flex-col gap-4">
      <SavedViews view={typed} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" aria-expanded={open === 'filters'} onClick={() => toggle('filters')}>
            <ListFilter aria-hidden />
            Filters
          </Button>
          <Button variant="outline" size="sm" aria-expanded={open === 'columns'} onClick={() => toggle('columns')}>
            <Columns3 aria-hidden />
            Columns
          </Button>
          <ExportButton view={view} order={order} isDisabled={total === 0} />
        </div>
        <output className="text-sm text-muted tabular-nums">
          {query.data && !query.isPlaceholderData && `${formatCount(total)} ${isAll(order) ? 'in all' : 'found'}`}
        </output>
      </div>
      {open === 'filters' && <CohortFilters view={view} />}
      {open === 'columns' && <ColumnChoice view={view} />}
      <ChosenFilters view={view} />
      <BulkActions chosen={[...chosen]} count={chosen.size} onDone={() => chooseAll(false)}>
        <Button variant="ghost" size="sm" onClick={() => chooseAll(false)}>
          Clear selection
        </Button>
      </BulkActions>
      <Loaded
        query={query}
        failed={cohortTexts.loadFailed}
        isEmpty={(page) => page.total === 0}
        empty={
          isAll(order) ? (
            <EmptyState title="No founders yet." hint="They appear here when they sign up." />
          ) : (
            <EmptyState title="No founder matches." hint="Remove a filter, or search for another name." />
          )
        }
      >
        {() => (
          <div aria-busy={query.isPlaceholderData} className="aria-busy:opacity-60">
            <CohortTable
              view={view}
              total={total}
              labels={labels}
              chosen={chosen}
              onChoose={choose}
              onChooseAll={chooseAll}
              onOpen={(index, founder) => show({ index, founder, total })}
            />
          </div>
        )}
      </Loaded>
      {opened && <Details founder={opened.founder} steps={steps(opened)} onClose={close} />}
    </div>
  )
}

const isAll = ({ search, filters }: CohortOrder) => search === '' && Object.keys(filters).length === 0

function useLabelNames() {
  const { data = [] } = useQuery(labelsQuery)
  return new Map(data.map(({ id, name }) => [id, name]))
}

const NO_IDS: ReadonlySet<string> = new Set()

/**
 * The chosen founders. Another search or filter ends the choice: a note or label for founders who are not in the table
 * would surprise the admin. Undoing that change brings the choice back, unless others were chosen meanwhile.
 */
function useChosen(order: CohortOrder) {
  const matches = JSON.stringify([order.search, order.filters])
  const [choice, setChoice] = useState({ matches, ids: NO_IDS })
  const chosen = choice.matches === matches ? choice.ids : NO_IDS
  const change = (next: (ids: ReadonlySet<string>) => ReadonlySet<string>) =>
    setChoice((choice) => ({ matches, ids: next(choice.matches === matches ? choice.ids : NO_IDS) }))
  const choose = (founder: string, isChosen: boolean) =>
    change((ids) => new Set(isChosen ? [...ids, founder] : [...ids].filter((id) => id !== founder)))
  const chooseAll = async (isChosen: boolean) => {
    change((ids) => (isChosen ? ids : NO_IDS))
    if (!isChosen) return
    try {
      const ids = new Set(await selectCohortIds(order))
      setChoice((choice) => (choice.matches === matches ? { matches, ids } : choice))
    } catch {
      toastError(cohortTexts.choosingFailed)
    }
  }
  return [chosen, choose, (isChosen: boolean) => void chooseAll(isChosen)] as const
}

/** Whose details are shown. They stay the same founder's while the table changes behind them. */
function useOpened(order: CohortOrder) {
  const queries = useQueryClient()
  const [opened, setOpened] = useState<Opened>()
  const go = async (index: number, total: number) => {
    const { page, rowOf } = cohortRowQuery(order, index)
    try {
      const founder = rowOf(await queries.fetchQuery({ ...page, staleTime: 60_000 }))
      if (founder) setOpened({ index, founder, total })
    } catch {
      toastError(cohortTexts.loadFailed)
    }
  }
  const steps = ({ index, total }: Opened): Steps => ({
    place: `${formatCount(index + 1)} of ${formatCount(total)}`,
    previous: index > 0 ? () => void go(index - 1, total) : undefined,
    next: index + 1 < total ? () => void go(index + 1, total) : undefined,
  })
  return { opened, show: setOpened, close: () => setOpened(undefined), steps }
}

function ExportButton({ view, order, isDisabled }: { view: UsersView; order: CohortOrder; isDisabled: boolean }) {
  const { mutate, isPending } = useExport()
  const labels = useLabelNames()
  const [progress, setProgress] = useState('')
  const start = () => {
    if (isPending) return
    setProgress('Exporting...')
    mutate({
      order,
      columns: [NAME_COLUMN, ...view.columns],
      labels,
      today: dayOf(new Date(), 'UTC'),
      onProgress: (rows, total) => setProgress(`Exporting ${formatCount(rows)} of ${formatCount(total)}...`),
    })
  }
  return (
    <Button variant="outline" size="sm" disabled={isDisabled} aria-disabled={isPending} onClick={start}>
      <Download aria-hidden />
      <span aria-live="polite">{isPending ? progress : 'Export CSV'}</span>
    </Button>
  )
}
