import { describe, expect, test } from 'vitest'
import { readQuestion } from './question.ts'

/** Messages of the founder, each answered but the last. */
const asking = (...texts: string[]) =>
  readQuestion(
    texts.flatMap((content, index) => [
      ...(index > 0 ? [{ role: 'assistant' as const, content: 'About pricing and churn …' }] : []),
      { role: 'user' as const, content },
    ]),
  )
const topicOf = (...texts: string[]) => asking(...texts).topic?.name

describe('a question is about', () => {
  test.each([
    ['How can I improve my CAC?', 'CAC'],
    ['What does acquiring a customer cost me?', 'CAC'],
    ['Analyze my runway health', 'runway'],
    ['how long will the money last', 'runway'],
    ['Should we cut costs?', 'runway'],
    ['Best channels for B2B SaaS', 'channels'],
    ['Does SEO work in B2B?', 'channels'],
    ['Pitch deck feedback tips', 'pitch deck'],
    ['how do i pitch to investors', 'pitch deck'],
    ['How should I price my first plan?', 'pricing'],
    ['Is a discount for annual plans a good idea?', 'pricing'],
    ['What do investors ask at my stage?', 'fundraising'],
    ['Should I raise a seed round?', 'fundraising'],
    ['When should I make my first hire?', 'hiring'],
    ['How do I keep my first customers?', 'retention'],
    ['Why do customers leave?', 'retention'],
    ['Our churn is 8%', 'retention'],
    ['How do I get my next ten demos?', 'traction and demos'],
    ['Which of my goals can wait?', 'goals and focus'],
    ['What should I focus on this week?', 'goals and focus'],
    ['I am burned out', 'mood and blockers'],
    ['What burns most cash?', 'runway'],
    ['What changed since last week?', 'what changed since last week'],
    ['Should we pivot?', 'decisions'],
  ])('%s → %s', (text, name) => {
    expect(topicOf(text)).toBe(name)
  })

  test.each(['Hello', 'Write a poem', '¿Cómo estás?', '', 'blockchain?'])('no known subject: %j', (text) => {
    expect(topicOf(text)).toBeUndefined()
  })

  test('the subject of its own words, before the subject of its quotes', () => {
    expect(topicOf('Break down my goal “Fix churn and hire a recruiter”')).toBe('goals and focus')
    expect(topicOf('What of “Fix churn”?')).toBe('retention')
  })
  test('the founder’s message, not the answer', () => {
    expect(topicOf('Hello', 'and then?')).toBeUndefined()
  })
})

describe('a short message without a subject of its own', () => {
  test('asks for the reasoning, or for more details', () => {
    expect(asking('How should I price?', 'Why?')).toMatchObject({ facet: 'why', text: 'How should I price?' })
    expect(asking('How should I price?', 'and then?')).toMatchObject({ facet: 'more', topic: { name: 'pricing' } })
    expect(asking('How should I price?', '?').facet).toBe('more')
  })
  test('gets no facet twice, and at the end that there are no more', () => {
    expect(asking('Price?', 'why', 'why', 'ok').facet).toBe('nothing-left')
    expect(asking('Price?', 'more', 'more').facet).toBe('why')
  })
  test('follows the most recent subject', () => {
    expect(asking('Price?', 'why?', 'And churn?', 'why?')).toMatchObject({ facet: 'why', topic: { name: 'retention' } })
    expect(asking('Price?', 'And churn?').facet).toBe('whole')
  })
  test('follows no subject after an unknown one, or when it is not a question', () => {
    expect(
      topicOf('Price?', 'Write me a long poem about the sea, with many rhymes and no sense', 'why?'),
    ).toBeUndefined()
    expect(topicOf('Price?', 'Thanks!')).toBeUndefined()
  })
})

test('parses a hostile conversation in linear time', () => {
  const texts = ['“'.repeat(8000), 'keep '.repeat(1600), `raise ${'a'.repeat(7990)}`, '"'.repeat(7999)]
  const before = performance.now()
  for (const text of texts) asking(...Array.from({ length: 25 }, () => text))
  expect(performance.now() - before).toBeLessThan(1000)
})
