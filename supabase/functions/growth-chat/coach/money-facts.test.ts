import { describe, expect, test } from 'vitest'
import { ana, runway } from '../../_shared/founder-context-sample.ts'
import { fundraisingFacts, hiringFacts, pricingFacts, retentionFacts, runwayFacts } from './money-facts.ts'

const said = (facts: typeof runwayFacts, ...amounts: Parameters<typeof runway>) =>
  facts.lines(ana(runway(...amounts)), '').join('\n')

describe('the runway', () => {
  test('shows its arithmetic, the end date, and the effect of 10%', () => {
    expect(said(runwayFacts, 90_000, 5000, 20_000).split('\n')).toEqual([
      'Balance $90,000 ÷ net burn $15,000 = **6.0 months**. At this pace the money ends around Sep 10, 2026.',
      'Burn $20,000 − revenue $5,000 = net burn $15,000 a month.',
      'With 10% less burn ($18,000): 6.9 months. With 10% more revenue ($5,500): 6.2 months.',
      'Under a year: begin now the conversations that you will need then.',
    ])
  })
  test('does not divide by zero when revenue covers the burn', () => {
    expect(said(runwayFacts, 1000, 5000, 5000)).toContain('not running out')
    expect(said(runwayFacts, 1000, 5000, 4800)).toContain('If revenue fell by 10%: 3.3 months.')
  })
  test('a cut that closes the gap has no end date', () => {
    expect(said(runwayFacts, 1000, 950, 1000)).toContain('With 10% less burn ($900): the balance does not shrink.')
  })
  test('mentions no revenue without any, and no date beyond ten years', () => {
    expect(said(runwayFacts, 90_000, 0, 15_000)).toContain('There is no revenue yet')
    expect(said(runwayFacts, 90_000_000, 0, 10)).toContain('**more than ten years**.\n')
  })
  test('reports a zero balance without a date', () => {
    expect(said(runwayFacts, -5, 0, 10)).toContain('**0.0 months**.\n')
    expect(said(runwayFacts, -5, 0, 10)).toContain('The balance is used up')
  })
  test.each([
    [50_000, 'Under six months', true],
    [60_000, 'Under a year', false],
    [120_000, 'Over a year', false],
  ])('%i dollars at 10,000 a month: %s', (balance, verdict, isPressing) => {
    expect(said(runwayFacts, balance, 0, 10_000)).toContain(verdict)
    expect(runwayFacts.next?.(ana(runway(balance, 0, 10_000)), '') !== undefined).toBe(isPressing)
  })
  test('is empty without amounts', () => {
    for (const facts of [runwayFacts, fundraisingFacts, hiringFacts, pricingFacts, retentionFacts])
      expect(facts.lines(ana(), '')).toEqual([])
  })
})

describe('the amounts add to other subjects', () => {
  test('when to start fundraising, and how much', () => {
    expect(said(fundraisingFacts, 90_000, 5000, 20_000)).toContain('begin by Mar 14, 2026')
    expect(said(fundraisingFacts, 90_000, 5000, 20_000)).toContain('18 × $15,000 = **$270,000**')
    expect(said(fundraisingFacts, 30_000, 5000, 20_000)).toContain('has passed: begin now')
    expect(said(fundraisingFacts, 30_000, 5000, 5000)).toContain('You can choose the moment')
  })
  test('the cost of a hire in months', () => {
    expect(said(hiringFacts, 90_000, 5000, 20_000)).toContain('$5,000 a month, all in: 4.5 months')
  })
  test('the effect of a price change', () => {
    expect(said(pricingFacts, 90_000, 5000, 20_000)).toContain('Runway then: 6.2 months, against 6.0 months today')
  })
  test('the cost of churn, with revenue', () => {
    expect(said(retentionFacts, 90_000, 5000, 20_000)).toContain('about $50 a month with it, $600 over a year')
    expect(said(retentionFacts, 90_000, 0, 20_000)).toBe('')
  })
})
