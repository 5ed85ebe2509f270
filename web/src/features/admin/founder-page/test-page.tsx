import type { FounderSummary } from '../../../lib/data/founder-summary.ts'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import { renderScreen } from '../../../testing/render.tsx'
import type { TestServer } from '../../../testing/server.ts'
import { FounderPage } from './FounderPage.tsx'
import type { TimelineEntry } from './timeline.ts'

/** A founder who has just joined. */
const NEW: FounderSummary = {
  first_name: 'Ana',
  last_name: 'Founder',
  email: 'ana@example.com',
  joined: '2026-01-01T09:00:00Z',
  risks: [],
  snooze: null,
  labels: [],
  owner: null,
  conversation: null,
  check_ins: [],
  goals: { open: 0, completed: 0, next: [] },
  added: { conversions: null, demos: null, messages: null },
  loops: [],
  runway: null,
  proposed_on: null,
  decisions: [],
  call: null,
}

type Row = Pick<TimelineEntry, 'kind' | 'event' | 'at' | 'record'> & { readonly id: string }

let entries: readonly Row[] = []
let ids = 0

/** What happened, the newest first. */
export function hasHappened(...happened: readonly (Omit<Row, 'id'> & { readonly id?: string })[]): void {
  entries = happened.map((entry) => ({ id: `d0000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`, ...entry }))
}

/** A founder with `values` in their summary, for whom nothing has happened. */
export function hasPage(server: TestServer, values: Partial<FounderSummary> = {}): void {
  hasHappened()
  server.has({ labelled_founders: [] })
  server.rpc('list_labels', () => [])
  server.rpc('squad_members', () => [{ id: ADMIN.id, first_name: 'Adele', last_name: 'Admin', email: null }])
  server.rpc('founder_summary', () => ({ ...NEW, ...values }))
  server.rpc('founder_timeline', ({ kinds, page_size, after_id }) => {
    const asked = entries.filter(({ kind }) => !kinds || (kinds as string[]).includes(kind))
    const from = asked.findIndex(({ id }) => id === after_id) + 1
    return asked.slice(from, from + Number(page_size))
  })
}

export const showPage = (query = '', id: string = FOUNDER.id) =>
  renderScreen(<FounderPage id={id} />, { path: `/admin/founders/${id}${query}`, as: ADMIN })

export const note = (title: string, at = '2026-03-02T09:00:00Z', content = 'They ask for SSO'): Omit<Row, 'id'> => ({
  kind: 'note',
  event: 'written',
  at,
  record: { title, category: 'buyer-insights', content },
})
