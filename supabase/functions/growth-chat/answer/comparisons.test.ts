import { expect, test } from 'vitest'
import type { IsoDate } from '../../../../domain/week.ts'
import { id, loop, runway } from '../../_shared/founder-context-sample.ts'
import { coachAnswer } from '../coach.ts'
import { founderWith } from '../founder-sample.ts'

const on = (number: number, day: IsoDate, messages: number, demos: number, conversions: number) => ({
  loop_id: id(number), day, status: 'running' as const, messages, demos, conversions,
}) // prettier-ignore

/** On March 11, 2026: cold mail brings ever fewer demos per message, referrals ever more conversions. */
const founder = founderWith(
  {
    ...runway(90_000, 6000, 22_000),
    loops: [
      loop(1, { name: 'Cold mail', messages: 900, demos: 26, conversions: 2, date: '2025-10-01' }),
      loop(2, { name: 'Referrals', messages: 150, demos: 60, conversions: 30, date: '2025-10-01' }),
    ],
  },
  {
    loops: [
      on(1, '2026-01-14', 300, 14, 1), on(1, '2026-02-11', 500, 22, 1), on(1, '2026-03-11', 900, 26, 2),
      on(2, '2026-01-14', 90, 30, 12), on(2, '2026-02-11', 120, 42, 20), on(2, '2026-03-11', 150, 60, 30),
    ],
    runway: [
      { day: '2026-03-10', bank_balance: 90_000, monthly_revenue: 6000, monthly_burn: 22_000 },
      { day: '2025-12-10', bank_balance: 140_000, monthly_revenue: 4000, monthly_burn: 20_000 },
    ],
  },
) // prettier-ignore

const lineOf = async (content: string): Promise<string> =>
  (await coachAnswer(founder, [{ role: 'user', content }]))
    .split('\n\n')[0]
    ?.replaceAll(/ \[\[[a-z-]+:[\w-]+\]\]/g, '') ?? ''

test.each<readonly [question: string, says: readonly string[]]>([
  ['Which grew faster since December, revenue or burn?', ['Revenue grew faster than burn', '**+50%** against **+10%**']],
  ['is burn growing faster than revenue since december?', ['**No**: revenue grew faster']],
  ['Is cold mail getting better or worse?', ['“Cold mail” is **', '400 messages → 4 demos', '200 messages → 8 demos']],
  ['did referrals slow down lately', ['“Referrals” is **getting better** by conversions']],
  ['rank the channels by demos per message', ['“Referrals” is ahead: **40% of messages become demos**']],
  ['what if referrals stop completely', ['Without “Referrals”', '**1 conversion** instead of 11']],
  ['Suppose revenue grows by $1,000 every month and costs stay. When are we profitable?', ['you break even after **16 months**', 'The money ends **before**: after 8 months']],
  ['if revenue keeps falling by 500 a month when are we at nothing', ['the money ends after **6 months**']],
  ['would 50k more get us through to the end of the year?', ['**No**, that does not last']],
  ['how much more could we spend a month and still have 5 months', ['You could spend **$2,000 a month** more']],
  ['what would burn have to be for 12 months, revenue staying put', ['cut burn by **$8,500 a month**, to $13,500']],
])('%s', async (question, says) => {
  const line = await lineOf(question)
  for (const text of says) expect(line).toContain(text)
}) // prettier-ignore
