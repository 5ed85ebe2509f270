import type { Database } from '../../../domain/database.types.ts'
import type { Tables } from '../../../domain/tables.ts'
import { FOUNDER } from './people.ts'

type Public = Database['public']

/** A row of each table and view, by name. */
export type AnyRows = Tables & { [Name in keyof Public['Views']]: Public['Views'][Name]['Row'] }

export type Row = Record<string, unknown>

let lastId = 0

/** An id that no other row has; a later one sorts behind. */
export const newId = (): string => `b0000000-0000-4000-8000-${String(++lastId).padStart(12, '0')}`

/** The time, with microseconds that let a later row come after an earlier one of the same millisecond. */
const newTime = () => new Date().toISOString().replace('Z', `${String(lastId % 1000).padStart(3, '0')}Z`)

/** Columns that the database fills in. */
const defaults: { readonly [Name in keyof AnyRows]?: () => Partial<AnyRows[Name]> } = {
  decisions: () => ({
    user_id: FOUNDER.id,
    reason: '',
    category: '',
    impact: 'neutral',
    result: '',
    expected: '',
    review_on: null,
    outcome: '',
    was_right: null,
    reviewed_at: null,
  }),
  goals: () => ({ user_id: FOUNDER.id, period: 'weekly', completed: false, completed_at: null, carried_at: null }),
  notes: () => ({ user_id: FOUNDER.id, title: '', category: '', content: '' }),
  profiles: () => ({ first_name: 'Ana', last_name: 'Founder', board_seen_at: null, first_steps_done_at: null }),
  squad_messages: () => ({ user_id: FOUNDER.id, sender_type: 'user', sender_name: null }),
  traction_loops: () => ({ user_id: FOUNDER.id, status: 'running', conversions: 0, demos: 0, messages: 0 }),
  user_roles: () => ({ role: 'admin' }),
  weekly_checkins: () => ({
    user_id: FOUNDER.id,
    mood: 3,
    wins: '',
    blockers: '',
    next_priority: '',
    ai_summary: null,
    priority_outcome: null,
  }),
}

/** The row as the database has it: with an id, the time of its insertion and the defaults of its table. */
export const withDefaults = (table: string, row: Row): Row => ({
  id: newId(),
  created_at: newTime(),
  ...defaults[table as keyof AnyRows]?.(),
  ...row,
})

/** The rows of views, computed from those of a table. */
export const views: Readonly<Record<string, (rowsOf: (table: string) => readonly Row[]) => Row[]>> = {
  goal_counts: (rowsOf) => {
    const counts = new Map<string, Row & { goals: number }>()
    for (const { user_id, period } of rowsOf('goals')) {
      const group = JSON.stringify([user_id, period])
      counts.set(group, { user_id, period, goals: (counts.get(group)?.goals ?? 0) + 1 })
    }
    return [...counts.values()]
  },
}
