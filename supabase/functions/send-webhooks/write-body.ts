import { moodLabel } from '../../../domain/check-ins.ts'
import type { WebhookEvent, WebhookShape } from '../../../domain/webhooks.ts'
import { memberName, siteLink } from '../_shared/calls.ts'
import type { FunctionContext } from '../_shared/function.ts'
import { enumerated, nameOf } from '../_shared/text.ts'

/** A delivery that is due, as `claim_webhooks` hands it out. */
export interface DueWebhook {
  readonly id: string
  readonly event: WebhookEvent | 'test'
  readonly happened_at: string
  readonly shape: WebhookShape
  readonly content: Content
}

/** Of an event; a test has none of it. */
interface Content {
  readonly id?: string
  readonly founder?: { readonly id: string; readonly name: string | null }
  readonly week_of?: string
  readonly mood?: number
  readonly member?: string
  readonly starts_at?: string
  readonly reasons?: readonly string[]
}

/** The body of a request: the event as data, or one sentence with a link as a chat service takes it. */
export function writeBody(context: Pick<FunctionContext, 'env'>, due: DueWebhook): string {
  const url = siteLink(context, pathOf(due))
  return JSON.stringify(due.shape === 'standard' ? eventOf(due, url) : messageIn[due.shape](sentenceOf(due), url))
}

/** As the Standard Webhooks specification recommends. */
const eventOf = ({ event, happened_at, content }: DueWebhook, url: string) => ({
  type: event,
  timestamp: new Date(happened_at).toISOString(),
  data: { ...content, url },
})

/** What the services take. A sentence has nothing of their markup: of what founders write only letters of their names are in it. */
const messageIn = {
  // `verbatim` is Slack's for “no URL becomes a link by itself”: a name may be “evil.example”. The text of a message has no such choice;
  // beside blocks it is that of its notification. No page is fetched for a preview.
  slack: (sentence: string, url: string) => {
    const text = `${sentence} <${url}|Open in the app>`
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }]
    return { text, blocks, unfurl_links: false, unfurl_media: false }
  },
  discord: (sentence: string, url: string) => ({
    content: `${sentence} [Open in the app](<${url}>)`,
    allowed_mentions: { parse: [] },
  }),
  teams: (sentence: string, url: string) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [{ type: 'TextBlock', text: sentence, wrap: true }],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in the app', url }],
        },
      },
    ],
  }),
} as const satisfies Record<Exclude<WebhookShape, 'standard'>, (sentence: string, url: string) => object>

/** The screen that shows what happened. */
function pathOf({ event, content: { id, founder } }: DueWebhook): string {
  const founderPage = `/admin/founders/${founder?.id}`
  switch (event) {
    case 'test':
      return '/admin/team/webhooks'
    case 'founder.message':
      return `/admin/squad?founder=${founder?.id}#${id}`
    case 'promise.broken':
      return `/admin/squad?founder=${founder?.id}`
    case 'check_in.saved':
      return `${founderPage}?show=check-ins`
    case 'decision.due':
      return `${founderPage}?show=decisions`
    case 'call.booked':
    case 'call.changed':
    case 'call.canceled':
      return `${founderPage}?show=calls`
    case 'founder.at_risk':
      return founderPage
  }
}

function sentenceOf({ event, content }: DueWebhook): string {
  const name = nameOf(content.founder?.name ?? '').trim() || 'A founder'
  const call = `${memberName(content.member ?? '')}, ${timeOf(content.starts_at)}`
  switch (event) {
    case 'test':
      return 'This is a test. The webhook works.'
    case 'founder.message':
      return `${name} has written to the squad.`
    case 'check_in.saved':
      return `${name} has checked in for the week of ${content.week_of}: ${moodLabel(content.mood ?? 0)}.`
    case 'decision.due':
      return `${name} has a decision whose review is due.`
    case 'call.booked':
      return `A call with ${name} was booked: ${call}.`
    case 'call.changed':
      return `A call with ${name} was changed: ${call}.`
    case 'call.canceled':
      return `A call with ${name} was cancelled: ${call}.`
    case 'founder.at_risk':
      return `${name} is at risk: ${enumerated((content.reasons ?? []).map((code) => RISKS[code] ?? code))}.`
    case 'promise.broken':
      return `${name} has waited longer for an answer than promised.`
  }
}

/** The codes of `private.risks`. */
const RISKS: Readonly<Record<string, string>> = {
  runway_short: 'the runway is short',
  message_waiting: 'a message waits for an answer',
  mood_fell: 'the mood fell',
  mood_low: 'the mood is low',
  no_check_in: 'check-ins are missing',
  not_seen: 'not seen for a while',
  runway_shrinks: 'the runway shrinks',
  loops_still: 'no traction loop moves',
  goals_overdue: 'all open goals are overdue',
}

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const timeOf = (at: string | undefined) => (at === undefined ? '' : `${time.format(new Date(at))} UTC`)
