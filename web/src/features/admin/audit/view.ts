import { useSearchParams } from '../../../lib/navigation/Router.tsx'
import { setSearchParams } from '../../../lib/navigation/navigate.ts'
import { AUDIT_KINDS } from './audit-entry.ts'
import { useHistoryKey } from '../../../ui/use-history-key.ts'
import { isUuid } from '../../../lib/data/is-uuid.ts'
import type { AuditFilters } from './api.ts'

const NAMES = ['admin', 'founder', 'kind', 'from', 'to'] as const
type FilterName = (typeof NAMES)[number]

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const isValid: Readonly<Record<FilterName, (text: string) => boolean>> = {
  admin: isUuid,
  founder: isUuid,
  kind: (text) => AUDIT_KINDS.some(({ id }) => id === text),
  from: isDay,
  to: isDay,
}

/** The filters are in the URL: a reload, Back and a colleague see the same. Invalid ones count as none. */
export function useAuditView() {
  const params = useSearchParams()
  const historyKey = useHistoryKey()
  const filters: AuditFilters = Object.fromEntries(
    NAMES.flatMap((name) => {
      const value = params.get(name)
      return value !== null && isValid[name](value) ? [[name, value]] : []
    }),
  )
  return {
    filters,
    isFiltered: Object.keys(filters).length > 0,
    /** Another after each step through the history. */
    historyKey,
    set: (name: FilterName, value: string | null) =>
      setSearchParams(
        (params) => {
          if (value) params.set(name, value)
          else params.delete(name)
          return params
        },
        { replace: true },
      ),
    clear: () => setSearchParams({}, { replace: true }),
  }
}
