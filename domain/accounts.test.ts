import { describe, expect, test } from 'vitest'
import { signInSchema, signUpSchema } from './accounts.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', password: 'engine' }
const firstMessage = (form: unknown) => signUpSchema.safeParse(form).error?.issues[0]?.message

describe('the sign-up form', () => {
  test('six characters are enough for a password', () => {
    expect(signUpSchema.safeParse(ada).success).toBe(true)
  })

  test.each([
    ['First name is required', { ...ada, firstName: ' ' }],
    ['Last name is required', { ...ada, lastName: '' }],
    ['Invalid email address', { ...ada, email: 'ada@' }],
    ['Password must be at least 6 characters', { ...ada, password: 'engin' }],
  ])('says "%s"', (message, form) => {
    expect(firstMessage(form)).toBe(message)
  })

  test('names the first wrong field when all are wrong', () => {
    expect(firstMessage({ firstName: '', lastName: '', email: '', password: '' })).toBe('First name is required')
  })

  test('blanks around names and the address are dropped, those in a password are kept', () => {
    const parsed = signUpSchema.parse({
      firstName: ' Ada ',
      lastName: ' L ',
      email: ' ada@example.com ',
      password: ' 23456 ',
    })
    expect(parsed).toEqual({ firstName: 'Ada', lastName: 'L', email: 'ada@example.com', password: ' 23456 ' })
  })
})

test('the sign-in form follows the same rules', () => {
  const issues = signInSchema.safeParse({ email: 'ada', password: '' }).error?.issues
  expect(issues?.map((issue) => issue.message)).toEqual([
    'Invalid email address',
    'Password must be at least 6 characters',
  ])
})
