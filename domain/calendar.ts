/** The kinds of events, in the order of the legend, each with its colour token (SPEC section 2). */
export const EVENT_TYPES = [
  { id: 'demo', plural: 'Demos', tone: 'primary' },
  { id: 'call', plural: 'Calls', tone: 'success' },
  { id: 'meeting', plural: 'Meetings', tone: 'chart-2' },
  { id: 'deadline', plural: 'Deadlines', tone: 'destructive' },
] as const

type EventType = (typeof EVENT_TYPES)[number]['id']

export interface CalendarEvent {
  readonly id: number
  readonly title: string
  readonly start: Date
  readonly end: Date
  readonly type: EventType
}

/** Days after today, and local times of day. SPEC section 2. */
const samples = [
  { title: 'Customer Demo', type: 'demo', from: '10:00', to: '11:00' },
  { title: 'Investor Call', type: 'call', from: '14:00', to: '15:00' },
  { title: 'Team Standup', type: 'meeting', from: '09:00', to: '09:30' },
  { title: 'Product Roadmap Review', type: 'meeting', from: '15:00', to: '16:30' },
  { title: 'Feature Launch', type: 'deadline', from: '17:00', to: '17:00' },
] as const

/** The five sample events, one a day from tomorrow on. */
export const sampleEvents = (today: Date): CalendarEvent[] =>
  samples.map(({ title, type, from, to }, index) => {
    const daysAhead = index + 1
    return { id: daysAhead, title, type, start: at(today, daysAhead, from), end: at(today, daysAhead, to) }
  })

function at(today: Date, daysAhead: number, time: string): Date {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(today.getFullYear(), today.getMonth(), today.getDate() + daysAhead, hours, minutes)
}

/** Milliseconds /calendar-callback waits before returning to `/`. SPEC section 2. */
export const CALLBACK_RETURN_MS = { connected: 1500, failed: 2000 } as const
