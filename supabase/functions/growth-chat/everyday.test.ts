import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../../domain/growth-chat.ts'
import type { IsoDate } from '../../../domain/week.ts'
import { checkIn, decision, goal, id, loop, runway } from '../_shared/founder-context-sample.ts'
import { coachAnswer } from './coach.ts'
import type { AskingFounder } from './founder-queries.ts'
import { founderWith } from './founder-sample.ts'

/** The answer to the last of the texts, without references; those before are asked and answered first. */
async function asked(founder: AskingFounder, ...texts: string[]): Promise<string> {
  const messages: ChatMessage[] = []
  let answer = ''
  for (const content of texts) {
    messages.push({ role: 'user', content })
    answer = await coachAnswer(founder, messages)
    messages.push({ role: 'assistant', content: answer })
  }
  return answer.replaceAll(/ \[\[[a-z-]+:[\w-]+\]\]/g, '')
}

const lineOf = (answer: string): string => answer.split('\n\n')[0] ?? ''

const on = (number: number, day: IsoDate, conversions: number) => ({
  loop_id: id(number), day, status: 'running' as const, messages: conversions * 10, demos: conversions * 2, conversions,
}) // prettier-ignore

/** Two loops, one of them with a word of the goals in its name. */
const practices = founderWith(
  {
    ...runway(90_000, 5000, 20_000),
    goals: [
      goal(1, { text: 'Sign 12 new practices at $149', period: 'monthly', target: 12, progress: 11, unit: 'practices' }),
      goal(2, { text: 'Reach 150 paying practices', period: 'quarterly', target: 150, progress: 131, unit: 'practices' }),
    ],
    loops: [
      loop(3, { name: 'Cold mail to practice owners', status: 'paused', messages: 600, demos: 12, conversions: 3 }),
      loop(4, { name: 'Referral ask', messages: 100, demos: 28, conversions: 21 }),
    ],
    decisions: [decision(5, { title: 'Raise the price to $149', reason: 'No lost deal named it' })],
    notes: [{ id: id(6), date: '2026-03-01', title: 'First ninety days of Jo', category: 'hiring', content: 'Jo owns trials.' }],
  },
  { loops: [on(3, '2026-03-01', 3), on(4, '2026-03-01', 14), on(3, '2026-03-10', 7), on(4, '2026-03-10', 16)] },
) // prettier-ignore

const ofDemos = founderWith({
  goals: [goal(1, { text: 'Book 10 demos', target: 10, progress: 4, unit: 'demos' })],
  messages: [
    { date: '2026-03-10', sender: 'the founder', content: 'Should I raise prices?' },
    { date: '2026-03-09', sender: 'the founder', content: 'Hello, I sell to bakers' },
  ],
})

describe('a question that names a goal is about the goal', () => {
  test.each([
    ['Are we on track to sign 12 new practices this month?', practices, '11 of 12 practices'],
    ['How many practices did we sign this month?', practices, '11 of 12 practices'],
    ['will we manage the 12 new practices', practices, '11 of 12 practices'],
    ['How far are we from 150 practices?', practices, '131 of 150 practices'],
    ['how close to 150 paying practices are we', practices, '131 of 150 practices'],
    ['Am I on track with book 10 demos?', ofDemos, '4 of 10 demos'],
    ['am I behind on my 10 demos?', ofDemos, '4 of 10 demos'],
  ])('%s', async (question, founder, fact) => {
    expect(lineOf(await asked(founder, question))).toContain(fact)
  })

  test('and one that names a loop is about the loop', async () => {
    expect(lineOf(await asked(practices, 'How is cold mail doing?'))).toContain('Cold mail to practice owners')
  })
})

test('one word is looked for where the records have it, and asks for advice where they do not', async () => {
  expect(await asked(founderWith(), 'Pricing?')).toContain('To find your price')
  expect(lineOf(await asked(practices, 'Trials?'))).toContain('“First ninety days of Jo”')
})

test.each(['Can you see my squad messages?', 'What did my squad last write?', 'did anybody of the squad answer me?'])(
  'a silent squad is no missing message of the founder: %s',
  async (question) => {
    const answer = await asked(ofDemos, question)
    expect(lineOf(answer)).toContain('Your squad has **not written yet**')
    expect(lineOf(answer)).toContain('“Should I raise prices?”')
    expect(answer).not.toContain('no message')
  },
)

describe('the co-founder’s own sentences are no records', () => {
  test.each(['Who is Jo?', 'and who is Jo', 'tell me who Jo is'])(
    'a person who is named is looked up: %s',
    async (question) => {
      expect(lineOf(await asked(practices, 'How long is my runway?', question))).toContain('First ninety days of Jo')
    },
  )

  test.each(['How long is my runway?', 'Which loop is best?'])('who says that? after %s', async (question) => {
    const answer = await asked(practices, question, 'Who says that?')
    expect(lineOf(answer)).toContain('**I did**')
    expect(answer).not.toContain('You, in your own records')
  })
})

test.each([
  ['hi', 'what about pricing?', 'Raise the price'],
  ['thanks!', 'what about Jo?', 'Jo owns trials'],
])('small talk is nothing to continue: %s, %s', async (talk, question, fact) => {
  expect(lineOf(await asked(practices, talk, question))).toContain(fact)
})

describe('a whole question is of all loops, whatever the answer before names', () => {
  test.each(['Why did conversions go up this week?', 'How many conversions this week in total?'])(
    '%s',
    async (question) => {
      expect(lineOf(await asked(practices, 'Which loop should I double down on?', question))).toContain('6 conversions')
    },
  )

  test('“it” is the loop', async () => {
    const answer = await asked(practices, 'Which loop works best?', 'How many conversions did it bring this week?')
    expect(lineOf(answer)).toContain('2 conversions')
  })
})

describe('everyday questions', () => {
  const founder = founderWith(
    {
      ...runway(90_000, 5000, 20_000),
      goals: Array.from({ length: 11 }, (_, index) =>
        goal(20 + index, { text: `Piece ${index}`, date: index === 0 ? '2026-03-11' : '2026-03-09' }),
      ),
      loops: [loop(3, { name: 'Fairs', messages: 600, demos: 12, conversions: 3 })],
      checkins: [
        checkIn(4, { wins: 'Four shops signed after the fair in Leeds', blockers: 'I hold every demo myself' }),
        checkIn(5, { week_of: '2026-02-16', mood: 2 }),
      ],
      decisions: [decision(6, { title: 'Raise the price to $149', impact: 'positive', result: 'Nobody left' })],
    },
    {
      loops: [on(3, '2026-01-05', 0), on(3, '2026-02-10', 4), on(3, '2026-03-10', 10)],
      runway: [
        { day: '2026-03-02', bank_balance: 90_000, monthly_revenue: 5000, monthly_burn: 20_000 },
        { day: '2026-02-02', bank_balance: 105_000, monthly_revenue: 4000, monthly_burn: 20_000 },
      ],
    },
  ) // prettier-ignore

  test.each([
    'Summarize my week',
    'Summarize this week',
    'could you sum up the week for me?',
    'recap my week',
    'could you recap the week?',
    'recap this week',
  ])('this week in short: %s', async (question) => {
    expect(lineOf(await asked(founder, question))).toMatch(/^This week: .*goals completed.*conversions/)
  })

  test.each(['summarize my month', 'recap my month', 'could you sum up my month?'])(
    'a month in short is its document: %s',
    async (question) => {
      expect(lineOf(await asked(founder, question))).toContain('**month-summary**')
    },
  )

  test('“week” means no goal of the weekend', async () => {
    const ofWeekend = founderWith({
      ...runway(90_000, 5000, 20_000),
      goals: [goal(1, { text: 'Rest at the weekend' })],
    })
    expect(lineOf(await asked(ofWeekend, 'Summarize my week'))).toMatch(/^This week: /)
  })

  test.each([
    'How are we doing compared to last month?',
    'Compare February and March',
    'how does this month compare to february',
    'is march going better than february overall?',
  ])('two months beside each other: %s', async (question) => {
    const answer = await asked(founder, question)
    expect(lineOf(answer)).toMatch(
      /^(?:In March 2026|This month) so far: \*\*6 conversions.*; (?:last month|in February 2026): \*\*4 conv/,
    )
    expect(answer).toContain('- Monthly revenue $4,000 a month → $5,000 a month, up $1,000 a month.')
  })

  test.each([
    'Biggest risks',
    'What is our largest risk?',
    'which risks do we run',
    'what could go wrong',
    'What could go wrong this month?',
    'which things might go wrong next?',
    'what are the dangers for us',
  ])('risks: %s', async (question) => {
    const line = lineOf(await asked(founder, question))
    expect(line).toContain('biggest risk')
    expect(line).toContain('“I hold every demo myself”')
  })

  test('what went wrong is what was in the way, not a risk', async () => {
    expect(lineOf(await asked(founder, 'what went wrong this week?'))).not.toContain('risk')
  })

  test.each(['What should I raise?', 'how much should we raise', 'should we raise now?'])(
    'a round is not the price: %s',
    async (question) => {
      expect(await asked(founder, question)).not.toContain('You decided on this on Feb 2, 2026')
    },
  )

  test('a mail says what is known of its subject, to the founder’s own people', async () => {
    const answer = await asked(founder, 'Draft a mail to my investors about the fair in Leeds')
    expect(lineOf(answer)).toContain('a draft to your investors')
    expect(answer).toContain('Four shops signed after the fair in Leeds.\n')
    expect(answer).not.toContain('Thank you.')
    expect(await asked(founder, 'write an email to our landlord about the heating')).toContain(
      'I am writing about the heating.\n\n[What there is to know about it]',
    )
  })

  test('a list says how many it leaves out, and a goal of today when it was set', async () => {
    const answer = await asked(founder, 'Which goals are open?')
    expect(answer).toContain('\n\nand 1 more')
    expect(answer).toContain('“Piece 0”: set today')
    expect(answer).not.toContain('0 days')
    expect(lineOf(await asked(founder, 'How is “Piece 0” going?'))).toContain('is **open**, since today.')
  })

  test.each([
    ['How many demos did we have?', true],
    ['What is our conversion rate?', true],
    ['What was our net burn in February?', false],
    ['Which loops do I have?', false],
    ['Is Fairs running?', false],
  ])('how many messages demos take is said where counts are asked for: %s', async (question, isSaid) => {
    expect(/10 demos take/.test(await asked(founder, question))).toBe(isSaid)
  })
})
