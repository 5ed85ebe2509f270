import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '../../../../../domain/growth-chat.ts'
import { checkIn, decision, goal, id, loop, runway } from '../../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../../coach.ts'
import { ANSWERABLE } from './nearest.ts'
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
  { runway: points, goalDays: [{ period: 'weekly', set: '2026-02-01', completed: '2026-02-05' }, { period: 'monthly', set: '2026-01-01', completed: '2026-01-07' }] },
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
    ['how much cash will we have in 3 months', '**$45,000** in the bank on Jun 11, 2026'],
    ['when was our bank balance highest', 'highest on Jan 10, 2026: **$119,000**'],
    ['average burn over the last 3 months', '**$18,000** a month on average'],
    ['how much did we burn in total this year', '**$54,000**'],
    ['is our burn going up', 'went from $16,000 to **$20,000**'],
    ['what was net burn in february', '**$14,000**'],
    ['runway at 8k mrr', 'revenue of $8,000 a month'],
    ['two hires @ 2k/mo', '$4,000 more burn a month (2 × $2,000)'],
    ['cost cutting of 2k monthly', '$2,000 less burn a month'],
    ['200k investment and one 6k hire, how long?', '$200,000 more in the bank and $6,000 more burn'],
    ['what if revenue falls by a third', 'revenue down 33.3%'],
    ['runway if burn is 5k lower', '$5,000 less burn a month'],
    ['what if we get burn down to 10k and mrr up to 8k', 'burn of $10,000 a month and revenue of $8,000 a month'],
    ['if we sign 5 clinics paying 400 a month each', '$2,000 more revenue a month (5 × $400)'],
    ['what if we lose 10% of our revenue', 'revenue down 10%'],
    ['double the burn, what happens', 'burn doubled'],
    ['with 20k more, how many weeks', '$20,000 more in the bank'],
    ['do we earn more than we spend', 'net burn is **$15,000 a month**'],
    ['6 months of burn in dollars', '**$120,000**'],
    ['how much cash is left at the end of the year', '**nothing**'],
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
    ['in how many check-ins did I complain about hiring', '**2 check-ins**'],
    ['in how many check-ins did I mention kangaroos', '**No check-in**'],
    ['how many weeks was my mood below 3', '**below 3** in 1 week'],
    ['first week with mood 2 or lower', 'is the one of Feb 23, 2026'],
    ['since when has hiring been a blocker', 'since **Feb 16, 2026**'],
    ['how many goals are done and how many are open', '**2 open** and 1 done'],
    ['how long does a goal take on average', '**5.0 days** on average, from the day it is set; over 2 completed goals'],
    ['when did I set my goals', 'the first of 3 was “Pricing page” on Jan 20, 2026'],
    ['which channel should I kill', '“Cold mail” is your weakest loop'],
    ['which loop has the fewest demos', '“Referrals” has the fewest demos: **16**'],
    ['which loops are not running', '**0 loops** of 2 are not running'],
    ['messages, demos and conversions in total', '**460 messages → 36 demos'],
    ['latest message from Dana', '“Charge the partners $450”'],
    ['has Dana replied to my question', '**Yes**: Dana replied'],
    ['last week without a blocker', 'week of Feb 23, 2026'],
    ['when was my mood 5', 'week of Feb 16, 2026'],
    ['how many weeks was my mood 4 or higher', '**4 or higher** in 2 weeks'],
    ['highest and lowest mood', '**2 of 5**'],
    ['demos per week', '**4.0 demos a week**'],
    ['demo to sale rate on referrals', '**50%** of the demos'],
    ['when did we start the referrals loop', '**Jan 7, 2026**'],
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
    [['what if I hire for 6k a month', 'and two of them?'], '2 × $6,000'],
    [['mood last week?', 'and two weeks before that?'], 'Feb 16, 2026'],
    [['since when is Hiring slow? what blocks me', 'what was my mood that week'], '5 of 5'],
    [['burn?', 'a year?'], '**$240,000 a year**'],
    [['oldest goal?', 'when did i set it'], 'Jan 20, 2026'],
    [['what did Dana say?', 'how many demos from referrals'], '**16 demos**'],
  ])('%j', async (questions, said) => expect(await lineOf(...questions)).toContain(said)) // prettier-ignore
})

describe('a question that is not understood', () => {
  test('says what was understood, and offers questions that have an answer', async () => {
    const answer = await coachAnswer(founder, [{ role: 'user', content: 'could 7 zorps frobnicate' }])
    expect(answer).toContain('I **cannot answer that**')
    expect(answer).toContain('I understood 7 zorps, but not what you want to know')
    expect(answer).toContain('“How long is my runway?”')
  })

  test.each(ANSWERABLE.map(({ asks }) => asks))('offered is only what is answered: %s', async (asks) => {
    expect(await lineOf(asks)).not.toMatch(/cannot answer|not certain/)
  })
})
