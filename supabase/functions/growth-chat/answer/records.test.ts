import { expect, test } from 'vitest'
import { checkIn, decision, goal, runway } from '../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

const check = (number: number, week_of: `${number}-${number}-${number}`, mood: number, blockers: string) =>
  checkIn(number, { week_of, mood, blockers, wins: 'Sold', next_priority: 'Sell' })

/** On March 11, 2026. */
const founder = founderWith(
  {
    ...runway(90_000, 6000, 16_000),
    goals: [
      goal(1, { text: 'Halve the burn', period: 'monthly', date: '2026-01-04' }),
      goal(2, { text: 'Write to the landlord', period: 'weekly', date: '2026-02-02' }),
      goal(3, { text: 'Sell the demo van', period: 'weekly', date: '2026-03-02' }),
    ],
    checkins: [
      check(11, '2026-03-02', 2, 'Customs again'),
      check(12, '2026-02-23', 3, ''),
      check(13, '2026-02-16', 4, 'Customs held a shipment'),
      check(14, '2026-02-09', 4, ''),
    ],
    decisions: [
      decision(21, { title: 'Delay the fair', date: '2026-02-01', was_right: 'no', outcome: 'Lost leads', result: 'Lost leads' }),
      decision(22, { title: 'No more free samples', date: '2026-01-10', expected: 'Half of them buy', result: '', outcome: '' }),
    ],
  },
  { runway: [{ day: '2026-01-02', bank_balance: 120_000, monthly_revenue: 5000, monthly_burn: 24_000 }] },
) // prettier-ignore

test.each<readonly [question: string, says: readonly string[]]>([
  ['how far are we from halving the burn', ['From burn of $24,000', 'to $12,000', '**$4,000 to go**']],
  ['which are my oldest open goals', ['Your oldest open goals are “Halve the burn”', '“Write to the landlord”']],
  ['in how many of my last four check-ins did customs come up', ['**2 check-ins** of your last 4']],
  ['did i mention customs in any check-in', ['**Yes**, 2 check-ins']],
  ['mood of the last two check ins, up or down compared to the two before', ['**down**', '**2.50 of 5**', '**4.00**']],
  ['weeks with mood below 4?', ['**below 4** in **2 weeks**']],
  ['when was i last happy', ['**4 or better**', 'Feb 16, 2026']],
  ['which decision was the last one judged wrong', ['The last one that came out wrong is “Delay the fair”']],
  ['record the outcome for no more free samples: a third bought', ['**cannot write an outcome**', '“A third bought”']],
  ['i want a goal to talk to ten growers before the end of march', ['your monthly goal', 'Talk to ten growers']],
  ["can you add 'call Larkwell' to my weekly goals", ['propose-goal:weekly:Call Larkwell]']],
  ['add a goal for this week: call Larkwell. Change nothing else please!', ['propose-goal:weekly:Call Larkwell']],
  ["tell the squad that the workshop moves. Let me read it before it goes.", ['propose-message:The workshop moves.]']],
  ['log a decision: we leave the fair. Just a draft, thanks', ['propose-decision:We leave the fair']],
  ["mark 'Sell the demo van' as done please. And 'Write to the landlord', is that ticked already?", ['Mark “Sell the demo van”', '“Write to the landlord” is **open**']],
  ['quick checkin - tough week (2), growers said yes, bank refuses', ['propose-check-in:2||Growers said yes']],
  ['write down that we hire a helper. reason: it eats my week. want to check on it end of may', ['to look at again on May 31, 2026']],
  ['draft a mail to the bridge investors', ['revenue of $6,000 a month', '$90,000 in the bank']],
])('%s', async (content, says) => {
  const answer = await coachAnswer(founder, [{ role: 'user', content }])
  const plain = answer.replaceAll(/ \[\[(?!propose)[a-z-]+:[\w-]+\]\]/g, '')
  for (const text of says) expect(plain).toContain(text)
}) // prettier-ignore
