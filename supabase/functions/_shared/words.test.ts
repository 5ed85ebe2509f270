import { expect, test } from 'vitest'
import { repeatedWords, subjectWords } from './words.ts'

test('the subjects of a text are its longer words, once each and in the singular', () => {
  expect(subjectWords('The Demos, and then another demo: pricing is what we need')).toEqual(['demo', 'pricing'])
  expect(subjectWords('Zürich übergibt Verträge')).toEqual(['zürich', 'übergibt', 'verträge'])
  expect(subjectWords('')).toEqual([])
})

test('recurring subjects are counted by texts, not by words', () => {
  const blockers = ['Hiring, hiring, hiring', 'Support mails eat my day', 'Hiring is slow', 'Slow hiring and support']
  expect(repeatedWords(blockers)).toEqual([
    { word: 'Hiring', texts: [0, 2, 3] },
    { word: 'Support', texts: [1, 3] },
    { word: 'slow', texts: [2, 3] },
  ])
})

test.each(['status', 'focus', 'canvas', 'bonus', 'series', 'Demos'])('%s is shown as it was written', (word) => {
  expect(repeatedWords([`The ${word} page`, `Again ${word.toLowerCase()}`])).toEqual([{ word, texts: [0, 1] }])
})

test('a word and its plural are one subject', () => {
  expect(repeatedWords(['One demo', 'Two demos'])).toEqual([{ word: 'demo', texts: [0, 1] }])
})
