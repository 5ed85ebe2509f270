import { describe, expect, test } from 'vitest'
import { ana, decision, goal, id, loop } from '../../_shared/founder-context-sample.ts'
import { isForm, loopsNamed, peopleNamed, recordsNamed } from './names.ts'
import { phraseWords } from './phrase.ts'

describe('a word in another form is the same word', () => {
  test.each([
    ['workshop', 'workshops'],
    ['mail', 'mailing'],
    ['referral', 'referrals'],
    ['plan', 'planned'],
    ['pricing', 'price'],
    ['hire', 'hiring'],
  ])('%s, %s', (one, other) => {
    expect(isForm(one, other)).toBe(true)
    expect(isForm(other, one)).toBe(true)
  })

  test.each([
    ['mail', 'main'],
    ['port', 'portland'],
    ['ad', 'ads'],
    ['fairs', 'fairness'],
  ])('%s is not %s', (one, other) => expect(isForm(one, other)).toBe(false))
})

describe('loops', () => {
  const loops = ['Cold mail', 'Cold calls', 'Vet workshops', 'Vet newsletter', 'Fairs'].map((name, at) =>
    loop(at + 1, { name }),
  )
  test.each([
    ['how is cold mail doing', ['Cold mail']],
    ['how do the workshops do', ['Vet workshops']],
    ['compare fairs and the newsletter', ['Fairs', 'Vet newsletter']],
    ['what about “Cold calls”', ['Cold calls']],
    ['how many demos', []],
    ['how many calls did we have', []],
  ])('“%s” names %j', (text, names) => {
    expect(loopsNamed(text, phraseWords(text), loops).map(({ known }) => known.name)).toEqual(names)
  })

  test('two of one name are both named', () => {
    const twins = [loop(1, { name: 'Fairs' }), loop(2, { name: 'Fairs' })]
    expect(loopsNamed('how are fairs', ['how', 'are', 'fairs'], twins)).toHaveLength(2)
  })
})

describe('people', () => {
  const context = ana({
    messages: [
      { date: '2026-03-10', sender: 'the founder', content: 'x' },
      { date: '2026-03-09', sender: 'Dana Ito', content: 'x' },
      { date: '2026-03-08', sender: 'Al', content: 'x' },
    ],
  })
  test.each([
    ['what did dana say', ['Dana Ito']],
    ['what was danas last message', ['Dana Ito']],
    ['what did al write', ['Al']],
    ['what did the founder say', []],
    ['what did we say about data', []],
  ])('“%s” names %j', (text, people) => {
    expect(peopleNamed(phraseWords(text), context).map(({ known }) => known)).toEqual(people)
  })
})

describe('records', () => {
  const context = ana({
    goals: [goal(1, { text: 'Pricing page live' }), goal(2, { text: 'Ten demos in Porto 5' })],
    decisions: [decision(3, { title: 'Raise the price' }), decision(4, { title: 'Price Porto 55' })],
    notes: [{ id: id(5), date: '2026-03-01', title: 'Hiring in Lisbon', category: 'strategy', content: '' }],
  })
  const first = (text: string) => recordsNamed(text, phraseWords(text), context)[0]?.known

  test.each([
    ['did I finish the pricing page?', { kind: 'goal', id: id(1) }],
    ['why “Raise the price”?', { kind: 'decision', id: id(3) }],
    ['why price porto 55?', { kind: 'decision', id: id(4) }],
    ['what about hiring in lisbon', { kind: 'note', id: id(5) }],
  ])('“%s” means %o', (text, known) => expect(first(text)).toEqual(known))

  test('a title with another number is not meant', () => {
    const named = recordsNamed('price porto 55', phraseWords('price porto 55'), context)
    expect(named.map(({ known }) => known.id)).not.toContain(id(2))
  })

  test.each(['how is my mood', 'what about insurance'])('“%s” means none', (text) => {
    expect(first(text)).toBeUndefined()
  })
})
