import { expect, test } from 'vitest'
import { countWords, limited, type Paragraph } from './limited.ts'

const draft: readonly Paragraph[] = [
  { role: 'frame', text: 'Hello Jo,' },
  { role: 'said', text: 'We ship on Friday. Onboarding takes four days. Our runway is long.' },
  { role: 'filler', text: 'Thank you for all your help with the fair.' },
]

test('without limits a draft stays as it is', () => {
  expect(limited(draft, { without: [] })).toEqual({ paragraphs: draft.map(({ text }) => text), broken: '' })
})

test('what was not dictated goes first, and what was is never cut for its length', () => {
  expect(limited(draft, { words: 16, without: [] })).toEqual({
    paragraphs: draft.slice(0, 2).map(({ text }) => text),
    broken: '',
  })
  const { paragraphs, broken } = limited(draft, { words: 5, without: [] })
  expect(paragraphs[1]).toBe(draft[1]?.text)
  expect(broken).toBe(' It has 14 words and not 5: I cut nothing that you dictated.')
})

test('sentences that mention what is to be left out are left out, unless all do', () => {
  expect(limited(draft, { without: ['runway'] }).paragraphs[1]).toBe('We ship on Friday. Onboarding takes four days.')
  const only: readonly Paragraph[] = [{ role: 'said', text: 'Our runway is long.' }]
  expect(limited(only, { without: ['runway'] })).toEqual({
    paragraphs: ['Our runway is long.'],
    broken: ' I could **not leave out** “runway”: all that you dictated has it.',
  })
})

test('more sentences than are wanted are joined', () => {
  expect(limited(draft, { sentences: 2, without: [] }).paragraphs).toEqual([
    'Hello Jo,',
    'We ship on Friday. Onboarding takes four days; Our runway is long.',
  ])
})

test('references are no words', () => expect(countWords('$18,312 a month [[runway:1]]')).toBe(3))
