/** Events of webhooks, as `private.webhook_events` has them, and how the screen names them. */
export const WEBHOOK_EVENTS = [
  { id: 'founder.message', label: 'A founder writes to the squad' },
  { id: 'check_in.saved', label: 'A founder checks in, or corrects a check-in' },
  { id: 'decision.due', label: 'The review of a decision is due' },
  { id: 'call.booked', label: 'A call is booked' },
  { id: 'call.changed', label: 'A call is moved or handed over' },
  { id: 'call.canceled', label: 'A call is cancelled' },
  { id: 'founder.at_risk', label: 'A founder becomes at risk' },
  { id: 'promise.broken', label: 'A founder has waited longer than promised' },
] as const

export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]['id']

export const WEBHOOK_EVENT_IDS: readonly WebhookEvent[] = WEBHOOK_EVENTS.map(({ id }) => id)

/** What the body looks like: that of the Standard Webhooks specification, or the one that a chat service takes as it is. */
export const WEBHOOK_SHAPES = ['standard', 'slack', 'teams', 'discord'] as const

export type WebhookShape = (typeof WEBHOOK_SHAPES)[number]

/** Characters. */
export const WEBHOOK_NAME_LIMIT = 60
export const WEBHOOK_URL_LIMIT = 2048

/** What the function `webhooks` takes. `url` may be left out of a change. */
export type WebhookRequest =
  | ({ readonly action: 'add'; readonly url: string } & WebhookFields)
  | ({ readonly action: 'change'; readonly webhook: string; readonly url?: string } & WebhookFields)
  | { readonly action: 'rotate'; readonly webhook: string }

export interface WebhookFields {
  readonly name: string
  readonly shape: WebhookShape
  readonly events: readonly WebhookEvent[]
}
