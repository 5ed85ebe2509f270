import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import {
  COHORT_EXPORT_PAGE_SIZE,
  COHORT_PAGE_SIZE,
  type CohortFilterName,
  type CohortFilters,
} from './cohort-filters.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { tables } from '../../../lib/session/client.ts'
import { downloadCsv } from '../../../lib/data/csv.ts'
import { toastError } from '../../../lib/texts/toasts.ts'
import type { CohortRow, CohortSort } from './cohort-row.ts'
import { cohortTexts } from './cohort-texts.ts'
import { exportedLines, type Column, type LabelNames } from './columns.tsx'

/** Which founders, in which order. */
export interface CohortOrder {
  readonly search: string
  readonly filters: CohortFilters
  readonly sort: CohortSort
  readonly descending: boolean
}

interface CohortPage {
  readonly rows: readonly CohortRow[]
  /** Rows of all pages; undefined on a page behind the last one. */
  readonly total: number | undefined
}

async function findCohort(
  order: CohortOrder,
  page: number,
  page_size: number,
  signal?: AbortSignal,
): Promise<CohortPage> {
  const { search, sort, descending } = order
  const filters: Partial<Record<CohortFilterName, string>> = { ...order.filters }
  const found = (await tables()).rpc('find_cohort', {
    search,
    filters,
    sort,
    descending,
    page_size,
    skip: page * page_size,
  })
  const { data } = await (signal ? found.abortSignal(signal) : found).throwOnError()
  return { rows: data as unknown as readonly CohortRow[], total: data[0]?.total ?? (page === 0 ? 0 : undefined) }
}

const MINUTE_MS = 60_000

/** One page of the table. A page that is scrolled past is not waited for. */
export const cohortPageQuery = (order: CohortOrder, page: number) =>
  queryOptions({
    queryKey: [...adminKeys.cohort, JSON.stringify(order), String(page)],
    queryFn: ({ signal }) => findCohort(order, page, COHORT_PAGE_SIZE, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: 'always',
    refetchInterval: MINUTE_MS,
    meta: { failed: cohortTexts.loadFailed },
  })

/** How many founders match. */
export const cohortCountQuery = ({ search, filters }: Pick<CohortOrder, 'search' | 'filters'>) =>
  queryOptions({
    queryKey: [...adminKeys.cohort, 'count', JSON.stringify({ search, filters })],
    queryFn: async ({ signal }) =>
      (await findCohort({ search, filters, sort: 'joined', descending: true }, 0, 1, signal)).total,
    staleTime: MINUTE_MS,
  })

/** Loads the founder at an index of the table. @returns undefined when there is none any more */
export const cohortRowQuery = (order: CohortOrder, index: number) => ({
  page: cohortPageQuery(order, Math.floor(index / COHORT_PAGE_SIZE)),
  rowOf: ({ rows }: CohortPage): CohortRow | undefined => rows[index % COHORT_PAGE_SIZE],
})

/** The ids of all founders of the table, for what is done to many at once. */
export async function selectCohortIds({ search, filters }: CohortOrder): Promise<readonly string[]> {
  const { data } = await (await tables()).rpc('cohort_ids', { search, filters: { ...filters } }).throwOnError()
  return data
}

interface Export {
  readonly order: CohortOrder
  readonly columns: readonly Column[]
  readonly labels: LabelNames
  /** ISO date for the file's name. */
  readonly today: IsoDate
  readonly onProgress: (rows: number, total: number) => void
}

/** How often the pages are read again when founders are missing. */
const MAX_REREADS = 3

/** All founders once, page by page. One who moves to an earlier page meanwhile is missing: then it is read again. */
async function readAll(
  order: CohortOrder,
  onProgress: Export['onProgress'],
  rereads = MAX_REREADS,
): Promise<readonly CohortRow[]> {
  const rows = new Map<string, CohortRow>()
  let total = Infinity
  for (let page = 0; page * COHORT_EXPORT_PAGE_SIZE < total; page++) {
    const found = await findCohort(order, page, COHORT_EXPORT_PAGE_SIZE)
    total = found.total ?? total
    for (const row of found.rows) rows.set(row.id, row)
    onProgress(rows.size, total)
  }
  return rows.size === total || rereads === 0 ? [...rows.values()] : readAll(order, onProgress, rereads - 1)
}

/** Saves the table as a file, after the audit has noted it. */
async function exportCsv({ order, columns, labels, today, onProgress }: Export): Promise<void> {
  const rows = await readAll(order, onProgress)
  const names = columns.map(({ id }) => id)
  await (await tables()).rpc('log_export', { founders: rows.length, columns: names }).throwOnError()
  downloadCsv(`founders-${today}.csv`, exportedLines(columns, rows, labels))
}

export const useExport = () =>
  useMutation({ mutationFn: exportCsv, onError: () => toastError(cohortTexts.exportFailed) })
