import { expect, test } from 'vitest'
import { checkInDraft } from './check-in-draft.ts'

type Row = readonly [dictated: string, mood: number | null, wins: string, blockers: string, next: string]

test.each<Row>([
  ['check in: 4, the clinic went live!! blocker still me, next get the helper', 4, 'The clinic went live', 'Still me', 'Get the helper'],
  ['checkin for this wk. 1 of 5. nothing won. the bank STILL hasnt paid. next wk call ten shops', 1, '', 'The bank STILL hasnt paid', 'Call ten shops'],
  ['ok then prep my first checkin: 4, talked to 2 mills, no blockers, next: talk to 3 more', 4, 'Talked to 2 mills', '', 'Talk to 3 more'],
  ['can we do my check-in? felt ok, 3 out of 5. win was two mills. blocker: the phone. next: ring one', 3, 'Two mills', 'The phone', 'Ring one'],
  ['check-in: mood 4, wins: two demos, blockers: hiring, next: pricing page', 4, 'Two demos', 'Hiring', 'Pricing page'],
  ['check in mood 4 wins two demos blockers hiring next pricing page', 4, 'Two demos', 'Hiring', 'Pricing page'],
  ["mood's a 2. lost a customer, no wins, the bank can't decide. plan: sell it. put it in, thx", 2, '', "Lost a customer, the bank can't decide", 'Sell it'],
  ['weekly check-in - tough week - shipped the alarm, signed Larkwell - stuck on the visa - then call her', 2, 'Shipped the alarm, signed Larkwell', 'The visa', 'Call her'],
  ['3/5, sold 3 of 5 knives, still waiting for customs and next write. log it as my check in', 3, 'Sold 3 of 5 knives', 'Still waiting for customs', 'Write'],
  ['check in: mood 2; wins: none; blockers: the bank, the landlord too; priority: roadmap', 2, '', 'The bank, the landlord too', 'Roadmap'],
  ['check in 5! crushing it, revenue hit 1,200.50 today, blockers none, next wk: hire', 5, 'Revenue hit 1,200.50 today', '', 'Hire'],
  ['check-in\nmood: 4\nwins:\n- A\n- B\nblockers: C\nnext: D and E', 4, 'A. B', 'C', 'D and E'],
  ['Mood is three. We won the tender. I am stuck with the permit. Next week I will visit Esbjerg.', 3, 'We won the tender', 'The permit', 'Visit Esbjerg'],
  ['4 of 5 mills signed, check in mood 4', 4, '4 of 5 mills signed', '', ''],
  ['checkin. rough week tbh: lost the brewery. blockers = cash, landlord. prio = van. that is it', 2, '', 'Lost the brewery. Cash, landlord', 'Van'],
  ['check in for me please', null, '', '', ''],
])('%s', (dictated, mood, wins, blockers, next_priority) => {
  expect(checkInDraft(dictated)).toEqual({ mood, wins, blockers, next_priority })
}) // prettier-ignore
