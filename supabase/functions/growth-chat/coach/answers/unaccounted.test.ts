import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../../../../domain/growth-chat.ts'
import { checkIn, decision, goal, id, loop, runway } from '../../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../../coach.ts'
import { founderWith } from '../founder-sample.ts'

const points = [
  { day: '2026-03-02', bank_balance: 90_000, monthly_revenue: 5000, monthly_burn: 20_000 },
  { day: '2026-02-10', bank_balance: 105_000, monthly_revenue: 4000, monthly_burn: 18_000 },
  { day: '2026-01-10', bank_balance: 119_000, monthly_revenue: 4000, monthly_burn: 16_000 },
] as const

const founder = founderWith(
  {
    ...runway(90_000, 5000, 20_000),
    goals: [
      goal(1, { text: 'Ten demos' }),
      goal(2, { text: 'Pricing page', period: 'monthly', date: '2026-01-20' }),
      goal(3, { text: 'Old letter', completed: true, date: '2026-02-01' }),
    ],
    loops: [
      loop(4, { name: 'Cold mail', messages: 400, demos: 20, conversions: 2, date: '2026-01-07' }),
      loop(5, { name: 'Referrals', messages: 60, demos: 16, conversions: 8, date: '2026-01-07' }),
    ],
    checkins: [
      checkIn(6, { week_of: '2026-03-02', mood: 4, blockers: 'Hiring is slow' }),
      checkIn(7, { week_of: '2026-02-23', mood: 2, blockers: '' }),
      checkIn(8, { week_of: '2026-02-16', mood: 5, blockers: 'Hiring again' }),
    ],
    decisions: [
      decision(9, { title: 'Sponsor the congress', reason: 'It cost $6,100', was_right: 'partly', outcome: 'One lead' }),
      decision(10, { title: 'Two plans', date: '2026-01-02' }),
    ],
    notes: [{ id: id(11), date: '2026-02-20', title: 'Clinics', category: 'growth', content: 'Seven of nine would pay $79' }],
    messages: [
      { date: '2026-03-10', sender: 'Dana', content: 'Charge the partners $450' },
      { date: '2026-03-01', sender: 'Dana', content: 'Hire a seller first' },
      { date: '2026-02-20', sender: 'the founder', content: 'May I ask?' },
    ],
  },
  { runway: points },
) // prettier-ignore

async function lineOf(...texts: string[]): Promise<string> {
  const messages: ChatMessage[] = []
  let answer = ''
  for (const content of texts) {
    messages.push({ role: 'user', content })
    answer = await coachAnswer(founder, messages)
    messages.push({ role: 'assistant', content: answer })
  }
  return (answer.split('\n\n')[0] ?? '').replaceAll(/ \[\[.*?\]\]/g, '')
}

describe('the coach does not give another number than the one asked for', () => {
  test.each([
    ['how much did the congress cost us', 'Sponsor the congress'],
    ['what do we pay for the partners', 'Charge the partners $450'],
    ['refund rate on the enterprise tier?', '**not recorded**'],
    ['demos from linkedin ads', '**not certain** what you mean by “linkedin”'],
    ['runway with $40,000', '**not certain** what $40,000 should change'],
    ['what if we merge with another firm, how long is the runway', '**not certain**'],
    ['if revenue grows 5% a month, how long do we last', 'growth month by month'],
    ['demos per customer per day', '**not certain** that I have it as you ask'],
    ['longest streak', '**not certain** that I have it as you ask: the longest one'],
    ['how many messages did Dana write', 'Dana wrote you **2 messages**'],
  ])('%s', async (question, said) => expect(await lineOf(question)).toContain(said))

  test('the closest that there is stands below the first line', async () => {
    const answer = await coachAnswer(founder, [{ role: 'user', content: 'demos from linkedin ads' }])
    expect(answer).toContain('- You have **36 demos**')
  })
})

describe('runway', () => {
  test.each([
    ['annual burn?', '**$240,000 a year**'],
    ['weekly burn', '**$4,615 a week**'],
    ['how many weeks of cash are left', '**26.1 weeks**'],
    ['how much cash will we have in 3 months', '**$45,000** in the bank on 11 June 2026'],
    ['when was our bank balance highest', 'highest on 10 January 2026: **$119,000**'],
    ['average burn over the last 3 months', '**$18,000** a month on average'],
    ['how much did we burn in total this year', '**$54,000**'],
    ['is our burn going up', 'went from $16,000 to **$20,000**'],
    ['what was net burn in february', '**$14,000**'],
    ['runway at 8k mrr', 'revenue of $8,000 a month'],
    ['two hires @ 2k/mo', '$4,000 more burn a month (2 × $2,000)'],
    ['cost cutting of 2k monthly', '$2,000 less burn a month'],
    ['200k investment and one 6k hire, how long?', '$200,000 more in the bank and $6,000 more burn'],
    ['what if revenue falls by a third', 'revenue down 33.3%'],
    ['what is 10% of our burn', 'is **$2,000**'],
    ['max burn for 12 months runway', 'at most **$12,500 a month**'],
    ['how much more mrr until we are default alive', '**$15,000 a month** more'],
  ])('%s', async (question, said) => expect(await lineOf(question)).toContain(said))
})

describe('goals, check-ins, loops and decisions', () => {
  test.each([
    ['goals older than 30 days', '**1 open goal** is older than 30 days'],
    ['open monthlys?', '**1 monthly goal** is open'],
    ['how often did hiring block me', '**2 check-ins**'],
    ['last week without a blocker', 'week of 23 February 2026'],
    ['when was my mood 5', 'week of 16 February 2026'],
    ['how many weeks was my mood 4 or higher', '**4 or higher** in 2 weeks'],
    ['highest and lowest mood', '**2 of 5**'],
    ['demos per week', '**4.0 demos a week**'],
    ['demo to sale rate on referrals', '**50%** of the demos'],
    ['when did we start the referrals loop', '**7 January 2026**'],
    ['which decision was I partly right with', '**1 decision**: “Sponsor the congress”'],
    ['oldest decision', 'Your oldest decision “Two plans”'],
    ['my last message to the squad', '“May I ask?”'],
    ['first thing Dana told me', '“Hire a seller first”'],
    ['hw mny demos do we hv', '**36 demos**'],
  ])('%s', async (question, said) => expect(await lineOf(question)).toContain(said))
})

describe('a follow-up', () => {
  test.each([
    [['what if I hire for 6k a month', 'and if I also raise 100k?'], '$6,000 more burn a month and $100,000 more in the bank'],
    [['what if i hire for 8k a month', 'make it 2 people'], '2 × $8,000'],
    [['which goals are overdue', 'how many is that'], '**1 open goal**'],
    [['what are my goals', 'which one is monthly?'], '“Pricing page”'],
    [['burn?', 'a year?'], '**$240,000 a year**'],
    [['oldest goal?', 'when did i set it'], '20 January 2026'],
    [['what did Dana say?', 'how many demos from referrals'], '**16 demos**'],
  ])('%j', async (questions, said) => expect(await lineOf(...questions)).toContain(said)) // prettier-ignore
})
