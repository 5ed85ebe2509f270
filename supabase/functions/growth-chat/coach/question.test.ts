import { describe, expect, test } from 'vitest'
import { readQuestion } from './question.ts'

/** Messages of the founder, each but the last with an answer. */
const parse = (...texts: string[]) =>
  readQuestion(
    texts.flatMap((content, index) => [
      ...(index > 0 ? [{ role: 'assistant' as const, content: 'About pricing and churn …' }] : []),
      { role: 'user' as const, content },
    ]),
  )
const topicOf = (...texts: string[]) => parse(...texts).topic?.name

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
  test('a short follow-up requests the reasoning, or more details', () => {
    expect(parse('How should I price?', 'Why?')).toMatchObject({ facet: 'why', text: 'How should I price?' })
    expect(parse('How should I price?', 'and then?')).toMatchObject({ facet: 'more', topic: { name: 'pricing' } })
    expect(parse('How should I price?', '?').facet).toBe('more')
  })
  test('a short follow-up gets each facet once, then that there are no more', () => {
    expect(parse('Price?', 'why', 'why', 'ok').facet).toBe('nothing-left')
    expect(parse('Price?', 'more', 'more').facet).toBe('why')
  })
  test('a short follow-up refers to the most recent subject', () => {
    expect(parse('Price?', 'why?', 'And churn?', 'why?')).toMatchObject({ facet: 'why', topic: { name: 'retention' } })
    expect(parse('Price?', 'And churn?').facet).toBe('whole')
  })
  test('a short message refers to no subject after an unknown one, or when it is not a question', () => {
    expect(
      topicOf('Price?', 'Write me a long poem about the sea, with many rhymes and no sense', 'why?'),
    ).toBeUndefined()
    expect(topicOf('Price?', 'Thanks!')).toBeUndefined()
  })
})

test('parses a hostile conversation in linear time', () => {
  const texts = ['“'.repeat(8000), 'keep '.repeat(1600), `raise ${'a'.repeat(7990)}`, '"'.repeat(7999)]
  const before = performance.now()
  for (const text of texts) parse(...Array.from({ length: 25 }, () => text))
  expect(performance.now() - before).toBeLessThan(1000)
})
