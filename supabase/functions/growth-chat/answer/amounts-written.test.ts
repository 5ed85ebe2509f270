import { expect, test } from 'vitest'
import { checkIn, decision, goal } from '../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

const note = (title: string, content: string) => ({
  id: '00000000-0000-4000-8000-000000000009', date: '2026-03-01', title, category: 'buyer-insights', content,
}) as const // prettier-ignore
const founder = founderWith({
  checkins: [checkIn(1, { wins: 'Tindall clinics signed: eleven seats' })],
  goals: [goal(2, { text: 'Send the Tindall renewal quote' })],
  decisions: [decision(3, { title: 'Enter Rotterdam', reason: 'The tender of that port' })],
  notes: [note('Competitor watch', 'In spring Dentalux raised its price to $95')],
})

test.each([
  ['how much does tindall pay us a month', 'not recorded** as a figure, only this:'],
  ['How much revenue comes from Rotterdam alone?', 'not recorded** as a figure, only this: Your decision “Enter Rotterdam”'],
  ['how much does dentalux charge nowadays', '$95'],
])('an amount that nobody wrote is not recorded, one that somebody wrote is quoted: %s', async (content, says) => {
  const [line] = (await coachAnswer(founder, [{ role: 'user', content }])).split('\n\n')
  expect(line).toContain(says)
}) // prettier-ignore
