import { expect, test } from 'vitest'
import { unverifiedNumbers } from './check-numbers.ts'

const records = '{"bank_balance":90000,"monthly_revenue":5000,"monthly_burn":20000,"demos":135,"conversions":64}'

test.each([
  ['recorded', 'You had 135 demos and 64 conversions.'],
  ['written with separators or a factor', 'Balance $90,000, burn 20k.'],
  ['computed from recorded ones in the answer', '20,000 − 5,000 = 15,000 a month, and 90,000 ÷ 15,000 = 6.0 months.'],
  ['a share of recorded ones', '64 of 135 demos converted, 47%.'],
  ['small', 'Write 3 messages in the next 10 days.'],
  ['of a day, a year or a list', '1. On 14 September 2027 look again.\n2. Or on Nov 30.'],
  ['of a reference', 'See [[goal:00004711-0000-4000-8000-000000004711]].'],
  ['in the question', 'With $8,000 more, burn is $28,000 instead of $20,000.'],
])('a number is verified that is %s', (_, answer) => {
  expect(unverifiedNumbers(answer, [records, 'If I hire for $8,000 a month?'])).toEqual([])
})

const context = JSON.stringify({
  runway: { bank_balance: 1_234_500, monthly_revenue: 5000, monthly_burn: 20_000, net_burn: 15_000, months_left: 82.3 },
  goalCounts: [
    { period: 'weekly', goals: 20, completed: 12 },
    { period: 'monthly', goals: 8, completed: 3 },
  ],
  loopTotals: { loops: 2, messages: 900, demos: 135, conversions: 64 },
  loops: [
    { name: 'Cold email', messages: 700, demos: 95, conversions: 40 },
    { name: 'Referrals', messages: 200, demos: 40, conversions: 24 },
  ],
  checkins: [{ mood: 4 }, { mood: 3 }, { mood: 3 }],
  decisionCounts: { decisions: 31, positive: 9, negative: 4 },
})

test.each([
  'You have $1,234,500 in the bank, about $1.23M.',
  'Ihr Kontostand ist 1.234.500 €, die Ausgaben sind 20.000 € im Monat.',
  'Revenue of $5k covers 25 % of your burn of 20k.',
  'Saldo: 1.234.500 $, ingresos 5.000 $.',
  '| Loop | Demos |\n|---|---|\n| Cold email | 95 |\n| Referrals | 40 |',
  'Cold email converts 42% of its demos, Referrals 60%.',
  'You completed 12 of 20 weekly goals (60 percent), so 8 are open.',
  'Your mood averaged 3.3 over the last 3 check-ins; the last one was 4/5.',
  'You logged 31 decisions: 9 positive and 4 negative.',
  'At $15,000 net burn a month, the balance lasts 82 months.',
  'Aim for 20 demos in the next 4 weeks, and ask 15 founders.',
  'On Dec 9, 2026 at 9:30 look at Q3 again; see https://example.com/47/11 and step 14.',
])('%s is verified', (answer) => expect(unverifiedNumbers(answer, [context])).toEqual([]))

test.each([
  ['a number of another noun', 'You have 64 demos.', ['64']],
  ['an amount of another kind', 'Your monthly burn is $5,000.', ['$5,000']],
  ['a number of another record', 'Referrals brought 95 demos.', ['95']],
  ['a share of another record', 'Referrals converts 42% of its demos.', ['42%']],
  ['goals of another period', 'You completed 12 monthly goals.', ['12']],
  ['a small count', 'You logged 31 decisions: 8 positive and 4 negative.', ['8']],
  ['a wrong result', 'Net burn is $20,000 − $5,000 = $16,000 a month.', ['$16,000']],
  ['a result that is a number of something else', '20,000 − 5,000 = 20,000 a month.', ['20,000']],
  ['a wrong share of counts that are right', '64 of 135 demos converted (60%).', ['60%']],
  ['two steps of arithmetic', 'Halving burn leaves $5,000 − 1 = $7,777.', ['$7,777']],
  ['an unrounded amount that is nearly right', 'Your burn is $20,100.', ['$20,100']],
  ['a claim about what should be', 'You should have 4,711 demos.', ['4,711']],
  ['a mood', 'Your last mood was 2 out of 5.', ['2']],
  ['a runway', 'You have 9 months of runway.', ['9']],
])('%s is not', (_, answer, marked) => expect(unverifiedNumbers(answer, [context])).toEqual(marked))

test('others are not, in their order and once each', () => {
  const answer = 'You have 4,711 demos and $333,000 in the bank, 88% more. Again: 4,711.'
  expect(unverifiedNumbers(answer, [records])).toEqual(['4,711', '$333,000', '88%'])
})

test('a number that is computed from an unverified one is not verified', () => {
  expect(unverifiedNumbers('4,711 demos × 17 = 80,087.', [records])).toEqual(['4,711', '17', '80,087'])
})

test('a long answer ends', () => {
  const answer = Array.from({ length: 5000 }, (_, index) => `${index * 7919}`).join(' ')
  expect(unverifiedNumbers(answer, [records]).length).toBeLessThanOrEqual(100)
})
