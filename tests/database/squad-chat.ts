import { setTimeout } from 'node:timers/promises'
import type { Actor } from '../permissions/actors.ts'

// Each message has a time of its own: the embedded engine's clock counts milliseconds, and a reply of the same one as the
// last that was read counts as read.
const LONGER_THAN_A_TICK = 2

/** A founder writes to the squad. */
export async function writes(founder: Actor, content: string): Promise<void> {
  await setTimeout(LONGER_THAN_A_TICK)
  await founder.adds('squad_messages', { content, user_id: founder.id })
}

/** The squad writes to a founder. */
export async function replies(admin: Actor, founder: Actor, content: string): Promise<void> {
  await setTimeout(LONGER_THAN_A_TICK)
  await admin.adds('squad_messages', {
    content,
    user_id: founder.id,
    sender_type: 'squad',
    sender_name: 'Upswing Team',
  })
}
