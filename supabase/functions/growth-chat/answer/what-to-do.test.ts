import { expect, test } from 'vitest'
import { checkIn, id, loop, runway } from '../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

/** On March 11, 2026. */
const founder = founderWith({
  ...runway(31_927, 4253, 22_483),
  loops: [
    loop(1, { name: 'Cold mail', conversions: 5, demos: 43, messages: 1679 }),
    loop(2, { name: 'Referrals', conversions: 58, demos: 125, messages: 440 }),
  ],
  checkins: [checkIn(3, { week_of: '2026-03-02', blockers: 'Onboarding takes four days', next_priority: 'Write the onboarding checklist' })],
  notes: [{ id: id(50), date: '2026-02-20', title: 'Onboarding teardown', content: 'Four of eleven steps can be skipped', category: 'product' }],
  messages: [{ sender: 'Leopold', content: 'Ask Mossgate for half of the invoice today', date: '2026-03-04' }],
}) // prettier-ignore

const lineOf = async (content: string) =>
  (await coachAnswer(founder, [{ role: 'user', content }], new Date('2026-03-11T12:00Z'))).split('\n')[0]?.replaceAll(/ \[\[[a-z-]+:[\w-]+\]\]/g, '') ?? '' // prettier-ignore

test.each<readonly [asked: string, says: readonly string[]]>([
  ['I am the bottleneck in onboarding. What do I do first this week?', ['**Begin with** what your records say on “onboarding”: the note “Onboarding teardown”', '“Write the onboarding checklist”']],
  ['what should I do about Mossgate?', ['Leopold wrote on Mar 4, 2026: “Ask Mossgate for half of the invoice today”']],
  ['onboarding is killing me and I am so tired. what do i do first?', ['**Begin with** what your records say on “onboarding”']],
  ['Do we pour more into cold mail, or kill it?', ['**End it**, or change it first', '“Cold mail” converts **0.3%**']],
  ['keep referrals or drop them?', ['**Keep it**, by your own records: “Referrals” converts **13%**']],
  ['How big must a bridge be so that we get through to the end of June if nothing changes?', ['To last until Jun 30, 2026, raise **$', '× $18,230 net burn']],
  ['if revenue stays and burn stays, how much is in the bank account at the end of april?', ['At this pace you will have about **$', 'Apr 30, 2026']],
  ['if we sell the shop we get 300k at once but lose 1k of revenue every month, how long do we last?', ['balance $31,927 → $331,927 and monthly revenue $4,253 → $3,253']],
  ['if I trim 3k off the burn but take a helper at 1.2k, what do we win?', ['monthly burn $22,483 → $20,683']],
  ['two more growers leasing at 640 a month each, how long do we last?', ['monthly revenue $4,253 → $5,533']],
  ['what if revenue slips another 485?', ['monthly revenue $4,253 → $3,768']],
  ['I want the money to last 18 months. burn stays put. what would revenue have to be?', ['earn **$']],
])('%s', async (asked, says) => {
  const line = await lineOf(asked)
  for (const text of says) expect(line).toContain(text)
}) // prettier-ignore

test.each([
  'Add a goal: find out how much the bank wants by the end of June',
  'how much do I pay back on the loan over 12 months',
  'how much can i raise my prices by june?',
])('“%s” asks for no money to raise', async (asked) => {
  const line = await lineOf(asked)
  expect(line).not.toContain('raise **$')
  expect(line).not.toContain('At this pace')
})

test('a burn that changes from tomorrow is no time that the money is to last', async () => {
  expect(await lineOf('say I need burn at half from tomorrow. how far does the money go')).not.toContain('0.0 months')
})

test('what is supposed next is added to the case before', async () => {
  const [first, second] = ['what if mossgate pays 9,400 tomorrow', 'ok plus i sell the van, 6k. now?']
  const answer = await coachAnswer(founder, [{ role: 'user', content: first }], new Date('2026-03-11T12:00Z'))
  const messages = [{ role: 'user', content: first }, { role: 'assistant', content: answer }, { role: 'user', content: second }] as const
  expect(await coachAnswer(founder, messages, new Date('2026-03-11T12:00Z'))).toContain('balance $31,927 → $47,327')
}) // prettier-ignore

test('danger to life is answered with care alone, whatever is asked beside it', async () => {
  expect(await lineOf('i want to die. what do i do first about onboarding?')).not.toContain('Begin with')
})
