import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MAX_ASKED_QUESTIONS, askedQuestionsIn, askMark, withoutAskedQuestions } from './asked-questions.ts'

describe('the questions of an answer', () => {
  test('are read from their lines, which are not part of the text', () => {
    const questions = ['How many demos in October?', 'Which loop had the most demos?']
    const answer = `I know two months.\n\n${questions.map(askMark).join('\n')}`
    expect(askedQuestionsIn(answer)).toEqual(questions)
    expect(withoutAskedQuestions(answer)).toBe('I know two months.')
  })

  test.each(['[[a', '[[ask', '[[ask:', '[[ask:How many de', '[[ask:How many demos?]'])(
    'are hidden while they are incomplete: %s',
    (mark) => expect(withoutAskedQuestions(`I know two months.\n\n${mark}`)).toBe('I know two months.'),
  )

  test('are shown once each, and not too many', () => {
    expect(askedQuestionsIn(`${askMark('Why?')}\n${askMark('Why?')}`)).toEqual(['Why?'])
    const many = Array.from({ length: 9 }, (_, index) => askMark(`Question ${index}?`))
    expect(askedQuestionsIn(many.join('\n'))).toHaveLength(MAX_ASKED_QUESTIONS)
  })

  test.each(['[[ask:]]', '[[ask:  ]]', '[[ask:two\nlines]]', '[ask:Why?]', `[[ask:${'x'.repeat(201)}]]`])(
    'are none in %j',
    (answer) => expect(askedQuestionsIn(answer)).toEqual([]),
  )

  test('are cut between code points', () => {
    expect(askedQuestionsIn(askMark('🚀'.repeat(250)))).toEqual(['🚀'.repeat(200)])
  })
})

test('a mark is read as it was written, whatever its question', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 250 }), (question) => {
      const mark = askMark(question)
      const [read = ''] = askedQuestionsIn(mark)
      expect(read).not.toMatch(/[[\]\n]/)
      expect([...read].length).toBeLessThanOrEqual(200)
      if (/\p{L}/u.test(question.slice(0, 100))) expect(askMark(read)).toBe(mark)
    }),
  )
})
