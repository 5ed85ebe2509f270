import { useSearchParams } from '../../../lib/navigation/Router.tsx'
import { setSearchParams } from '../../../lib/navigation/navigate.ts'
import { COHORT_FILTERS, OWNERS, type CohortFilterName, type CohortFilters } from './cohort-filters.ts'
import { isUuid } from '../../../lib/data/is-uuid.ts'
import { local } from '../../../lib/offline/storage.ts'
import { useHistoryKey } from '../../../ui/use-history-key.ts'
import type { CohortOrder } from './cohort.ts'
import { COLUMNS, NAME_COLUMN, type Column } from './columns.tsx'

const sortable = [NAME_COLUMN, ...COLUMNS]

function filtersOf(params: URLSearchParams): CohortFilters {
  const filters: Partial<Record<CohortFilterName, string>> = {}
  for (const { name, options } of COHORT_FILTERS) {
    const chosen = options.find(({ id }) => id === params.get(name))
    if (chosen) filters[name] = chosen.id
  }
  const label = params.get('label')
  if (label !== null && isUuid(label)) filters.label = label
  const owner = params.get('owner')
  if (owner !== null && (isUuid(owner) || OWNERS.some(({ id }) => id === owner))) filters.owner = owner
  return filters
}

function columnsOf(params: URLSearchParams): readonly string[] | null {
  const chosen = params.get('columns')?.split(',')
  return chosen ? COLUMNS.map(({ id }) => id).filter((id) => chosen.includes(id)) : null
}

/** What the table shows: whom, in which order, with which columns (null: with all). */
export interface TableView extends CohortOrder {
  readonly columns: readonly string[] | null
}

/** All founders, the newest first, with all columns; and the admin's. */
export const ALL: TableView = { search: '', filters: {}, sort: 'joined', descending: true, columns: null }
export const MINE: TableView = { ...ALL, filters: { owner: 'mine' } }

/** Parameters of the URL to what the table shows. What is unknown is left out. */
export const viewOf = (params: URLSearchParams): TableView => ({
  search: params.get('search') ?? '',
  filters: filtersOf(params),
  sort: sortable.find(({ sort }) => sort && sort === params.get('sort'))?.sort ?? 'joined',
  descending: params.get('order') !== 'ascending',
  columns: columnsOf(params),
})

/** The opposite, in one order: the same view has the same parameters. */
export const paramsOf = ({ search, filters, sort, descending, columns }: TableView): URLSearchParams =>
  new URLSearchParams([
    ...(search === '' ? [] : [['search', search]]),
    ...Object.entries(filters).toSorted(),
    ...(sort === 'joined' ? [] : [['sort', sort]]),
    ...(descending ? [] : [['order', 'ascending']]),
    ...(columns ? [['columns', columns.join(',')]] : []),
  ])

const VIEW_KEY = 'users-view'

/** As it was last chosen in this browser; before that the table, where there is room for it. */
const rememberedView = () => local.getItem(VIEW_KEY) ?? (matchMedia('(min-width: 48rem)').matches ? 'table' : 'list')

/** Search, filters, order and columns are in the URL: a reload, Back and a colleague see the same. */
export function useUsersView() {
  const params = useSearchParams()
  const historyKey = useHistoryKey()
  const founder = params.get('founder')
  /** Null leaves a name out of the URL. */
  const set = (changes: Readonly<Record<string, string | null>>) =>
    setSearchParams(
      (params) => {
        for (const [name, value] of Object.entries(changes)) {
          if (value === null) params.delete(name)
          else params.set(name, value)
        }
        return params
      },
      { replace: true },
    )
  const { columns: chosenColumns, ...order } = viewOf(params)
  return {
    ...order,
    chosenColumns,
    /** The id of the saved view that was chosen. */
    saved: params.get('saved'),
    isTable: (params.get('view') ?? rememberedView()) === 'table',
    columns: chosenColumns ? COLUMNS.filter(({ id }) => chosenColumns.includes(id)) : COLUMNS,
    /** Whose details are shown, and at which tab. */
    founder: founder !== null && isUuid(founder) ? founder : undefined,
    tab: params.get('tab'),
    closeFounder: () => set({ founder: null, tab: null }),
    /** Another after each step through the history. */
    historyKey,
    setTable: (isTable: boolean) => {
      const view = isTable ? 'table' : 'list'
      local.setItem(VIEW_KEY, view)
      set({ view })
    },
    setSearch: (search: string) => set({ search: search || null }),
    setFilter: (name: CohortFilterName, value: string | null) => set({ [name]: value }),
    clearFilters: () =>
      set({ label: null, owner: null, ...Object.fromEntries(COHORT_FILTERS.map(({ name }) => [name, null])) }),
    /** The same column again turns the order round. */
    sortBy: ({ sort: by, isAscending = false }: Column) => {
      if (!by) return
      const ascending = by === order.sort ? order.descending : isAscending
      set({ sort: by, order: ascending ? 'ascending' : null })
    },
    setColumns: (columns: readonly string[]) =>
      set({ columns: columns.length === COLUMNS.length ? null : columns.join(',') }),
  }
}

export type UsersView = ReturnType<typeof useUsersView>
