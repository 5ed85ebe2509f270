import { describe, expect, test } from 'vitest'
import { ana, id, loop, runway } from '../../_shared/founder-context-sample.ts'
import { costFacts, pitchFacts, tractionFacts } from './traction-facts.ts'

const mail = loop(1, { name: 'Mail', conversions: 1, demos: 5, messages: 100 })
const events = loop(2, { name: 'Events', status: 'scaling', conversions: 5, demos: 6, messages: 50 })
const both = ana({ loops: [mail, events] })
const said = (known: typeof both, question = '', facts = tractionFacts) => facts.lines(known, question).join('\n')

describe('traction', () => {
  test('has totals, each loop, and the best and weakest one', () => {
    expect(said(both).split('\n')).toEqual([
      'In all: 150 messages → 11 demos (7%) → 6 conversions (55% of demos). 2 loops, 1 running, 1 scaling.',
      `“Events” [[loop:${id(2)}]] (scaling): 50 messages → 6 demos (12%) → 5 conversions (83% of demos).`,
      `“Mail” [[loop:${id(1)}]] (running): 100 messages → 5 demos (5%) → 1 conversion (20% of demos).`,
      `Best: “Events” [[loop:${id(2)}]] turns most messages into conversions (10%): put the next hour there.`,
      `Weakest: “Mail” [[loop:${id(1)}]] (1%), weak at demos into conversions (20%, in all 55%).`,
    ])
  })
  test('has rates without dividing by zero', () => {
    expect(said(ana({ loops: [loop(1)] }))).toContain('0 messages → 0 demos (0%) → 0 conversions (0% of demos)')
  })
  test('starts with the loop in the question', () => {
    const [first, second] = tractionFacts.lines(both, 'Why does my loop “Mail” convert so little?')
    expect(first).toMatch(/^Asked about: “Mail”/)
    expect(second).toContain('demos into conversions (20%, in all 55%)')
  })
  test('has the messages needed for ten demos', () => {
    expect(tractionFacts.next?.(both, '')).toContain('at your rate of 7%, 10 demos take 137 messages')
    expect(tractionFacts.next?.(ana({ loops: [loop(1)] }), '')).toBeUndefined()
  })
  test('marks a best loop with few messages', () => {
    expect(said(ana({ loops: [loop(1, { messages: 4, conversions: 1 })] }))).toContain('(25%, though on few messages)')
  })
  test('is empty without loops', () => {
    for (const facts of [tractionFacts, costFacts, pitchFacts]) expect(facts.lines(ana(), '')).toEqual([])
  })
})

describe('what a conversion costs', () => {
  test('is the hours of work, in total and for the best and weakest loop', () => {
    const lines = said(both, '', costFacts)
    expect(lines).toContain('One conversion takes 25 messages and 1.8 demos')
    expect(lines).toContain('**3.1 hours**')
    expect(lines).toContain(']]: 1.7 hours a conversion.')
    expect(lines).toContain(']]: 10.0 hours a conversion.')
  })
  test('is unknown without a conversion', () => {
    expect(said(ana({ loops: [loop(1, { messages: 9 })] }), '', costFacts)).toContain('nothing has converted yet')
  })
})

test('slides can show traction and the ask', () => {
  const lines = said(ana({ loops: [mail, events], ...runway(90_000, 5000, 20_000) }), '', pitchFacts)
  expect(lines).toContain('Traction: 150 messages')
  expect(lines).toContain('The ask: 18 months at today’s net burn are 18 × $15,000 = **$270,000**')
  expect(said(ana(runway(1, 5, 4)), '', pitchFacts)).toBe('')
})
