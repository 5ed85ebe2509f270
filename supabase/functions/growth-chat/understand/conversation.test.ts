import { expect, test } from 'vitest'
import type { ChatMessage } from '../../../../domain/growth-chat.ts'
import { decision, loop, runway } from '../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

const founder = founderWith(
  {
    ...runway(90_000, 5000, 20_000),
    loops: [
      loop(1, { name: 'Trade press', messages: 900, demos: 5, conversions: 1 }),
      loop(2, { name: 'Referrals', messages: 300, demos: 60, conversions: 30 }),
    ],
    decisions: [
      decision(3, { title: 'Enter Rotterdam', date: '2026-03-01' }),
      decision(4, { title: 'Delay Rotterdam', was_right: 'no', impact: 'negative', result: 'No berth', date: '2026-02-01' }),
      decision(5, { title: 'Delay Aarhus', date: '2026-03-05' }),
    ],
  },
  {
    runway: [
      { day: '2026-02-10', bank_balance: 120_000, monthly_revenue: 4000, monthly_burn: 20_000 },
      { day: '2025-02-10', bank_balance: 200_000, monthly_revenue: 2000, monthly_burn: 10_000 },
    ],
  },
) // prettier-ignore

test.each([
  [['What was the balance in february 2026', 'and the february before?'], '$200,000'],
  [['What was the balance in february 2026', 'and the february before?', 'difference pls'], '$80,000 less'],
  [['whats the revenue', 'and in february?', 'so growth in percent?'], '+25.0%'],
  [['which loop has the most messages', 'and what did it bring us'], '5 demos'],
  [['which loop has the most messages', 'worth it?'], '**Rather not**'],
  [['what did i decide about rotterdam', 'the delay, was that right?'], '“No berth”'],
])('%j', async (texts, says) => {
  const messages: ChatMessage[] = []
  for (const content of texts) {
    messages.push({ role: 'user', content })
    messages.push({ role: 'assistant', content: await coachAnswer(founder, messages) })
  }
  expect(messages.at(-1)?.content.split('\n\n')[0]).toContain(says)
})
