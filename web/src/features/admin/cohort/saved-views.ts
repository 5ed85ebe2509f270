import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Json } from '../../../../../domain/database.types.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { tables } from '../../../lib/session/client.ts'
import { toastError } from '../../../lib/texts/toasts.ts'
import { cohortTexts } from './cohort-texts.ts'
import { paramsOf, viewOf, type TableView } from './view.ts'

/** Characters of a view's name; the database refuses more. */
export const VIEW_NAME_LIMIT = 40

/** What the table shows, under a name. */
export interface SavedView {
  readonly id: string
  readonly name: string
  /** Whether it is the team's; otherwise the admin's own. */
  readonly isShared: boolean
  readonly view: TableView
}

/** A view as it is stored, without what is as at first. */
export function storedView({ search, filters, sort, descending, columns }: TableView) {
  return {
    ...(search !== '' && { search }),
    ...(Object.keys(filters).length > 0 && { filters: { ...filters } }),
    ...(sort !== 'joined' && { sort }),
    ...(!descending && { descending }),
    ...(columns && { columns: [...columns] }),
  }
}

/**
 * A stored view, as this version of the app reads it: without filters and columns that it does not have.
 * @example
 * readView({ search: 'ana', filters: { owner: 'mine', height: 'tall' }, descending: false, columns: ['owner', 'shoes'] })
 * // { search: 'ana', filters: { owner: 'mine' }, sort: 'joined', descending: false, columns: ['owner'] }
 * readView(null) // { search: '', filters: {}, sort: 'joined', descending: true, columns: null }
 */
export function readView(stored: Json): TableView {
  const { search = '', filters = {}, sort = '', descending, columns } = (stored ?? {}) as Record<string, never>
  const params = new URLSearchParams({ ...(filters as Record<string, string>), search, sort })
  if (descending === false) params.set('order', 'ascending')
  if (columns) params.set('columns', (columns as string[]).join(','))
  return viewOf(params)
}

async function selectViews(): Promise<SavedView[]> {
  const views = (await tables()).from('saved_views').select('id, name, admin_id, query').order('name').order('id')
  return (await views.throwOnError()).data.map(({ id, name, admin_id, query }) => ({
    id,
    name,
    isShared: admin_id === null,
    view: readView(query),
  }))
}

/** The admin's own views and the team's, by name. */
export const savedViewsQuery = queryOptions({
  queryKey: adminKeys.savedViews,
  queryFn: selectViews,
  meta: { failed: cohortTexts.viewsFailed },
})

/** Whether two show the same. */
export const isSameView = (one: TableView, other: TableView): boolean =>
  paramsOf(one).toString() === paramsOf(other).toString()

const reasons: Readonly<Record<string, string>> = {
  '23505': cohortTexts.viewExists,
  '54000': cohortTexts.tooManyViews,
  // An update that found no row.
  PGRST116: cohortTexts.viewGone,
}

const changes = {
  meta: { writes: [adminKeys.savedViews] },
  onError: ({ code = '' }: { code?: string }) => toastError(reasons[code] ?? cohortTexts.viewNotSaved),
}

interface Named {
  readonly name: string
  /** Null: the team's. */
  readonly admin_id: string | null
}

/** A new view, or what is changed of one. */
type WrittenView =
  | { readonly id?: undefined; readonly named: Named; readonly view: TableView }
  | { readonly id: string; readonly named?: Named; readonly view?: TableView }

async function saveView({ id, named, view }: WrittenView): Promise<string> {
  const views = (await tables()).from('saved_views')
  const saved =
    id === undefined
      ? views.insert({ ...named, query: storedView(view) })
      : views.update({ ...named, ...(view && { query: storedView(view) }) }).eq('id', id)
  return (await saved.select('id').single().throwOnError()).data.id
}

async function keepView(kept: { view: string; name: string }): Promise<string> {
  const { data } = await (await tables()).rpc('keep_view', kept).throwOnError()
  // The generated type has no null for results.
  if ((data as string | null) === null) throw Object.assign(new Error('the view is gone'), { code: 'PGRST116' })
  return data
}

/** @returns the view's id */
export const useSaveView = () => useMutation({ ...changes, mutationFn: saveView })

/** Makes a view of the team the admin's own. @returns the id that it has now */
export const useKeepView = () => useMutation({ ...changes, mutationFn: keepView })

export const useDeleteView = () =>
  useMutation({
    ...changes,
    mutationFn: async (id: string) => (await tables()).from('saved_views').delete().eq('id', id).throwOnError(),
    onError: () => toastError(cohortTexts.viewNotDeleted),
  })
