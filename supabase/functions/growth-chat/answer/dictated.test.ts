import { expect, test } from 'vitest'
import { goal } from '../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

const founder = founderWith({
  goals: [
    goal(1, { text: 'Film the tour', date: '2026-02-02' }),
    goal(2, { text: 'Call the bakery', date: '2026-02-03' }),
  ],
  messages: [{ sender: 'Ines', date: '2026-03-08', content: 'Send Larkwell a mail' }],
})

/** Words that are meant for the co-founder are not written, and each wish is. */
test.each<readonly [message: string, says: string]>([
  ['remind me to call Larkwell on thursday', '[[propose-goal:weekly:Call Larkwell on thursday]]'],
  ['make "call five investors" my only goal this week', '[[propose-goal:weekly:Call five investors]]'],
  ['add a goal for december: three investor meetings', '[[propose-goal:monthly:Three investor meetings]]'],
  ['goal for the quarter: ten partners. goal for this week: call two', '[[propose-goal:quarterly:Ten partners]]'],
  ['Decision for the log - no free set-ups. Why: they take days. Category pricing.', '[[propose-decision:No free set-ups||They take days'],
  ['Note for the record that we keep the van. reason nobody buys in winter', '[[propose-decision:We keep the van||'],
  ['prepare my check-in but leave the mood to me: win was the contract, blocker the printer', '[[propose-check-in:||The contract||The printer||]]'],
  ['tell Ines thanks, and that I wrote to three investors', 'For Ines: Thank you! I wrote to three investors.'],
  ['ask Ines whether the price is per day, and tell her thanks for the advice', 'is per day. Thanks for the advice.'],
  ['write Ines: can we meet on friday? Add that the runway is short.', 'Can we meet on friday? The runway is short.'],
  ['add two goals for december, hire a helper and finish the import, both monthly', '[[propose-goal:monthly:Finish the import]]'],
  ['goal: print samples by friday. note for the squad: I start in Leeds', '[[propose-message:I start in Leeds.]]'],
  ['note for Ines: the rent is halved. also ask if she can look at the contract', 'For Ines: The rent is halved. I would like to know if she can look at the contract.'],
  ['add to this week: print 400 labels', '[[propose-goal:weekly:Print 400 labels]]'],
  ['draft a mail to Larkwell that we would like to meet, mention 58 customers', 'We would like to meet. 58 customers.'],
  ['draft a two-sentence mail to Larkwell: ask for one more intro. No numbers please.', 'Could I ask you for one more intro?'],
])('%s', async (content, says) => expect(await coachAnswer(founder, [{ role: 'user', content }])).toContain(says)) // prettier-ignore

test('what is left out is not marked as done', async () => {
  const content = 'mark everything from february as done except the tour'
  expect(await coachAnswer(founder, [{ role: 'user', content }])).not.toContain('[[propose-done')
})
