import { expect, test } from 'vitest'
import { decision, goal, id, runway } from '../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

/** On Wednesday, March 11, 2026. */
const founder = founderWith(
  {
    ...runway(90_000, 6000, 16_000),
    goals: [
      goal(1, { text: 'Call five bakeries', period: 'weekly', date: '2026-02-23' }),
      goal(2, { text: 'Open the shop window', period: 'monthly', date: '2026-03-01' }),
      goal(3, { text: 'Sell the old oven', period: 'weekly', date: '2026-02-16' }),
      goal(4, { text: 'Paint the door', period: 'weekly', date: '2026-03-09', completed: true }),
    ],
    decisions: [decision(21, { title: 'Raise the price', review_on: '2026-03-13' })],
  },
  {
    carried: { [id(1)]: '2026-03-09' },
    proposedRunway: { day: '2026-03-10', bank_balance: 85_000, monthly_revenue: 6000, monthly_burn: 16_000 },
  },
)
const ask = (...contents: string[]) =>
  coachAnswer(founder, contents.map((content) => ({ role: 'user' as const, content }))) // prettier-ignore

test.each([
  ['what is due this week?', '**1 goal and 1 decision** are due this week: “Raise the price”'],
  ['what deadlines do i have?', '**2 goals and 1 decision** are due: “Raise the price”'],
  ['what are my deadlines', 'by **Mar 13, 2026**'],
  ['which goals are due this month', '**2 goals** are due this month: “Call five bakeries”'],
  ['what is due this week', 'The day of 1 goal more has passed already.'],
  ['when is “Call five bakeries” due?', 'by **Mar 15, 2026**, the end of its week'],
])('%s: %s', async (question, says) => expect((await ask(question)).replaceAll(/ \[\[.*?\]\]/g, '')).toContain(says))

test('a goal is due at the end of the period that it was carried into', async () =>
  expect(await ask('what is due this week')).toMatch(/Call five bakeries.*by \*\*Mar 15, 2026\*\*/))

test.each([
  ['what is our bank balance', '**$90,000**. You proposed cash of **$85,000** as of Mar 10, 2026; your squad has **not confirmed** it.'],
  ['what is our runway', 'You proposed cash of **$85,000**'],
])('%s: what waits for the squad is said as waiting', async (question, says) => expect(await ask(question)).toContain(says)) // prettier-ignore

test('figures that were sent are said with what is recorded', async () => {
  const answer = await ask('which figures have i sent?')
  expect(answer).toContain('You sent a balance of **$85,000**, revenue of **$6,000** and burn of **$16,000** a month')
  expect(answer).toContain('balance $90,000')
  const [line] = (
    await coachAnswer(founderWith(), [{ role: 'user', content: 'what figures did i send to the squad' }])
  ).split('\n')
  expect(line).toContain('**No figures** of yours wait')
})

test('an amount that is the same in what waits needs no word', async () =>
  expect(await ask('what is our monthly burn')).not.toContain('You proposed'))
