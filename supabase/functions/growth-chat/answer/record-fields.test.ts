import { expect, test } from 'vitest'
import { checkIn, decision, goal, loop } from '../../_shared/founder-context-sample.ts'
import { FOUNDER_AS_SENDER } from '../../_shared/founder-records.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

/** On March 11, 2026. */
const founder = founderWith(
  {
    loops: [loop(1, { name: 'Referrals' })],
    goals: [
      goal(1, { text: 'Answer the label', period: 'monthly', date: '2026-02-20' }),
      goal(2, { text: 'Talk to five mills', period: 'weekly', date: '2026-03-09' }),
    ],
    checkins: [
      checkIn(11, { week_of: '2026-03-02', mood: 2, wins: 'Agreed on the studio split', blockers: 'Mastering', next_priority: 'Ask every clinic' }),
      checkIn(12, { week_of: '2026-02-23', mood: 5, wins: 'Won the framework contract', blockers: 'A broken gauge', next_priority: 'Automate the invoices' }),
      checkIn(13, { week_of: '2026-02-16', mood: 4, wins: 'Two ports renewed', blockers: '', next_priority: 'Rest', priority_outcome: 'yes' }),
    ],
    decisions: [
      decision(21, { title: 'Leave the label', date: '2026-02-24', reason: 'They answer after weeks', expected: 'More direct sales', review_on: '2026-05-09', result: '', outcome: '' }),
      decision(22, { title: 'Exhibit at fairs', date: '2026-01-10', expected: 'Five pilots', was_right: 'no', outcome: 'None came' }),
      decision(23, { title: 'Drop the free plan', date: '2026-01-20', expected: 'A few angry mails', was_right: 'yes', outcome: 'Three' }),
    ],
    messages: [
      { sender: FOUNDER_AS_SENDER, content: 'They do not pick up the phone', date: '2026-03-05' },
      { sender: 'Leopold', content: 'Offer Mossgate a discount of 4 percent', date: '2026-03-04' },
    ],
  },
  { categories: { [decision(23).id]: 'Pricing', [decision(21).id]: 'Pricing', [decision(22).id]: 'Marketing' } },
) // prettier-ignore

async function lineOf(...questions: readonly string[]): Promise<string> {
  const messages: { role: 'user' | 'assistant'; content: string }[] = []
  let answer = ''
  for (const content of questions) {
    messages.push({ role: 'user', content })
    answer = await coachAnswer(founder, messages, new Date('2026-03-11T12:00Z'))
    messages.push({ role: 'assistant', content: answer })
  }
  return answer.split('\n')[0]?.replaceAll(/ \[\[[a-z-]+:[\w-]+\]\]/g, '') ?? ''
}

test.each<readonly [asked: string, says: readonly string[]]>([
  ['why am i leaving the label again, what do i hope for, and when do i check it?', ['because **“They answer after weeks”**; you expected **“More direct sales”**', 'to be looked at again on **May 9, 2026**']],
  ['about leaving the label: what did I expect, why, and didn’t I answer them something?', ['**“More direct sales”**', '“Answer the label”']],
  ['When did we agree on the studio split? And how was my mood?', ['**Mar 2, 2026**', 'your mood was **2 of 5**']],
  ['Didn’t I plan to automate the invoices? Which week was that, and did I ever write that it’s done?', ['**Feb 23, 2026**', 'next was **“Automate the invoices”**; no record says that it is **done**']],
  ['last time my mood was a 5, and why', ['Feb 23, 2026', '**“Won the framework contract”**', '**“A broken gauge”**']],
  ['My happiest week this year: what was the win, and did I do what I put down as next?', ['**“Won the framework contract”**', '**“Automate the invoices”**']],
  ['Was there any week in which I felt good? What went well then?', ['**2 weeks**', '“Won the framework contract”', '“Two ports renewed”']],
  ['what exactly did leopold tell me to offer mossgate, and my answer to him?', ['Leopold wrote on Mar 4, 2026', 'you wrote next, on Mar 5, 2026: **“They do not pick up the phone”**']],
  ['which of my goals is the weekly one, and on what day did I write it?', ['weekly goal “Talk to five mills”', '**Mar 9, 2026**: 2 days ago']],
  ['which bets did i lose, and what had i expected of each', ['“Exhibit at fairs”', '**“Five pilots”**']],
  ['of all the pricing decisions, which turned out right and which is still hanging', ['Right: **1**, “Drop the free plan”', 'Not judged yet: **1**, “Leave the label”']],
])('“%s” is answered in all its parts', async (asked, says) => {
  const line = await lineOf(asked)
  for (const text of says) expect(line).toContain(text)
}) // prettier-ignore

test('what is asked of it next is of the record that was answered with', async () => {
  expect(await lineOf('why did we exhibit at fairs?', 'and did the thing I hoped for happen?')).toContain(
    'you expected **“Five pilots”**; it came to **“None came”**, you were **wrong**',
  )
})

test.each<readonly [asked: string, says: RegExp]>([
  ['how often was my mood a 5, and why', /^(?!.*; (?:because|you|it))/],
  ['Why did we leave the label, what did I expect, and what is my runway?', /runway|balance/i],
  ['why did we leave the label and when is my next call?', /call/i],
  ['When did we leave the label, and how is my mood now?', /2 of 5/],
  ['When is my weekly goal due?', /by \*\*Mar 15, 2026/],
  [
    'which decisions were not right and which are still pending?',
    /^Partly right: \*\*none\*\*. Wrong: \*\*1\*\*, “Exhibit at fairs”.*Not judged yet: \*\*1\*\*, “Leave the label”/,
  ],
  ['what is my runway, and which decisions were right and which were wrong?', /not recorded|runway/],
  ['Which calls failed or are still waiting to be confirmed?', /^(?!Wrong:)/],
  ['New goal: list which bets failed and which are pending', /goal/],
  ['which goals have I not finished today?', /^(?!.*before today)/],
  ['what should I do about Mossgate, and what is my runway?', /^(?!\*\*Begin with)/],
])('“%s” asks for something else as well, or instead', async (asked, says) => {
  expect(await lineOf(asked)).toMatch(says)
})

test('a goal that is done has the day of that, and no other', async () => {
  const done = founderWith({ goals: [goal(1, { text: 'Record the string pack', completed: true, date: '2026-01-03' })] })
  const messages = [{ role: 'user' as const, content: 'did we ever finish the string pack and when' }]
  const line = await coachAnswer(done, messages, new Date('2026-03-11T12:00Z'))
  expect(line).toContain('it is **done**')
  expect(line).not.toContain('days ago')
}) // prettier-ignore

test('goals of today are left out where a message says so', async () => {
  const today = founderWith({
    goals: [goal(1, { text: 'Old one', period: 'monthly', date: '2026-02-20' }), goal(2, { text: 'New one', period: 'monthly', date: '2026-03-11' })],
  })
  const asked = [{ role: 'user' as const, content: 'monthlies still open, but NOT the one i put in this morning' }]
  expect(await coachAnswer(today, asked)).toContain('**1 monthly goal** set before today and open: “Old one”')
}) // prettier-ignore

test('an event of a week is looked up, also where a mood is named beside it', async () => {
  expect(await lineOf('the week of the studio split, what was the win and when was I back at a 5?')).not.toContain(
    'weeks**',
  )
})
