import { describe, expect, test } from 'vitest'
import { checkIn, decision, goal, id, loop, runway } from '../_shared/founder-context-sample.ts'
import { coachAnswer } from './coach.ts'
import { founderWith } from './founder-sample.ts'

/** On Wednesday, March 11, 2026. */
const founder = founderWith(
  {
    ...runway(90_000, 6000, 20_000),
    loops: [loop(1, { name: 'Referrals', conversions: 4, demos: 20, messages: 200 })],
    goals: [
      goal(2, { text: 'Call five bakeries', period: 'weekly', date: '2026-03-09' }),
      goal(3, { text: 'Open the shop window', period: 'monthly', date: '2026-03-01' }),
      goal(4, { text: 'Hire a baker', period: 'quarterly', date: '2026-01-04' }),
    ],
    decisions: [
      decision(5, { title: 'Raise the price', date: '2026-02-02', impact: 'positive' }),
      decision(6, { title: 'Sponsor the fair', date: '2026-02-20', impact: 'negative' }),
    ],
    checkins: [3, 4, 2].map((mood, at) => checkIn(7 + at, { mood, week_of: `2026-03-0${9 - at}` as '2026-03-09' })),
    messages: [{ sender: 'Ines', date: '2026-03-08', content: 'Send Larkwell a mail' }],
  },
  { categories: { [id(5)]: 'Pricing', [id(6)]: 'Marketing' } },
)
const ask = async (content: string) =>
  (await coachAnswer(founder, [{ role: 'user', content }])).replaceAll(/ ?\[\[.*?\]\]/g, '')
const lineOf = async (content: string) => (await ask(content)).split('\n')[0]

describe('what changes nothing is said before a figure', () => {
  test.each([
    ['what is our revenue of each street', '“of each street”'],
    ['what was the balance without the grant', '“without the grant”'],
    ['which of my wins came up most often', '“most often”'],
    ['how many bakeries at 400 a month would pay for a cook at 7,500 a month', '“7,500 a month”'],
  ])('%s', async (question, named) => expect(await lineOf(question)).toContain(`I could **not take in** ${named}`))

  test.each([
    'what is our runway',
    'what is our runway this month',
    'how much do we burn per month',
    'how many goals are open, not counting the weekly ones',
    'what if we hire a cook for 4k a month from january, how long does the money last',
    'did i do my check-in this week',
    'what did ines say last',
    'which decisions went wrong',
    'what should i do today',
  ])('nothing is missing of “%s”', async (question) => expect(await ask(question)).not.toContain('not take in'))
})

describe('each question of a message is answered', () => {
  test.each<readonly [question: string, says: readonly string[]]>([
    ['how much money is left, what is overdue, and what did ines say last', ['$90,000', 'older than their period', 'Send Larkwell a mail']],
    ['three things: runway, open goals and last decision', ['**6.4 months**', '**3 goals**', 'Your last decision is']],
    ['which of my decisions worked and which did not?', ['Raise the price', 'Sponsor the fair']],
  ])('%s', async (question, says) => {
    const answer = await ask(question)
    for (const one of says) expect(answer).toContain(one)
  }) // prettier-ignore

  test('the burn and the revenue of one time stay together', async () =>
    expect(await ask('demos and conversions of referrals')).not.toContain('not take in'))
})

test.each<readonly [question: string, says: string]>([
  ['which goals are open, not counting the weekly ones', '**2 monthly, quarterly and yearly goals** open'],
  ['which open goal is the oldest if you leave the quarterly one out', 'Open the shop window'],
])('what is left out of goals is left out: %s', async (question, says) => expect(await ask(question)).toContain(says))

test.each<readonly [question: string, says: string]>([
  ['how many messages did we send in total, referrals excluded', 'without “Referrals”'],
  ['list the wins that are not about demos', '**no win** without “demos”'],
])('what is left out of figures and lists is left out: %s', async (question, says) =>
  expect(await ask(question)).toContain(says),
)

test('one of the decisions that are shown is asked about, whenever it is due', async () => {
  const shown = await coachAnswer(founder, [{ role: 'user', content: 'show my decisions' }])
  const messages = ['show my decisions', shown, 'the fair one: when do I look again'].map((content, at) => ({
    role: at === 1 ? ('assistant' as const) : ('user' as const),
    content,
  }))
  expect(await coachAnswer(founder, messages)).toContain('Sponsor the fair')
})

test.each<readonly [question: string, says: string]>([
  ['move “Open the shop window” to april', 'I **cannot do that**'],
  ['how many followers did we win', '**not recorded**'],
])('%s: no figure that answers something else', async (question, says) => expect(await ask(question)).toContain(says))

test('where more comes in than goes out, a case needs no balance', async () =>
  expect(await coachAnswer(founderWith(), [{ role: 'user', content: 'what if I earn 1000 a month and spend 700, what is left' }])).toContain('surplus of $300 a month')) // prettier-ignore

test('money that nobody names is no answer to a second question', async () => {
  const answer = await ask('when was my mood below 3 and how many weeks is that')
  expect(answer).toContain('below 3')
  expect(answer).not.toContain('runway')
})

test('the oldest of those that are shown is the one of the earliest day', async () => {
  const shown = await coachAnswer(founder, [{ role: 'user', content: 'which goals are open' }])
  const asked = ['which goals are open', shown, 'the oldest of them'].map((content, at) => ({
    role: at === 1 ? ('assistant' as const) : ('user' as const),
    content,
  }))
  expect(await coachAnswer(founder, asked)).toContain('Hire a baker')
})

test('amounts that are told without what is in the bank give no runway of nothing', async () =>
  expect(await coachAnswer(founderWith(), [{ role: 'user', content: 'what if I spend 3000 a month and earn 500, how long does it last' }])).toContain('How much is **in the bank**?')) // prettier-ignore
