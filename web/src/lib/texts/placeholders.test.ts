import { expect, test } from 'vitest'
import { filledText, unknownPlaceholders } from './placeholders.ts'

const names = { first_name: 'Maya', last_name: 'Lindqvist', sender: 'Growth Expert' }

test('placeholders become names, wherever they stand', () => {
  expect(filledText('Hello {first_name} {last_name}, {first_name}!\n{sender}', names)).toBe(
    'Hello Maya Lindqvist, Maya!\nGrowth Expert',
  )
})

test('what is no placeholder stays', () => {
  expect(filledText('{price} {} {constructor} { first_name }', names)).toBe('{price} {} {constructor} { first_name }')
})

test('a name is inserted as it is', () => {
  expect(filledText('Hello {first_name}', { ...names, first_name: '{sender} $& $1' })).toBe('Hello {sender} $& $1')
})

test('a founder without a first name is greeted as "there"', () => {
  expect(filledText('Hello {first_name}', { ...names, first_name: ' ' })).toBe('Hello there')
})

test('other words in braces are named, once each', () => {
  expect(unknownPlaceholders('{first_name} {company} {Sender} {company} { sender } {}')).toEqual([
    '{company}',
    '{Sender}',
  ])
})
