import { FOUNDER } from './people.ts'
import type { TestServer } from './server.ts'

/** The data that the screens of a new founder read: tables without rows, and the functions of the board. */
export function serveFounder(server: TestServer): void {
  server.has({
    ai_conversations: [],
    decision_answers: [],
    decisions: [],
    app_entries: [],
    goals: [],
    notes: [],
    profiles: [{ id: FOUNDER.id, first_name: FOUNDER.firstName, last_name: 'Founder' }],
    read_receipts: [],
    squad_bookings: [],
    squad_messages: [],
    traction_loops: [],
    user_roles: [],
    weekly_checkins: [],
    weekly_targets: [],
    weekly_target_points: [],
  })
  for (const list of ['goals_left_over', 'my_conversations', 'my_weeks', 'traction_history']) server.rpc(list, () => [])
  server.on('POST functions/suggest-quick-actions', () => ({ actions: [] }))
  server.rpc('mark_board_seen', () => undefined)
  server.rpc('own_runway', () => ({ figures: null, months: [], proposal: null, is_due: false }))
  server.rpc('week_so_far', () => ({ priority: null, goals: [], decisions: [], added: null, streak: 0 }))
  server.rpc('this_week', () => ({
    since: '2026-03-04T09:00:00Z',
    until: '2026-03-04T10:00:00Z',
    verdict: null,
    figures: null,
    priority: null,
    goals: { done: 0, of: 0 },
    changes: { replies: 0, notes: 0, ratings: 0, loops: 0 },
    streak: 0,
    steps: null,
    next: { kind: 'goals' },
  }))
}

/** Answers for the names of founders, those of `profiles`. */
export const serveNames = (server: TestServer): void =>
  server.rpc('founder_names', ({ ids }) =>
    server
      .rows('profiles')
      .filter(({ id }) => (ids as string[]).includes(id))
      .map(({ id, first_name, last_name }) => ({ id, first_name, last_name, email: null })),
  )
