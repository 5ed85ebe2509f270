import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { AUDIT_PAGE_SIZE, type AuditEntry } from './audit-entry.ts'
import { tables } from '../../../lib/session/client.ts'
import { lastShown, shown } from '../../../lib/data/pages.ts'

/** The notices of the audit; those of `lib/texts/texts.ts` are loaded with every screen. */
export const auditTexts = {
  loadFailed: 'Failed to load the audit',
  adminsFailed: 'Failed to load the admins',
} as const

export interface AuditFilters {
  readonly admin?: string | undefined
  readonly founder?: string | undefined
  readonly kind?: string | undefined
  /** ISO dates, both included; days of the browser's time zone. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export type ShownEntry = AuditEntry & {
  readonly id: string
  readonly created_at: string
  readonly user_id: string | null
  readonly row_id: string
}

/** The beginning of a day, or of the one after it. */
const startOf = (day: string, later = 0) => {
  const date = new Date(`${day}T00:00:00`)
  date.setDate(date.getDate() + later)
  return date.toISOString()
}

async function findAudit({ from, to, ...filters }: AuditFilters, after: ShownEntry | null): Promise<ShownEntry[]> {
  const found = (await tables()).rpc('find_audit', {
    ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
    ...(from && { since: startOf(from) }),
    ...(to && { until: startOf(to, 1) }),
    ...(after && { after_at: after.created_at, after_id: Number(after.id) }),
    page_size: AUDIT_PAGE_SIZE + 1,
  })
  const { data } = await found.throwOnError()
  return data.map((row) => ({ ...row, id: String(row.id) }) as unknown as ShownEntry)
}

/** The audit log, newest first, page by page; names come with it. */
export const auditQuery = (filters: AuditFilters) =>
  infiniteQueryOptions({
    // Here instead of lib/data/keys.ts: that is loaded with every screen.
    queryKey: ['admin', 'audit', filters],
    queryFn: ({ pageParam }) => findAudit(filters, pageParam),
    initialPageParam: null as ShownEntry | null,
    getNextPageParam: (page) => lastShown(page, AUDIT_PAGE_SIZE),
    select: ({ pages }) => shown(pages, AUDIT_PAGE_SIZE),
    placeholderData: keepPreviousData,
    meta: { failed: auditTexts.loadFailed },
  })

/** Everyone of whom there is an entry. */
export const auditedAdminsQuery = queryOptions({
  queryKey: ['admin', 'audited-admins'],
  queryFn: async () => (await (await tables()).rpc('audited_admins').throwOnError()).data,
  meta: { failed: auditTexts.adminsFailed },
})
