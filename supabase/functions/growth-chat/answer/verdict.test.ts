import { expect, test } from 'vitest'
import { decision, id, loop, runway } from '../../_shared/founder-context-sample.ts'
import type { FounderRecords } from '../../_shared/founder-records.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

const loops = [
  loop(1, { name: 'Trade fairs', messages: 216, demos: 3, conversions: 0 }),
  loop(2, { name: 'Referrals', messages: 300, demos: 60, conversions: 30 }),
]
const congress = decision(3, {
  title: 'Sponsor the dental congress', impact: 'negative', result: 'One lead for $6,100', was_right: 'no',
}) // prettier-ignore
const advice = {
  date: '2026-03-10', sender: 'Mara', content: 'Wait with a salesperson until demos come without you',
} as const // prettier-ignore
const hired = decision(5, { title: 'Hire a salesperson for Spain', result: 'Nine accounts', was_right: 'yes' })
const fifth = decision(6, { title: 'Give the partner a fifth', reason: 'Cheaper than to hire', was_right: 'yes' })
const label = decision(4, { title: 'Leave the label', reason: 'They answer after weeks', result: '' })

test.each<readonly [question: string, records: Partial<FounderRecords>, says: readonly string[]]>([
  ['Should we do another trade fair?', { loops }, ['**Rather not**', 'Trade fairs', '**0%** of its messages']],
  ['should i kill the trade fairs?', { loops }, ['**Yes**', 'Trade fairs']],
  ['should I drop the weakest channel, good idea?', { loops }, ['**Yes**', 'Trade fairs']],
  ['is it worth doing more referrals?', { loops }, ['**Yes**', '**10%** of its messages']],
  ['Should I sponsor the dental congress again?', { decisions: [congress] }, ['**Rather not**', 'came out **wrong**', 'One lead for $6,100']],
  ['isnt it time for a salesperson now?', { messages: [advice] }, ['**Rather not**', 'Mara wrote on Mar 10, 2026']],
  ['The label wants us back, tempting. should we?', { decisions: [label] }, ['**Rather not**', 'because “They answer after weeks”']],
  ['should i shut the company down', { ...runway(20_000, 1000, 11_000), messages: [advice] }, ['**That is yours to decide**', '**2.0 months**', 'Mara wrote']],
  ['a shop wants a discount, give in?', { decisions: [decision(8, { title: 'Raise the jar price', was_right: 'yes', result: 'Nobody left' })], notes: [] }, ['**Rather not**', 'Raise the jar price']],
  ['should we take the apprentice', { messages: [{ date: '2026-03-10', sender: 'Mara', content: 'On recruiting: take the apprentice from the school.' }] }, ['**Yes**', 'Mara wrote']],
  ['should we build dashboards?', { decisions: [decision(8, { title: 'Build the frost alarm first', reason: 'Growers asked' })], notes: [{ id: id(9), date: '2026-03-01', title: 'What growers pay for', category: 'market', content: 'Growers pay for frost alarms, not for dashboards.' }] }, ['**Rather not**', 'not for dashboards']],
  ['Should I hire a second engineer?', {}, ['in general: Do the work yourself']],
  ['Should I hire a salesperson at $6,000 a month?', runway(200_000, 5000, 15_000), ['**12.5 months** instead of 20.0 months', 'monthly burn $15,000 → $21,000']],
  ['Should I hire a salesperson at $6,000 a month?', { ...runway(200_000, 5000, 15_000), decisions: [hired, fifth] }, ['**Yes**', '**12.5 months** instead of 20.0 months', '“Hire a salesperson for Spain”']],
  ['Should I hire a salesperson at $6,000 a month?', { ...runway(60_000, 5000, 15_000), decisions: [hired] }, ['**Rather not**', '**3.8 months** instead of 6.0 months']],
])('%s', async (content, records, says) => {
  const [line] = (await coachAnswer(founderWith(records), [{ role: 'user', content }])).split('\n\n')
  for (const text of says) expect(line).toContain(text)
}) // prettier-ignore

test('a decision on something else is no reason beside one on the subject', async () => {
  const founder = founderWith({ decisions: [hired, fifth] })
  const answer = await coachAnswer(founder, [{ role: 'user', content: 'Should I hire a salesperson?' }])
  expect(answer).toContain('“Hire a salesperson for Spain”')
  expect(answer).not.toContain('“Give the partner a fifth”')
})
