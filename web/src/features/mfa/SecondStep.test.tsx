// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { address, renderApp } from '../../testing/app.tsx'
import { acceptCodes, CODE, factor, WRONG_CODE, type TestFactor } from '../../testing/factors.ts'
import { serveFounder } from '../../testing/founder.ts'
import { FOUNDER } from '../../testing/people.ts'
import {
  advance,
  expectFailure,
  expectSuccess,
  expectText,
  notices,
  press,
  pressKey,
  setClock,
  type,
} from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { sessionOf, signIn } from '../../testing/session.ts'
import { failure } from '../../testing/tables.ts'

const server = stubServer()
beforeEach(() => serveFounder(server))

const APP = factor('Phone')
const PHONE = factor('My phone', 'phone', { phone: '+351912345678' })
const PASSKEY = factor('This computer', 'webauthn')

/** Opens a path as a founder who has given only the password yet. */
async function opens(factors: readonly TestFactor[], path = '/auth'): Promise<void> {
  signIn(FOUNDER, { factors })
  acceptCodes(server, FOUNDER, factors)
  renderApp(path, null)
  await screen.findByRole('button', { name: 'Use a recovery code' })
}

const field = (label = 'Code') => screen.getByLabelText<HTMLInputElement>(label)
const enters = async (code: string, label = 'Code') => {
  await type(label, code)
  await pressKey('Enter')
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const verified = ({ id }: TestFactor) => server.sent(`POST auth/factors/${id}/verify`).map(({ body }) => body)
const challenged = ({ id }: TestFactor) => server.sent(`POST auth/factors/${id}/challenge`)

const expectIn = async () => {
  await expectSuccess('Signed in successfully. Redirecting...', 'Welcome back!')
  await expect.poll(address).toBe('/')
}

describe('the code of an authenticator app', () => {
  test('comes before any other screen', async () => {
    await opens([APP], '/traction')
    expect(address()).toBe('/auth')
    expect(screen.getByRole('heading', { name: 'Enter your code' })).toBeDefined()
    expect(document.activeElement).toBe(field())
    expect(screen.queryByRole('radio')).toBeNull()
    expect(notices()).toEqual([])
  })

  test('has six digits; another one is an error, and can be typed again', async () => {
    await opens([APP])
    await enters('12345')
    await expectFailure('The code has 6 digits', 'Validation error')
    expect(verified(APP)).toEqual([])
    await type('Code', WRONG_CODE)
    await press('Continue')
    await expectFailure('Codes change every 30 seconds and work once. Please enter the one shown now.', 'Wrong code')
    expect(field().value).toBe('')
    expect(document.activeElement).toBe(field())
    expect(address()).toBe('/auth')
    await enters('123 456')
    await expectIn()
    expect(verified(APP).at(-1)).toMatchObject({ code: CODE })
  })

  test('is asked for after the password, before the welcome', async () => {
    const factors = [APP]
    acceptCodes(server, FOUNDER, factors)
    server.on('POST auth/token', () => sessionOf(FOUNDER, { factors }))
    renderApp('/auth', null)
    await type('Email', FOUNDER.email)
    await type('Password', 'secret123')
    await pressKey('Enter')
    await screen.findByRole('heading', { name: 'Enter your code' })
    expect(notices()).toEqual([])
    await enters(CODE)
    await expectIn()
  })
})

describe('several factors', () => {
  test('one is chosen', async () => {
    const tablet = factor('Tablet')
    await opens([APP, tablet])
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    await press('Tablet', 'radio')
    await enters(CODE)
    await expectIn()
    expect([verified(APP), verified(tablet)].map(({ length }) => length)).toEqual([0, 1])
  })

  test('another account can be used instead', async () => {
    server.on('POST auth/logout', () => undefined)
    await opens([APP, PHONE])
    await press('Use another account')
    expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeDefined()
  })

  test('choosing one sends no code', async () => {
    await opens([APP, PHONE, PASSKEY])
    await press('My phone', 'radio')
    expect(button('Send the code')).toBeDefined()
    await press('This computer', 'radio')
    expect(screen.getByRole('heading', { name: 'Use your passkey' })).toBeDefined()
    await press('Phone', 'radio')
    expect(field().value).toBe('')
    // Arrow keys go on from there.
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Phone' }))
    expect([PHONE, PASSKEY].flatMap(challenged)).toEqual([])
  })
})

describe('the code of a text message', () => {
  test('is sent with a press, and can be typed again', async () => {
    await opens([PHONE])
    await expectText('We’ll text a code to your phone ending in 78.')
    expect(document.activeElement).toBe(button('Send the code'))
    await press('Send the code')
    await expectText("We've sent you the code.")
    expect(document.activeElement).toBe(field())
    expect(button(/^Send again in \d+ s$/).disabled).toBe(true)
    await enters(WRONG_CODE)
    await expectFailure('That is not the code of the last message, or it is too old. You can request a new one.', 'Wrong code') // prettier-ignore
    expect(document.activeElement).toBe(field())
    await enters(CODE)
    await expectIn()
    expect(verified(PHONE).at(-1)).toMatchObject({ code: CODE, challenge_id: 'challenge-1' })
  })

  test('is sent again a minute later', async () => {
    setClock('2026-03-02T12:00:00Z')
    await opens([PHONE])
    await press('Send the code')
    await expectText("We've sent you the code.")
    await press('Use a recovery code')
    await press('Use your second factor')
    expect(document.activeElement).toBe(field())
    await advance(59_000)
    expect(button(/^Send again in 1 s$/).disabled).toBe(true)
    await advance(2000)
    await press(button('Send again'))
    await expect.poll(() => button(/^Send again in \d+ s$/).disabled).toBe(true)
    expect(challenged(PHONE)).toHaveLength(2)
    await enters(CODE)
    await expectIn()
    expect(verified(PHONE)[0]).toMatchObject({ challenge_id: 'challenge-2' })
  })

  test('says when it was not sent', async () => {
    await opens([PHONE])
    server.refuse(`POST auth/factors/${PHONE.id}/challenge`, {
      status: 422,
      code: 'sms_send_failed',
      message: 'refused',
    })
    await press('Send the code')
    await expectFailure('refused', 'The code was not sent')
    expect(button('Send the code').disabled).toBe(false)
  })
})

describe('a recovery code', () => {
  const VERIFY = 'POST auth/factors/recovery-codes/verify'
  const codes = { '0123456789abcdef': 9, fedcba9876543210: 0 }

  beforeEach(() => {
    let left = 10
    server.on(VERIFY, ({ body }) => {
      const code = (body as { code: string }).code.toLowerCase() as keyof typeof codes
      if (!(code in codes)) return failure(422, 'mfa_verification_failed', 'Wrong code')
      left = codes[code]
      return sessionOf(FOUNDER, { isVerified: true })
    })
    server.on('GET auth/factors/recovery-codes', () => ({ remaining: left }))
    server.on('GET auth/user', () => sessionOf(FOUNDER).user)
  })

  test('replaces a lost factor, and says how many are left', async () => {
    await opens([APP])
    await press('Use a recovery code')
    expect(screen.getByRole('heading', { name: 'Use a recovery code' })).toBeDefined()
    const code = 'Recovery code'
    expect(document.activeElement).toBe(field(code))
    await enters('12345', code)
    await expectFailure('The code has 16 letters and digits', 'Validation error')
    await enters('0000-0000-0000-0000', code)
    await expectFailure('That is not one of your codes, or you have already used it.', 'Wrong code')
    expect(document.activeElement).toBe(field(code))
    await enters('0123-4567-89AB-CDEF', code)
    await expectSuccess('You have 9 left.', 'Recovery code used')
    await expectIn()
  })

  test('says when it was the last one', async () => {
    await opens([APP])
    await press('Use a recovery code')
    await enters('fedcba9876543210', 'Recovery code')
    await expectSuccess('That was your last one.', 'Recovery code used')
  })

  test('gives way to the second factor again', async () => {
    await opens([APP, PHONE])
    await press('Use a recovery code')
    expect(screen.queryByRole('radio')).toBeNull()
    await press('Use your second factor')
    expect(document.activeElement).toBe(field())
    expect(screen.getAllByRole('radio')).toHaveLength(2)
  })
})
