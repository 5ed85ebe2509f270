import { expect, test } from 'vitest'
import { WEBHOOK_EVENT_IDS, WEBHOOK_SHAPES, type WebhookShape } from '../../../domain/webhooks.ts'
import { writeBody, type DueWebhook } from './write-body.ts'

const env = { PUBLIC_URL: 'https://growth.example' }
const FOUNDER = 'a0000000-0000-4000-8000-000000000001'
const NASTY = '*Ana* <!channel> @everyone [x](https://evil.example) `_~|'

const due = (event: DueWebhook['event'], shape: WebhookShape, name: string | null = 'Ana Adler'): DueWebhook => ({
  id: 'd0000000-0000-4000-8000-000000000001',
  event,
  happened_at: '2026-03-02T09:00:00.123456+00:00',
  shape,
  content: {
    id: 'b0000000-0000-4000-8000-000000000001',
    founder: { id: FOUNDER, name },
    week_of: '2026-03-02',
    mood: 4,
    member: 'growth',
    starts_at: '2026-03-03T14:00:00+00:00',
    reasons: ['runway_short', 'mood_low'],
  },
})
const written = (event: DueWebhook['event'], shape: WebhookShape, name?: string | null) =>
  JSON.parse(writeBody({ env }, due(event, shape, name))) as Record<string, unknown>

test('the standard shape has type, time, and data with a link to the app', () => {
  expect(written('founder.message', 'standard')).toEqual({
    type: 'founder.message',
    timestamp: '2026-03-02T09:00:00.123Z',
    data: {
      ...due('founder.message', 'standard').content,
      url: `https://growth.example/admin/squad?founder=${FOUNDER}#b0000000-0000-4000-8000-000000000001`,
    },
  })
})

test('each event is one sentence with a link in Slack', () => {
  const sentences = [...WEBHOOK_EVENT_IDS, 'test' as const].map((event) => written(event, 'slack')['text'])
  const page = `https://growth.example/admin/founders/${FOUNDER}`
  const open = (url: string) => `<${url}|Open in the app>`
  expect(sentences).toEqual([
    `Ana Adler has written to the squad. ${open(`https://growth.example/admin/squad?founder=${FOUNDER}#b0000000-0000-4000-8000-000000000001`)}`,
    `Ana Adler has checked in for the week of 2026-03-02: Good. ${open(`${page}?show=check-ins`)}`,
    `Ana Adler has a decision whose review is due. ${open(`${page}?show=decisions`)}`,
    `A call with Ana Adler was booked: Growth Expert, 3 March 2026 at 14:00 UTC. ${open(`${page}?show=calls`)}`,
    `A call with Ana Adler was changed: Growth Expert, 3 March 2026 at 14:00 UTC. ${open(`${page}?show=calls`)}`,
    `A call with Ana Adler was cancelled: Growth Expert, 3 March 2026 at 14:00 UTC. ${open(`${page}?show=calls`)}`,
    `Ana Adler is at risk: the runway is short and the mood is low. ${open(page)}`,
    `Ana Adler has waited longer for an answer than promised. ${open(`https://growth.example/admin/squad?founder=${FOUNDER}`)}`,
    `This is a test. The webhook works. ${open('https://growth.example/admin/team/webhooks')}`,
  ])
})

test('a name that looks like a host is no link in Slack, and nothing is previewed', () => {
  const text = `evil.example has waited longer for an answer than promised. <https://growth.example/admin/squad?founder=${FOUNDER}|Open in the app>`
  expect(written('promise.broken', 'slack', 'evil.example')).toEqual({
    text,
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } }],
    unfurl_links: false,
    unfurl_media: false,
  })
})

test('Discord mentions no one, and Teams gets a card', () => {
  expect(written('founder.at_risk', 'discord')).toEqual({
    content: `Ana Adler is at risk: the runway is short and the mood is low. [Open in the app](<https://growth.example/admin/founders/${FOUNDER}>)`,
    allowed_mentions: { parse: [] },
  })
  expect(written('founder.at_risk', 'teams')).toMatchObject({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        content: {
          body: [{ type: 'TextBlock', text: 'Ana Adler is at risk: the runway is short and the mood is low.' }],
          actions: [{ type: 'Action.OpenUrl', url: `https://growth.example/admin/founders/${FOUNDER}` }],
        },
      },
    ],
  })
})

test.each(WEBHOOK_SHAPES.filter((shape) => shape !== 'standard'))(
  'a name is no markup and no mention in %s',
  (shape) => {
    const [plain, nasty] = [written('promise.broken', shape, 'Ana'), written('promise.broken', shape, NASTY)]
    const marks = (body: object) => [...JSON.stringify(body)].filter((character) => /[*_~`|<>@[\]()!]/.test(character))
    expect(marks(nasty)).toEqual(marks(plain))
    expect(JSON.stringify(nasty)).toContain('Ana channel everyone xhttpsevil.example')
  },
)

test.each(WEBHOOK_SHAPES)('a founder without a name, or with one of signs alone, has one in %s', (shape) => {
  for (const name of [null, '', '***']) {
    if (shape !== 'standard')
      expect(JSON.stringify(written('promise.broken', shape, name))).toContain('A founder has waited')
    else expect(written('promise.broken', shape, name)['data']).toMatchObject({ founder: { name } })
  }
})
