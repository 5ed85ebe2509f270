import { expect, test } from 'vitest'
import { repeatedWords, sharedWords, subjectWords } from './words.ts'

test('the subjects of a text are its longer words, once each and in the singular', () => {
  expect(subjectWords('The Demos, and then another demo: pricing is what we need')).toEqual(['demo', 'pricing'])
  expect(subjectWords('Zürich übergibt Verträge')).toEqual(['zürich', 'übergibt', 'verträge'])
  expect(subjectWords('')).toEqual([])
})

test('two texts share the subjects of both', () => {
  expect(sharedWords('Finish the pricing page', 'New pricing is live, two demos')).toEqual(['pricing'])
  expect(sharedWords('Finish the pricing page', 'Two demos')).toEqual([])
})

test('recurring subjects are counted by texts, not by words', () => {
  const blockers = ['Hiring, hiring, hiring', 'Support mails eat my day', 'Hiring is slow', 'Slow hiring and support']
  expect(repeatedWords(blockers)).toEqual([
    { word: 'hiring', times: 3 },
    { word: 'support', times: 2 },
    { word: 'slow', times: 2 },
  ])
})
