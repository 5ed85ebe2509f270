import { expect, test } from 'vitest'
import { checkIn, decision, id, loop, TODAY } from '../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'
import { asksWhyOfEvent } from '../understand/events.ts'

const founder = founderWith({
  loops: [
    loop(1, { name: 'Introductions by the accounting partner', conversions: 8, demos: 21, messages: 64 }),
    loop(2, { name: 'Cold mail', status: 'paused', conversions: 1, demos: 4, messages: 300 }),
    loop(3, { name: 'Search ads', status: 'paused', demos: 3, messages: 90 }),
  ],
  decisions: [
    decision(1, { title: 'Stop the search ads', reason: 'Eleven sign-ups and no sale', date: '2026-02-05' }),
    decision(3, { title: 'Custom reports for the group of eleven', reason: 'They would double revenue', result: 'Lost the deal' }),
    decision(2, { title: 'Leave the veterinary practices for later', reason: 'Three asked' }),
  ],
  checkins: [
    checkIn(1, { week_of: '2026-03-02', wins: 'One account left: it was sold to a chain', blockers: '' }),
    checkIn(2, { week_of: '2026-02-16', wins: '', blockers: 'Lost the group of eleven practices to a spreadsheet' }),
  ],
  notes: [
    { id: id(50), date: '2026-01-12', title: 'Forum first', content: 'Answer one question a week.', category: 'outreach' },
  ],
}) // prettier-ignore

const firstLine = async (question: string, before: readonly string[] = []) => {
  const messages = before.map((content, at) => ({ role: at % 2 === 0 ? ('user' as const) : ('assistant' as const), content }))
  const answer = await coachAnswer(founder, [...messages, { role: 'user', content: question }], new Date(`${TODAY}T12:00Z`))
  return answer.split('\n')[0] ?? ''
} // prettier-ignore

test.each([
  ['Why did we lose the group of eleven?', 'Week of Feb 16, 2026', 'to a spreadsheet'],
  ['how come the group of 11 practices was lost', 'Week of Feb 16, 2026', 'to a spreadsheet'],
  ['Why did our biggest account leave?', 'Week of Mar 2, 2026', 'sold to a chain'],
  ['what made our largest account quit', 'Week of Mar 2, 2026', 'sold to a chain'],
  ['why did we pause search ads', 'Feb 5, 2026', 'no sale'],
  ['What was the reason we dropped the ads?', 'Feb 5, 2026', 'no sale'],
])('“%s” is answered with what was written, its date first', async (question, date, quote) => {
  const line = await firstLine(question)
  expect(line).toMatch(new RegExp(`^\\*\\*${date}\\*\\*`))
  expect(line).toContain(quote)
})

test.each(['why did the spa give notice', 'Why did Oakfield not sign?', 'why did we drop cold mail', 'why did we raise a seed round'])(
  '“%s” has nothing recorded, and says so',
  async (question) => expect(await firstLine(question)).toMatch(/^There is \*\*nothing in your records on why\*\*/),
) // prettier-ignore

test('a why of an event asks nothing of the figure before', async () => {
  const line = await firstLine('why did we lose the group of eleven?', ['how many demos do we have', 'You have **28 demos**.'])
  expect(line).toContain('to a spreadsheet')
}) // prettier-ignore

test.each(['why did revenue drop', 'why should we hire', 'why are demos down', 'why will we lose money'])(
  '“%s” asks for no event',
  (question) => expect(asksWhyOfEvent(question, true)).toBe(false),
)
