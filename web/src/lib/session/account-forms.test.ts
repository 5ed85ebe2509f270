import { describe, expect, test } from 'vitest'
import { nameSchema, passwordChangeSchema, signInSchema, signUpSchema } from './account-forms.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: 'engine' }
const firstMessage = (form: unknown) => signUpSchema.safeParse(form).error?.issues[0]?.message

describe('the sign-up form', () => {
  test('accepts a password of six characters', () => {
    expect(signUpSchema.safeParse(ada).success).toBe(true)
  })

  test.each([
    ['First name is required', { ...ada, firstName: ' ' }],
    ['Last name is required', { ...ada, lastName: '' }],
    ['Invalid email address', { ...ada, email: 'ada@' }],
    ['Password must be at least 6 characters', { ...ada, password: 'engin' }],
  ])('the sign-up form shows "%s"', (message, form) => {
    expect(firstMessage(form)).toBe(message)
  })

  test('reports the first invalid field when all are invalid', () => {
    expect(firstMessage({ firstName: '', lastName: '', email: '', password: '' })).toBe('First name is required')
  })

  test('trims names and address, but not the password', () => {
    const parsed = signUpSchema.parse({
      firstName: ' Ada ',
      lastName: ' L ',
      email: ' ada@example.com ',
      password: ' 23456 ',
    })
    expect(parsed).toEqual({ firstName: 'Ada', lastName: 'L', email: 'ada@example.com', password: ' 23456 ' })
  })
})

test('the sign-in form has the same rules', () => {
  const issues = signInSchema.safeParse({ email: 'ada', password: '' }).error?.issues
  expect(issues?.map((issue) => issue.message)).toEqual([
    'Invalid email address',
    'Password must be at least 6 characters',
  ])
})

describe('the account forms', () => {
  const messageOf = (parsed: { error?: { issues: readonly { message: string }[] } | undefined }) =>
    parsed.error?.issues[0]?.message
  const bytes = 'Password cannot be longer than 72 bytes, which is fewer characters where they are not Latin'

  test.each([
    ['A first name has at most 100 characters', { firstName: 'x'.repeat(101), lastName: 'L' }],
    ['A last name has at most 100 characters', { firstName: 'Ada', lastName: 'x'.repeat(101) }],
    [undefined, { firstName: ` ${'x'.repeat(100)} `, lastName: 'L' }],
  ])('the name form: %s', (message, name) => {
    expect(messageOf(nameSchema.safeParse(name))).toBe(message)
  })

  test.each([
    ['Password must be at least 6 characters', { password: '12345' }],
    [bytes, { password: 'ü'.repeat(37) }],
    ['Your current password is required', { password: 'engine', currentPassword: '' }],
    [undefined, { password: 'engine', currentPassword: 'x' }],
  ])('the password form: %s', (message, change) => {
    expect(messageOf(passwordChangeSchema.safeParse(change))).toBe(message)
  })
})
