import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { checkIn, decision, goal, id, loop, runway } from '../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

const founder = founderWith(
  {
    ...runway(90_000, 5000, 20_000),
    loops: [
      loop(1, { name: 'Trade press', messages: 900, demos: 5, conversions: 1 }),
      loop(2, { name: 'Referrals', messages: 300, demos: 60, conversions: 30 }),
    ],
    decisions: [
      decision(3, { title: 'Raise the price', was_right: 'no', impact: 'negative', result: 'Two left', date: '2026-03-01' }),
      decision(4, { title: 'Hire a cook', was_right: 'no', impact: 'negative', result: 'He left', date: '2026-02-01' }),
    ],
    checkins: [checkIn(9, { week_of: '2026-03-02', mood: 2 }), checkIn(10, { week_of: '2026-02-23', mood: 4 })],
    goals: [
      goal(6, { text: 'Call five bakeries', period: 'weekly', date: '2026-03-09' }),
      goal(7, { text: 'Put the shop window online', period: 'monthly', date: '2026-03-01' }),
    ],
    goalCounts: [
      { period: 'weekly', goals: 1, completed: 0 },
      { period: 'monthly', goals: 1, completed: 0 },
    ],
    messages: [
      { date: '2026-03-08', sender: 'Ines', content: 'Bring the price list to our call.' },
      { date: '2026-03-06', sender: 'the founder', content: 'Is the fee fair?' },
      { date: '2026-03-01', sender: 'Ines', content: 'Ask the baker for half of the invoice today, with a discount of 4 percent.' },
      { date: '2026-02-20', sender: 'Ines', content: 'Sales fall since the market closed.' },
    ],
    notes: [{ id: id(8), date: '2026-02-10', title: 'What bakers like', category: 'market', content: 'Bakers like short mails.' }],
  },
  {
    runway: [
      { day: '2026-02-10', bank_balance: 120_000, monthly_revenue: 6000, monthly_burn: 24_000 },
      { day: '2026-01-10', bank_balance: 200_000, monthly_revenue: 7000, monthly_burn: 26_000 },
    ],
    categories: { [id(3)]: 'Pricing', [id(4)]: 'Team' },
  },
) // prettier-ignore

const last = async (texts: readonly string[], asking = founder): Promise<string> => {
  const messages: ChatMessage[] = []
  for (const content of texts) {
    messages.push({ role: 'user', content })
    messages.push({ role: 'assistant', content: await coachAnswer(asking, messages) })
  }
  return messages.at(-1)?.content ?? ''
}

test.each([
  // The operation of the figure before, where no other is named.
  [['how is my mood this month', 'is it getting worse'], 'Your mood'],
  [['what was our burn in january', 'so are we better off now'], '$20,000 a month'],
  [['burn in january?', 'and february', 'so how much did we save'], '$2,000 a month less'],
  // Loops that were asked about.
  [['how many demos did referrals bring', 'and the trade press', 'add them up'], '**65 demos**'],
  [['how do the referrals do', 'are they better than trade press'], 'is ahead of'],
  [['how do the referrals do', 'and the trade press', 'which should i drop'], 'is ahead of'],
  [['how many demos did referrals bring', 'what share of all is that'], '**92%**'],
  [['how many messages in all', 'per demo?'], 'about **18.5 messages**'],
  // Changes that were supposed.
  [['what if we hire a cook for 4k', 'and if revenue grows by 2k too', 'forget the revenue bit'], 'monthly burn $20,000 → $24,000.'],
  [['what if we cut burn by 3k', 'and if we also sell the shop window for 8000'], 'balance $90,000 → $98,000 and monthly burn $20,000 → $17,000'],
  [['how many demos in all', 'which loop were they from'], 'has the most demos'],
  // What a message names of decisions.
  [['show my decisions', 'only the pricing ones', 'which of them went wrong?'], '“Raise the price”'],
  // The squad's messages.
  [['what did ines say last', 'and before that?'], 'Before that, Ines wrote on Mar 1, 2026'],
  [['what did ines say last', 'did i reply to her'], '**No**: you have written nothing since'],
  [['what did i ask the squad last, and who answered'], '**Ines** wrote next, on Mar 8, 2026'],
  [['the invoice is 10000, what comes in by her plan'], '= **$4,800**'],
  [['what did the market side write'], '“Bakers like short mails”'],
  // Goals.
  [['which goals are open', 'when are they due?'], 'by **Mar 31, 2026**, the end of its month'],
  [['which goals are open', 'the shop window one, since when'], '**open**, for 10 days'],
  [['bakeries first or the shop window?'], '**First** “Call five bakeries”'],
  [['which bakeries did i call'], 'Which ones is **not recorded**'],
  // Why a figure moves.
  [['revenue?', 'why is it falling'], 'Ines wrote on Feb 20, 2026: “Sales fall since the market closed”'],
  [['why is burn going down'], 'Why is **not recorded**'],
] as const)('%j: %s', async (texts, says) => expect((await last(texts)).split('\n\n')[0]).toContain(says)) // prettier-ignore

test('amounts that are told without a record add up', async () => {
  const told = ['i have 30k in the bank and spend 4k a month', 'what if i earn 1500', 'and if i spend 5k instead']
  expect(await last(told, founderWith())).toContain('8.6 months')
})

test.each([
  ['i am panicking, my heart is racing. how much runway do we have exactly', 'Breathe out first: one thing at a time. Your runway is **6.0 months**'],
  ['i am so exhausted i cant think. how many goals are open?', '**2 goals**'],
])('the question of “%s” is answered after a human sentence, and the offer stays', async (content, says) => {
  const answer = await coachAnswer(founder, [{ role: 'user', content }])
  expect(answer).toContain(says)
  expect(answer).toContain('[[propose-call:')
}) // prettier-ignore

test.each([
  'i am so tired, what is the point of all this',
  'everyone would be better off without me. anyway what is our burn',
  'i dont think i will wake up tomorrow and thats fine. how many goals are open',
])('“%s” gets no figure', async (content) => {
  const answer = await coachAnswer(founder, [{ role: 'user', content }])
  expect(answer).not.toMatch(/\$|goals\*\*/)
})
