import type { WebhookShape } from '../../../../../domain/webhooks.ts'

/** What the webhooks say. */
export const webhookTexts = {
  loadFailed: 'Failed to load webhooks',
  logFailed: 'Failed to load the log',
  notSaved: 'Not saved',
  notDeleted: 'Not deleted',
  notSwitched: 'Not switched',
  notRotated: 'No new secret',
  notSent: 'Not sent',
  saved: 'Webhook saved',
  deleted: 'Webhook deleted',
  switchedOn: 'Webhook switched on',
  switchedOff: 'Webhook switched off',
  copied: 'Secret copied',
  sending: 'The event is on its way.',
  gone: 'A colleague has deleted it in the meantime.',
  tooMany: 'There are 20 webhooks at most. Delete one that is no longer needed.',
  tooOften: 'That was 60 times in ten minutes. Please wait a while.',
  isOff: 'The webhook is switched off: nothing is sent until you switch it on.',
  noName: 'Enter a name.',
  noUrl: 'Enter a URL.',
  noEvent: 'Choose at least one event.',
} as const

export const SHAPE_LABELS: Readonly<Record<WebhookShape, string>> = {
  standard: 'Standard Webhooks',
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
}

export const SHAPE_HINTS: Readonly<Record<WebhookShape, string>> = {
  standard: 'Each event as JSON, signed with a secret that you get once.',
  slack: 'One sentence with a link. Use the URL of an incoming webhook.',
  teams: 'One sentence with a link. Use the URL of a workflow that starts with a webhook request.',
  discord: 'One sentence with a link. Use the URL of a channel’s webhook.',
}
