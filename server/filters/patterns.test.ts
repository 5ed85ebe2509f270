import { describe, expect, test } from 'vitest'
import { MAX_PATTERN_LENGTH, validatePattern } from './patterns.ts'

describe('a regular expression', () => {
  test.each([
    '(?=.*(?=.*(?=.*(?=.*Z))))',
    '(?!a)b',
    '(?<=a)b',
    '(?<!a)b',
    '(?i)a',
    '(?#a)b',
    '***:a',
    '***=a',
    String.raw`(.).*\1`,
    '(a*)*',
    '(a+)+b',
    '(?:a{1,20}){1,20}',
    '((a+)?b)*',
    '((a|b*)|c){3}',
    String.raw`([^\]]*)+`,
    '([]a]*)+',
    '([[:alpha:]]+)*',
    '(*a)*',
    `(?:${'a?'.repeat(20)}){50}b`,
    `(?:${'a?'.repeat(20)}){13}b`,
    '(((((a|b?)?|c)?|d)?|e)?){255}z',
    '((((a{3}){3}){3}){3}){4}',
    'a{251}',
    'a{2,251}',
    'x'.repeat(MAX_PATTERN_LENGTH + 1),
  ])('rejects the regular expression %s', (pattern) => {
    expect(validatePattern('match', pattern)).toMatch(/^A pattern /)
    expect(validatePattern('imatch', pattern)).toMatch(/^A pattern /)
  })

  test.each([
    '^Ten',
    String.raw`^\d+\.$`,
    '(a|b)*c',
    'a*b+c?(d|e)',
    '(https?://)+x',
    String.raw`\(a*\)*`,
    '[(a*)]*',
    String.raw`\\1`,
    '[*+]+',
    'a{2}b{3,}',
    'a{250}',
    `(?:${'a?'.repeat(20)}){12}b`,
    '(a?b?)+',
    '(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)[.]){3}',
    '(?:a|b)+',
    'a{b',
    '(',
    ')*',
    '[',
    '',
    'x'.repeat(MAX_PATTERN_LENGTH),
  ])('accepts the regular expression %s, or leaves it to PostgreSQL', (pattern) =>
    expect(validatePattern('match', pattern)).toBeUndefined(),
  )
})

test('LIKE accepts up to ten runs of wildcards', () => {
  expect(validatePattern('like', '%a'.repeat(10))).toBeUndefined()
  expect(validatePattern('ilike', '%%%_%')).toBeUndefined()
  expect(validatePattern('like', '%a'.repeat(11))).toBe('A pattern has at most 10 wildcards')
})

test('operators without patterns accept any value', () => {
  expect(validatePattern('eq', '(a+)+'.repeat(1000))).toBeUndefined()
})
