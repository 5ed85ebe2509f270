import { expect, test } from 'vitest'
import { id, loop, runway } from '../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

const [newsletter, fairs] = [
  loop(1, { name: 'Newsletter', conversions: 2, demos: 13, messages: 206, date: '2025-12-01' }),
  loop(2, { name: 'Street fairs', conversions: 6, demos: 18, messages: 143, date: '2025-12-01' }),
]
const point = (of: string, day: `${number}-${number}-${number}`, conversions: number, demos: number, messages: number) => ({
  loop_id: of, day, conversions, demos, messages, status: 'running' as const,
}) // prettier-ignore

/** On March 11, 2026. */
const founder = founderWith(
  { ...runway(90_000, 6600, 16_000), loops: [newsletter, fairs] },
  {
    runway: [
      { day: '2026-02-10', bank_balance: 99_000, monthly_revenue: 6300, monthly_burn: 17_000 },
      { day: '2026-01-10', bank_balance: 110_000, monthly_revenue: 6000, monthly_burn: 20_000 },
    ],
    loops: [
      point(id(1), '2026-01-26', 1, 6, 100), point(id(1), '2026-03-02', 2, 13, 206),
      point(id(2), '2026-01-26', 2, 9, 60), point(id(2), '2026-03-02', 6, 18, 143),
    ],
  },
) // prettier-ignore

const lineOf = async (content: string) =>
  (await coachAnswer(founder, [{ role: 'user', content }], new Date('2026-03-11T12:00Z')))
    .split('\n')[0]
    ?.replaceAll(/ \[\[[a-z-]+:[\w-]+\]\]/g, '') ?? '' // prettier-ignore

test.each<readonly [asked: string, says: readonly string[]]>([
  ['How did revenue and burn move from january to today, in dollars and in percent?', ['revenue $6,000 → **$6,600** (**+$600**, +10%)', 'burn $20,000 → **$16,000** (**-$4,000**, -20%)']],
  ['what changed between the january and the february entry? Revenue, burn, and whether the gap got smaller', ['revenue $6,000 → **$6,300**', 'net burn $14,000 → **$10,700**', 'the gap is **smaller**']],
  ['burn or revenue, which one has gone up more between the january entry and today, in dollars and in percent?', ['**Revenue** went up more, in dollars and in percent']],
  ['what is my burn and revenue today?', ['your monthly burn is **$16,000 a month** and your monthly revenue is **$6,600 a month**']],
])('“%s” has each amount', async (asked, says) => {
  const line = await lineOf(asked)
  for (const text of says) expect(line.toLowerCase()).toContain(text.toLowerCase())
}) // prettier-ignore

test.each<readonly [asked: string, says: readonly string[]]>([
  ['street fairs against the newsletter since february', ['“Street fairs” is ahead of “Newsletter”', '“Street fairs”: 83 messages → 9 demos → 4 conversions; “Newsletter”: 106 messages → 7 demos → 1 conversion']],
  ['Newsletter or the other loop, which one gives more demos per message? and more customers per message?', ['“Street fairs” is ahead of “Newsletter”: **12.6% of messages become demos** against **6.3%', 'In conversions per message “Street fairs”']],
  ['this calendar year only: fairs against newsletter, demos', ['this year']],
  ['fairs or newsletter, which needs fewer messages per demo', ['**7.9 messages per demo** against **15.8 messages per demo**']],
  ['fairs vs newsletter since february. who brought more demos and who more customers?', ['**4 conversions** against **1 conversion**', 'In demos “Street fairs”: **9 demos** against **7 demos**']],
])('“%s” sets the loops beside each other in all that is asked for', async (asked, says) => {
  const line = await lineOf(asked)
  for (const text of says) expect(line).toContain(text)
}) // prettier-ignore

test('of three loops each number names whose it is', async () => {
  const three = founderWith({
    loops: [newsletter, fairs, loop(3, { name: 'Cold mail', conversions: 1, demos: 16, messages: 900 })],
  })
  const messages = [
    { role: 'user' as const, content: 'newsletter, street fairs and cold mail: compare demos and conversions' },
  ]
  const answer = await coachAnswer(three, messages, new Date('2026-03-11T12:00Z'))
  expect(answer).toContain('In demos “Street fairs”: **18 demos** against **16 demos** of “Cold mail”.')
})

test('a share of few demos says that it is one', async () => {
  const few = founderWith({ loops: [newsletter, loop(2, { name: 'Street fairs', demos: 3, conversions: 1, messages: 40 })] })
  const answer = await coachAnswer(few, [{ role: 'user', content: 'compare the conversion rate of the newsletter and the street fairs' }])
  expect(answer).toContain('“Street fairs” has only 3 demos: too few to be sure.')
}) // prettier-ignore

test.each<readonly [asked: string, says: RegExp]>([
  ['How did revenue and burn change since January, and when is my next call?', /call/i],
  ['how did revenue and burn change last week?', /^(?!.*February 2026 to today)/],
  ['Are my cash and revenue enough to last 12 months?', /month/],
])('“%s” asks for something else as well, or instead', async (asked, says) => {
  expect(await lineOf(asked)).toMatch(says)
})

test('amounts that both fell went up in nothing', async () => {
  const falling = founderWith(
    { ...runway(90_000, 5000, 16_000) },
    { runway: [{ day: '2026-01-10', bank_balance: 110_000, monthly_revenue: 6000, monthly_burn: 20_000 }] },
  )
  const messages = [{ role: 'user' as const, content: 'which went up more since january in dollars, revenue or burn?' }]
  expect(await coachAnswer(falling, messages, new Date('2026-03-11T12:00Z'))).not.toContain('went up more')
})
