import { expect, test } from 'vitest'
import { goal, id, TODAY } from '../../_shared/founder-context-sample.ts'
import type { Proposal } from '../../../../domain/proposals.ts'
import { founderWith } from '../founder-sample.ts'
import type { Intent } from '../query.ts'
import { buildQuery } from '../understand/build-query.ts'
import { entitiesIn } from '../understand/entities.ts'
import { answerWrite } from './write.ts'

const founder = founderWith({
  goals: [
    goal(1, { text: 'Call five vets' }),
    goal(2, { text: 'Sign the lease', completed: true }),
    goal(3, { text: 'Sell the demo van' }),
    goal(4, { text: 'Plan the firmware 4' }),
    goal(5, { text: 'Plan the firmware 11' }),
  ],
})

test.each<readonly [Intent, string, Proposal]>([
  ['write.goal', 'add a weekly goal: call five vets', { kind: 'goal', period: 'weekly', text: 'Call five vets' }],
  ['write.goal', 'set a goal to call five vets', { kind: 'goal', period: 'weekly', text: 'Call five vets' }],
  ['write.goal', 'add a monthly goal: two pilots', { kind: 'goal', period: 'monthly', text: 'Two pilots' }],
  ['write.goal', 'new goal for this quarter: sign ten clinics', { kind: 'goal', period: 'quarterly', text: 'Sign ten clinics' }],
  ['write.goal', 'goal for this year: break even', { kind: 'goal', period: 'yearly', text: 'Break even' }],
  ['write.decision', 'log a decision: leave Lisbon', { kind: 'decision', text: 'Leave Lisbon' }],
  ['write.decision', 'log the decision that we leave Lisbon because rent doubled', { kind: 'decision', text: 'We leave Lisbon', reason: 'Rent doubled' }],
  ['write.check-in', 'check-in: mood 4, wins: two demos, blockers: hiring, next: pricing page', { kind: 'check-in', mood: 4, wins: 'Two demos', blockers: 'Hiring', next_priority: 'Pricing page' }],
  ['write.check-in', 'check me in, mood 2 of 5, blocked by the bank', { kind: 'check-in', mood: 2, wins: '', blockers: 'The bank', next_priority: '' }],
  ['write.check-in', 'check in for me please', { kind: 'check-in', mood: null, wins: '', blockers: '', next_priority: '' }],
  ['write.call', 'book a call about pricing', { kind: 'call', text: 'Pricing' }],
  ['write.call', 'book a call', { kind: 'call', text: 'What to focus on next' }],
  ['write.message', 'tell the squad that Larkwell signed', { kind: 'message', text: 'Larkwell signed.' }],
  ['write.done', 'I called the five vets', { kind: 'done', goal: id(1) }],
  ['write.done', 'vans sold, tick it', { kind: 'done', goal: id(3) }],
  ['write.done', 'demo van is sold, tick it off. the five vets are NOT done so leave those', { kind: 'done', goal: id(3) }],
  ['write.done', 'firmware 11 is finished', { kind: 'done', goal: id(5) }],
])('%s “%s”', async (intent, dictated, proposal) => {
  const query = buildQuery(intent, entitiesIn(dictated, founder.context, TODAY))
  expect((await answerWrite(query, founder)).proposals).toEqual([proposal])
}) // prettier-ignore

test('several goals of one message are proposed each', async () => {
  const query = buildQuery(
    'write.done',
    entitiesIn('firmware 11 is finished and the vans sold too', founder.context, TODAY),
  )
  expect((await answerWrite(query, founder)).proposals).toEqual([
    { kind: 'done', goal: id(5) },
    { kind: 'done', goal: id(3) },
  ])
})

test('a message to somebody who is not of the squad is a mail', async () => {
  const query = buildQuery('write.message', entitiesIn('write the label a polite goodbye', founder.context, TODAY))
  const { line, article } = await answerWrite(query, founder)
  expect(line).toBe('Here is a draft to the label to copy; I **cannot send** mail to others.')
  expect(article?.steps).toContain('I am writing to say goodbye.')
})

test.each<readonly [dictated: string, revisions: readonly string[], Proposal]>([
  ['add a monthly goal: reviews from ten clinics', ['hm make it weekly, and five'], { kind: 'goal', period: 'weekly', text: 'Reviews from five clinics' }],
  ['add a monthly goal: reviews from ten clinics', ['make it weekly', 'actually five bakeries and monthly'], { kind: 'goal', period: 'monthly', text: 'Reviews from five bakeries' }],
])('“%s” is changed by %j', async (dictated, revisions, proposal) => {
  const query = { ...buildQuery('write.goal', entitiesIn(dictated, founder.context, TODAY)), revisions }
  expect((await answerWrite(query, founder)).proposals).toEqual([proposal])
}) // prettier-ignore

test('a goal that is already done, or that there is none, is asked for', async () => {
  for (const dictated of ['mark “Sign the lease” as done', 'mark the zebra as done']) {
    const query = buildQuery('write.done', entitiesIn(dictated, founder.context, TODAY))
    const { proposals, evidence } = await answerWrite(query, founder)
    expect(proposals).toBeUndefined()
    expect(evidence?.join()).toContain('“Call five vets”')
  }
})
