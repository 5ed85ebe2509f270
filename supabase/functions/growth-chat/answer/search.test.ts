import { describe, expect, test } from 'vitest'
import { checkIn, decision, goal, id } from '../../_shared/founder-context-sample.ts'
import { founderWith } from '../founder-sample.ts'
import { searchRecords } from './search.ts'

const founder = founderWith({
  goals: [goal(1, { text: 'Ship the pricing page' })],
  decisions: [decision(2, { title: 'Leave Lisbón', reason: 'Half the rent' })],
  checkins: [checkIn(3, { blockers: 'Hiring a seller is slow' })],
  notes: [{ id: id(4), date: '2026-03-01', title: 'Insurance', category: 'strategy', content: 'Insure the van first' }],
  messages: [{ date: '2026-03-09', sender: 'Dana', content: 'Charge the partners,\n\nnot the clinics' }],
})
const found = async (...words: string[]) => (await searchRecords(words, founder)).found

describe('a record is found', () => {
  test.each([
    ['its word', ['pricing'], 'goal'],
    ['another form of its word', ['priced'], 'goal'],
    ['a plural', ['sellers'], 'check-in'],
    ['a verb in another tense', ['hired'], 'check-in'],
    ['a word of its reason', ['rents'], 'decision'],
    ['a word of its text', ['vans'], 'note'],
    ['the words of a message', ['partner', 'clinic'], 'squad-message'],
    ['its word without accents', ['lisbon'], 'decision'],
  ])('by %s', async (_, words, kind) => {
    expect((await found(...words))[0]?.kind).toBe(kind)
  })
})

test('the record with most of the words comes first', async () => {
  expect((await found('insurance', 'van')).map(({ kind }) => kind)).toEqual(['note'])
})

test('a message that the context has too is found once, without its recipients', async () => {
  const older = { kind: 'squad-message' as const, id: id(5), title: 'Dana', date: '2026-03-09' as const }
  const excerpt = 'To: growth, product Charge the partners, not the clinics'
  const queries = { ...founder.queries, find: async () => [{ ...older, excerpt }] }
  const { found } = await searchRecords(['partner', 'clinic'], { ...founder, queries })
  expect(found.map(({ text }) => text)).toEqual(['Charge the partners,\n\nnot the clinics'])
})

test.each([[['patents']], [['zebra', 'quantum']], [[]], [['a', 'of']]])('nothing is found about %j', async (words) => {
  expect(await found(...words)).toEqual([])
})

test('only wanted kinds are found', async () => {
  expect((await searchRecords(['pricing'], founder, ['note'])).found).toEqual([])
})

test('a founder without records has nothing to find', async () => {
  expect((await searchRecords(['pricing'], founderWith())).found).toEqual([])
})
