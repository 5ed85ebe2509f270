import { useSearchParams } from '../../../lib/navigation/Router.tsx'
import { setSearchParams } from '../../../lib/navigation/navigate.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import { isUuid } from '../../../lib/data/is-uuid.ts'
import type { Cohort } from './api.ts'

export const RANGES = [
  { id: '12', label: '12 weeks' },
  { id: '26', label: '26 weeks' },
  { id: '52', label: 'A year' },
] as const

export type Range = (typeof RANGES)[number]['id']

/** The cohort of all founders, in the URL and as a choice. */
export const ALL = 'all'

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

/** The cohort that the URL names: the id of a label, a month as in "2026-03", or all founders. */
export function cohortOf(id: string): Cohort {
  if (isUuid(id)) return { label: id }
  return MONTH.test(id) ? { joined: `${id}-01` as IsoDate } : {}
}

const cohortId = (text: string | null) => (text !== null && (isUuid(text) || MONTH.test(text) || text === ALL) ? text : undefined) // prettier-ignore

/** Cohorts and weeks are in the URL: a reload, Back and a colleague see the same. */
export function useProgrammeView() {
  const params = useSearchParams()
  const set = (name: string, value: string | null) =>
    setSearchParams(
      (params) => {
        if (value === null) params.delete(name)
        else params.set(name, value)
        return params
      },
      { replace: true },
    )
  const range: Range = RANGES.find(({ id }) => id === params.get('weeks'))?.id ?? '26'
  const cohort = cohortId(params.get('cohort')) ?? ALL
  const other = cohortId(params.get('with'))
  return {
    cohort,
    /** The cohort it is compared with. */
    other: other === cohort ? undefined : other,
    range,
    setCohort: (id: string) => set('cohort', id === ALL ? null : id),
    setOther: (id: string | null) => set('with', id),
    setRange: (range: Range) => set('weeks', range === '26' ? null : range),
  }
}
