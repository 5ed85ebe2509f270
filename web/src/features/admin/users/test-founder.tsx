import { act, screen, within } from '@testing-library/react'
import { FOUNDER, ADMIN } from '../../../testing/people.ts'
import { renderScreen } from '../../../testing/render.tsx'
import type { TestServer } from '../../../testing/server.ts'
import { FounderDialog } from './FounderDialog.tsx'

/** A founder without records, for tests of their details. */
export function hasFounder(server: TestServer): void {
  server.has({
    goals: [],
    traction_loops: [],
    decisions: [],
    runway_data: [],
    runway_points: [],
    runway_proposals: [],
    notes: [],
    weekly_checkins: [],
    weekly_targets: [],
    squad_bookings: [],
    founder_ai_memory: [],
    labelled_founders: [],
  })
  server.rpc('founder_storage', () => ({ stored: 0, allowed: 10_000_000 }))
  server.rpc('goal_sums', () => [])
  server.rpc('list_labels', () => [])
}

/** Shows the details of a founder at a tab. */
export const showFounder = (tab?: string) =>
  renderScreen(
    <FounderDialog
      founder={{ id: FOUNDER.id, first_name: 'Ana', last_name: 'Founder', created_at: '2026-01-01T09:00:00Z' }}
      {...(tab && { initialTab: tab })}
      onClose={() => undefined}
    />,
    { as: ADMIN },
  )

/** A loop or a decision, by its name. */
export const item = async (name: string) => within(await screen.findByRole('listitem', { name }))

/** Leaves a field, which saves it. */
export const leaveField = () =>
  act(async () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
