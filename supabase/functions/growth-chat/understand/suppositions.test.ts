import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { netBurn, runwayMonths } from '../../../../domain/runway.ts'
import { TODAY } from '../../_shared/founder-context-sample.ts'
import { supposed } from '../answer/scenarios.ts'
import { entitiesIn } from './entities.ts'
import { suppositionsIn } from './suppositions.ts'

const NOW = { bank_balance: 90_000, monthly_revenue: 5000, monthly_burn: 20_000 }
type Amounts = typeof NOW

/** Suppositions in a message. */
function read(text: string) {
  const entities = entitiesIn(text, undefined, TODAY)
  return suppositionsIn(entities.text, entities.amounts)
}

const after = (text: string, now: Amounts = NOW): Amounts => supposed(now, read(text))

describe('what changes', () => {
  test.each<readonly [string, Partial<Amounts>]>([
    ['what if I hire someone for $8,000 a month', { monthly_burn: 28_000 }],
    ['what if we hire two people for $4,000 each', { monthly_burn: 28_000 }],
    ['two hires @ 7.5k/mo', { monthly_burn: 35_000 }],
    ['what if I hire an engineer at $96k a year', { monthly_burn: 28_000 }],
    ['what if I hire an engineer for $96k per year', { monthly_burn: 28_000 }],
    ['what if an intern costs €520 per week more', { monthly_burn: 20_000 + (520 * 52) / 12 }],
    ['what if I get an onboarding helper for 2200 a month', { monthly_burn: 22_200 }],
    ['say somebody gives us 50k', { bank_balance: 140_000 }],
    ['and if we lose the revenue completely', { monthly_revenue: 0 }],
    ['what if we lose all our revenue', { monthly_revenue: 0 }],
    ['what if we raise $300,000', { bank_balance: 390_000 }],
    ['what if I get a grant of 50k', { bank_balance: 140_000 }],
    ['what if we buy a machine for 20k', { bank_balance: 70_000 }],
    ['what if we lose a customer who pays $1,000 a month', { monthly_revenue: 4000 }],
    ['what if we lose 2 customers paying 600 each', { monthly_revenue: 3800 }],
    ['what if we win a customer who pays $2,000 a month', { monthly_revenue: 7000 }],
    ['what if revenue grows by 20%', { monthly_revenue: 6000 }],
    [
      'what if we sell the shop and lose 2 000 of revenue per month but get 400 000 once',
      { bank_balance: 490_000, monthly_revenue: 3000 },
    ],
    ['what if we receive 15k once', { bank_balance: 105_000 }],
    ['what if I pay rent 1500 and myself 1700 a month, so 3200 out', { monthly_burn: 23_200 }],
    ['what if I pay rent 1500 and myself 1700 a month, then 3200 for ads', { monthly_burn: 26_400 }],
    ['what if I spend 1500 a month more with no income', { monthly_burn: 21_500 }],
    ['what if revenue drops to zero', { monthly_revenue: 0 }],
    ['a quarter of revenue gone, hypothetically', { monthly_revenue: 3750 }],
    ['three new pilots at 7k each per month', { monthly_burn: 41_000 }],
    ['we raise every price by 10% and nobody leaves', { monthly_revenue: 5500 }],
    ['nine percent more on everything, and noone leaves?', { monthly_revenue: 5450 }],
    ['and if every customer leaves', { monthly_revenue: 0 }],
    ['if i start paying myself 1500 + 1200 a month for ads', { monthly_burn: 22_700 }],
    ['say Tindall pays $79 a seat for the eleven seats', { monthly_revenue: 5869 }],
    [
      'we sell off the reseller channel, get 20k for it but lose 1k of revenue a month',
      { bank_balance: 110_000, monthly_revenue: 4000 },
    ],
    ['what if revenue doubles', { monthly_revenue: 10_000 }],
    ['if four partners pay 450 a table each month, what is the runway', { monthly_revenue: 6800 }],
    ['what if burn goes up by a third', { monthly_burn: 20_000 * (1 + 1 / 3) }],
    ['what if burn falls by a third', { monthly_burn: 20_000 * (1 - 1 / 3) }],
    ['what if we get burn under 12k', { monthly_burn: 12_000 }],
    ['what if I cut my salary from 6,000 to 4,500 and the office from 3k to 2k', { monthly_burn: 17_500 }],
    ['if four partners take a table at 450 every month', { monthly_revenue: 6800 }],
    [
      'suppose we hire two people at 5,200 each and lose Larkwell at 700 a month',
      { monthly_burn: 30_400, monthly_revenue: 4300 },
    ],
    ['if we let the recruiter go and save his 2,400 once', { bank_balance: 92_400 }],
    ['with him gone and Larkwell paying 6,720 once', { bank_balance: 96_720 }],
    ['if I get a 40k bridge but have to pay back 1,500 a month', { bank_balance: 130_000, monthly_burn: 21_500 }],
    ['if I get 190 a year from 60 people', { monthly_revenue: 5000 + (190 * 60) / 12 }],
    [
      'Dorian cost 5,000 a month. with him gone and Larkwell paying 6,720',
      { bank_balance: 96_720, monthly_burn: 15_000 },
    ],
    ['suppose the cold mail is stopped: it costs us 1,200 a month', { monthly_burn: 18_800 }],
    ['if the label pays 300 a month less than now', { monthly_revenue: 4700 }],
    ['half the clinics move to yearly contracts and we get 30k up front', { bank_balance: 120_000 }],
    ['if we win the brewery at 1,800 a month and fire nobody, when is the money gone', { monthly_revenue: 6800 }],
    [
      'if the label pays out 4,000 and i pay delia 600 a month from now on',
      { bank_balance: 94_000, monthly_burn: 20_600 },
    ],
    [
      'a third picker at 1,900 and the yearly offer brings 2,500 a month more',
      { monthly_burn: 21_900, monthly_revenue: 7500 },
    ],
    ['I have 9,000 saved, rent for the stall is 700 a month and flour 350', { bank_balance: 9000, monthly_burn: 1050 }],
    ['suppose i take 3k out of burn from tomorrow and revenue stays', { monthly_burn: 17_000 }],
    ['we took 1,200 a month out of our costs, how long then', { monthly_burn: 18_800 }],
    ['the landlord lets us off 1,500 a month, what then', { monthly_burn: 18_500 }],
    ['say the old oven is gone for 9,400', { bank_balance: 99_400 }],
    ['if dropping the print ads saved 2,500 a month', { monthly_burn: 17_500 }],
    ['if that saved 4,000 a month and we lost no revenue', { monthly_burn: 16_000 }],
    ['a second oven is 8,900, how long do we last', { bank_balance: 81_100 }],
    ['a new van would be 12k and a driver 2,000 a month', { bank_balance: 78_000, monthly_burn: 22_000 }],
    ['what if revenue were $20,000 a month', { monthly_revenue: 20_000 }],
    ['what if I cut costs by $3,000 a month', { monthly_burn: 17_000 }],
    ['what if we cut burn to $12,000', { monthly_burn: 12_000 }],
    ['what if we cut burn by 10%', { monthly_burn: 18_000 }],
    ['what if we cut burn in half', { monthly_burn: 10_000 }],
    ['what if burn rises by $2,000', { monthly_burn: 22_000 }],
    [
      'raise 300k, hire four at 5k, and lose a customer who pays 2k',
      { bank_balance: 390_000, monthly_burn: 40_000, monthly_revenue: 3000 },
    ],
    [
      'if we raise 300k but hire two people at 8k each, where does that leave us',
      { bank_balance: 390_000, monthly_burn: 36_000 },
    ],
    ['we might get 8k for the demo van. what does it buy us', { bank_balance: 98_000 }],
    ['the landlord gives us back a 6k deposit, how long does that carry us', { bank_balance: 96_000 }],
    ['assume Leopold finds us 75k. what date does the money end then?', { bank_balance: 165_000 }],
    ['how much is left each month if we hire for $5,000 a month', { monthly_burn: 25_000 }],
    ['what if we sell 400 more jars a month at 6 dollars', { monthly_revenue: 7400 }],
    ['selling 30 packs a month for $20 each', { monthly_revenue: 5600 }],
    ['a loan of 10000 with 450 back every month', { bank_balance: 100_000, monthly_burn: 20_450 }],
    ['wenn wir 3 Leute für je 6500 einstellen', { monthly_burn: 39_500 }],
    ['nobody pays us at all from now on', { monthly_revenue: 0 }],
    ['all our income dries up', { monthly_revenue: 0 }],
    ['what if I hire for $5,000 a month and cut burn by 10%', { monthly_burn: 23_000 }],
    ['what if I cut burn by 10% and hire for $5,000 a month', { monthly_burn: 23_000 }],
  ])('“%s”', (text, changes) => {
    const now = after(text)
    for (const [key, value] of Object.entries({ ...NOW, ...changes }))
      expect(now[key as keyof Amounts]).toBeCloseTo(value, 6)
  })

  test.each(['what is my runway', 'how many demos did we have', 'if we send 2000 messages', 'how many goals in 2025'])(
    'nothing in “%s”',
    (text) => expect(after(text)).toEqual(NOW),
  )
})

const amount = fc.integer({ min: 3, max: 500 }).map((hundreds) => hundreds * 100)
const many = fc.integer({ min: 2, max: 40 })
const amounts = fc.record({
  bank_balance: fc.integer({ min: 0, max: 2_000_000 }),
  monthly_revenue: fc.integer({ min: 0, max: 200_000 }),
  monthly_burn: fc.integer({ min: 0, max: 200_000 }),
})

describe('for any amounts', () => {
  test('a hire raises burn, and nothing else', () => {
    const texts = fc.constantFrom(
      'hire someone for $X a month',
      'hire an engineer at X a month',
      'what if I hire at $X',
    )
    fc.assert(
      fc.property(texts, amount, amounts, (text, value, now) => {
        const then = after(text.replace('X', String(value)), now)
        expect(then).toEqual({ ...now, monthly_burn: now.monthly_burn + value })
      }),
    )
  })

  test('some hires at an amount are one at that many times the amount', () => {
    fc.assert(
      fc.property(many, amount, amounts, (times, value, now) => {
        expect(after(`hire ${times} people at $${value} a month`, now)).toEqual(
          after(`hire someone at $${times * value} a month`, now),
        )
      }),
    )
  })

  test('money that is raised comes once', () => {
    fc.assert(
      fc.property(amount, amounts, (value, now) => {
        expect(after(`what if we raise $${value}`, now)).toEqual({ ...now, bank_balance: now.bank_balance + value })
      }),
    )
  })

  test('a customer who leaves lowers revenue, never below zero', () => {
    fc.assert(
      fc.property(amount, amounts, (value, now) => {
        expect(after(`what if we lose a customer who pays $${value} a month`, now)).toEqual({
          ...now,
          monthly_revenue: Math.max(0, now.monthly_revenue - value),
        })
      }),
    )
  })

  test('the order of two changes does not matter', () => {
    const clauses = fc.constantFrom(
      'hire two people at 4k a month',
      'raise $100k',
      'cut burn by 10%',
      'lose a customer who pays $1,000 a month',
      'revenue grows by 20%',
    )
    fc.assert(
      fc.property(clauses, clauses, amounts, (one, other, now) => {
        const [forth, back] = [after(`${one}, and ${other}`, now), after(`${other}, and ${one}`, now)]
        for (const key of ['bank_balance', 'monthly_revenue', 'monthly_burn'] as const)
          expect(forth[key]).toBeCloseTo(back[key], 6)
      }),
    )
  })

  test('more burn shortens the runway, more money and revenue lengthen it', () => {
    const months = (of: Amounts) => runwayMonths(of) ?? Infinity
    fc.assert(
      fc.property(amount, amounts, (value, now) => {
        const least = { ...now, bank_balance: Math.max(1, now.bank_balance) }
        expect(months(after(`hire someone for $${value} a month`, least))).toBeLessThanOrEqual(months(least))
        expect(months(after(`raise $${value}`, least))).toBeGreaterThanOrEqual(months(least))
        expect(months(after(`win a customer who pays $${value} a month`, least))).toBeGreaterThanOrEqual(months(least))
        expect(netBurn(after(`cut costs by $${value} a month`, least))).toBeLessThanOrEqual(netBurn(least))
      }),
    )
  })
})
