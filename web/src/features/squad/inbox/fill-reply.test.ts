import { expect, test } from 'vitest'
import { filledReply } from './fill-reply.ts'

const names = { first_name: 'Maya', last_name: 'Lindqvist', sender: 'Growth Expert' }

test('placeholders become names, wherever they stand', () => {
  expect(filledReply('Hello {first_name} {last_name}, {first_name}!\n{sender}', names)).toBe(
    'Hello Maya Lindqvist, Maya!\nGrowth Expert',
  )
})

test('what is no placeholder stays', () => {
  expect(filledReply('{price} {} {constructor} { first_name }', names)).toBe('{price} {} {constructor} { first_name }')
})

test('a name is inserted as it is', () => {
  expect(filledReply('Hello {first_name}', { ...names, first_name: '{sender} $& $1' })).toBe('Hello {sender} $& $1')
})

test('a founder without a first name is greeted as "there"', () => {
  expect(filledReply('Hello {first_name}', { ...names, first_name: ' ' })).toBe('Hello there')
})
