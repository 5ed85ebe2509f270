import { setSearchParams } from '../../../lib/navigation/navigate.ts'
import { useSearchParams } from '../../../lib/navigation/Router.tsx'
import { TIMELINE_FILTERS, type TimelineFilter } from './timeline.ts'

/** The kinds that are shown, and the open tab of the details, are in the URL: a reload, Back and a colleague see the same. */
export function useFounderPageView() {
  const params = useSearchParams()
  const asked = params.get('show')?.split(',') ?? []
  const filters = TIMELINE_FILTERS.map(({ id }) => id).filter((id) => asked.includes(id))
  const set = (name: string, value: string | null) =>
    setSearchParams(
      (params) => {
        if (value === null) params.delete(name)
        else params.set(name, value)
        return params
      },
      { replace: true },
    )
  return {
    /** In their own order; none: everything. */
    filters,
    /** The tab of the details; null: they are closed. */
    details: params.get('details'),
    openDetails: (tab: string) => set('details', tab),
    detailsUrl: (tab: string) => {
      const next = new URLSearchParams(params)
      next.set('details', tab)
      return `?${next}`
    },
    closeDetails: () => set('details', null),
    showAll: () => set('show', null),
    toggle: (filter: TimelineFilter) => {
      const next = filters.includes(filter) ? filters.filter((id) => id !== filter) : [...filters, filter]
      set('show', next.length === 0 ? null : next.join(','))
    },
  }
}

export type FounderPageView = ReturnType<typeof useFounderPageView>
