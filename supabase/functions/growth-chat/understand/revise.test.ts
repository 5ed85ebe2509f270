import { expect, test } from 'vitest'
import type { Proposal } from '../../../../domain/proposals.ts'
import { revise } from './revise.ts'

const goal: Proposal = { kind: 'goal', period: 'monthly', text: 'Call ten bakeries' }
const decision: Proposal = { kind: 'decision', text: 'Leave Lisbon', reason: 'Rent doubled' }
const checkIn: Proposal = { kind: 'check-in', mood: 4, wins: 'Two demos', blockers: 'Hiring', next_priority: '' }
const message: Proposal = { kind: 'message', text: 'Larkwell signed. We have 20 clinics.' }

test.each<readonly [Proposal, string, object]>([
  [goal, 'hm make it weekly, and five', { period: 'weekly', text: 'Call five bakeries' }],
  [goal, 'actually five bakeries and weekly', { period: 'weekly', text: 'Call five bakeries' }],
  [goal, 'no, eight, and by friday', { text: 'Call eight bakeries by friday' }],
  [goal, 'no, 12', { text: 'Call 12 bakeries' }],
  [goal, 'mills instead of bakeries', { text: 'Call ten mills' }],
  [goal, 'for the quarter please', { period: 'quarterly', text: 'Call ten bakeries' }],
  [goal, 'actually visit the two ports', { period: 'monthly', text: 'Visit the two ports' }],
  [decision, 'with another reason: the team moved', { text: 'Leave Lisbon', reason: 'The team moved' }],
  [decision, 'review it in march', { text: 'Leave Lisbon', reason: 'Rent doubled', reviewOn: '2027-03-01' }],
  [checkIn, 'mood 3 actually', { mood: 3, wins: 'Two demos', blockers: 'Hiring' }],
  [checkIn, 'add blocker: customs', { blockers: 'Hiring. Customs' }],
  [checkIn, 'make the mood 3', { mood: 3, wins: 'Two demos' }],
  [message, 'make it more friendly', { text: 'Larkwell signed. We have 20 clinics.' }],
  [message, 'no, ask them for a lawyer instead', { text: 'I am looking for a lawyer. Can you help?' }],
  [message, 'shorter, and add that we hire', { text: 'Larkwell signed. We hire.' }],
  [message, 'shorter', { text: 'Larkwell signed.' }],
  [message, 'add that we hire', { text: 'Larkwell signed. We have 20 clinics. We hire.' }],
])('%o, %s', (proposal, revision, changed) => {
  expect(revise(proposal, revision, '2026-11-27')).toMatchObject(changed)
})
