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
const defaults: { readonly [Name in keyof AnyRows]?: (given: Row) => Partial<AnyRows[Name]> } = {
  ai_conversations: () => ({ user_id: FOUNDER.id, turn: null, conversation: null }),
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
    edited_at: null,
  }),
  goals: ({ created_at, completed }) => ({
    user_id: FOUNDER.id,
    period: 'weekly',
    completed: false,
    completed_at: completed ? new Date().toISOString() : null,
    carried_at: null,
    target: null,
    progress: null,
    unit: null,
    parent_id: null,
    // Microseconds too: goals of a test are added within a millisecond.
    position: Date.parse(String(created_at)) + Number(`0.${/(\d{3})Z$/.exec(String(created_at))?.[1] ?? 0}`),
  }),
  mail_settings: () => ({
    user_id: FOUNDER.id,
    replies: true,
    weekly: false,
    reminder_hour: null,
    time_zone: 'UTC',
    promises: true,
    team_week_hour: null,
  }),
  push_settings: () => ({
    user_id: FOUNDER.id,
    muted: [],
    shows_names: false,
    quiet_from: null,
    quiet_to: null,
    time_zone: 'UTC',
  }),
  notes: () => ({ user_id: FOUNDER.id, title: '', category: '', content: '' }),
  profiles: () => ({
    first_name: 'Ana',
    last_name: 'Founder',
    board_seen_at: null,
    first_steps_done_at: null,
    team_steps_done_at: null,
  }),
  weekly_targets: () => ({ user_id: FOUNDER.id, conversions: null, demos: null, messages: null }),
  weekly_target_points: () => ({
    user_id: FOUNDER.id,
    week: '2026-03-02',
    conversions: null,
    demos: null,
    messages: null,
  }),
  own_notes: () => ({ user_id: FOUNDER.id, content: '' }),
  app_entries: () => ({ user_id: FOUNDER.id, title: '', app: '', undone_at: null }),
  internal_notes: () => ({ mentions: [] }),
  squad_messages: () => ({
    user_id: FOUNDER.id,
    sender_type: 'user',
    sender_name: null,
    about_kind: null,
    about_id: null,
  }),
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
    corrected_at: null,
  }),
}

/** The row as the database has it: with an id, the time of its insertion and the defaults of its table. */
export function withDefaults(table: string, row: Row): Row {
  const dated = { id: newId(), created_at: newTime(), ...row }
  return { ...dated, ...defaults[table as keyof AnyRows]?.(dated), ...row }
}

/** Changes a row as the database does, with what its triggers add. */
export function changeRow(table: string, row: Row, change: Row): Row {
  Object.assign(row, change)
  if (table === 'goals' && 'completed' in change) {
    row['completed_at'] = change['completed'] ? (row['completed_at'] ?? new Date().toISOString()) : null
  }
  if (table === 'weekly_checkins' && 'wins' in change) {
    Object.assign(row, { corrected_at: new Date().toISOString(), ai_summary: null })
  }
  return row
}

/** The rows of views, computed from those of a table. */
export const views: Readonly<Record<string, (rowsOf: (table: string) => readonly Row[]) => Row[]>> = {
  goal_counts: (rowsOf) => {
    const counts = new Map<string, Row & { goals: number; open: number }>()
    for (const { user_id, period, completed } of rowsOf('goals')) {
      const group = JSON.stringify([user_id, period])
      const { goals, open } = counts.get(group) ?? { goals: 0, open: 0 }
      counts.set(group, { user_id, period, goals: goals + 1, open: open + Number(!completed) })
    }
    return [...counts.values()]
  },
}
