import { Flag, Phone, Presentation, Users, type LucideIcon } from 'lucide-react'
import type { EventType } from '../../../../domain/calendar.ts'

const icons: Record<EventType, LucideIcon> = { demo: Presentation, call: Phone, meeting: Users, deadline: Flag }

/** Distinguishes event types without colour. */
export function TypeIcon({ type }: { type: EventType }) {
  const Icon = icons[type]
  return <Icon aria-hidden className="size-3 shrink-0" />
}
