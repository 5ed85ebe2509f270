// @vitest-environment happy-dom
import { act, renderHook, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SecondFactor } from '../../lib/session/session.tsx'
import { useVerifyFactor } from '../../lib/session/step-up.ts'
import { openAccount, serveAccount } from '../../testing/account.tsx'
import { acceptCodes, CODE, factor, WRONG_CODE } from '../../testing/factors.ts'
import { FOUNDER } from '../../testing/people.ts'
import {
  advance,
  expectFailure,
  expectGone,
  expectSuccess,
  expectText,
  press,
  pressKey,
  setClock,
  type,
} from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { accountOf } from '../../testing/session.ts'
import { failure } from '../../testing/tables.ts'
import { StepUp } from './StepUp.tsx'

const server = stubServer()
const PROVE = 'POST auth/reauthenticate'
const CHANGE = 'PUT auth/user'
const ASKED = ['Your email changes when the links in both emails have been opened.', 'Check both inboxes'] as const

/** Whether the session's owner has just proven to be there. */
let isProven = false

beforeEach(() => {
  isProven = false
  server.on(PROVE, ({ body }) => {
    const { password, nonce } = body as { password?: string; nonce?: string }
    isProven = password === 'secret123' || nonce === CODE
    if (isProven) return {}
    return failure(422, nonce === undefined ? 'current_password_invalid' : 'reauthentication_not_valid', 'Wrong')
  })
  server.on('GET auth/reauthenticate', () => ({}))
  server.on(CHANGE, () => (isProven ? accountOf(FOUNDER) : failure(401, 'reauthentication_needed', 'Too long ago')))
})

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
const expectClosed = () => expectGone(() => screen.queryByRole('dialog', { name: 'Confirm it’s you' }))
const enters = async (label: string, text: string) => {
  await type(field(label), text)
  await pressKey('Enter')
}

/** Changes the email a while after signing in. */
async function changesEmail(): Promise<void> {
  serveAccount(server)
  await openAccount('Sign-in')
  await screen.findByLabelText('New email')
  await enters('New email', 'new@example.com')
  await dialog()
}

describe('the password', () => {
  test('is asked for, then the change continues by itself', async () => {
    await changesEmail()
    await expectText('You signed in a while ago. Confirm it’s you to make this change.')
    expect(document.activeElement).toBe(field('Password'))
    expect(field('Password').autocomplete).toBe('current-password')
    await type(field('Password'), 'wrong horse')
    await press((await dialog()).getByRole('button', { name: 'Continue' }))
    await expectFailure('That is not your password. Please try again.', 'Wrong password')
    expect(field('Password').value).toBe('')
    expect(document.activeElement).toBe(field('Password'))
    expect(server.sent(CHANGE)).toHaveLength(1)
    await enters('Password', 'secret123')
    await expectSuccess(...ASKED)
    await expectClosed()
    expect(server.sent(CHANGE)).toHaveLength(2)
  })

  test('that is not given changes nothing, and the form stays', async () => {
    await changesEmail()
    await press((await dialog()).getByRole('button', { name: 'Close' }))
    await expectClosed()
    expect(field('New email').value).toBe('new@example.com')
    expect(server.sent(CHANGE)).toHaveLength(1)
  })
})

describe('a mailed code', () => {
  test('takes the place of the password', async () => {
    await changesEmail()
    await press('Email me a code instead')
    expect(server.sent('GET auth/reauthenticate')).toEqual([])
    await press((await dialog()).getByRole('button', { name: 'Email me a code' }))
    await expectText(`We emailed a code to ${FOUNDER.email}.`)
    await press('Use your password')
    await press('Email me a code instead')
    await expectText(`We emailed a code to ${FOUNDER.email}.`)
    await type(field('Code'), WRONG_CODE)
    await press((await dialog()).getByRole('button', { name: 'Continue' }))
    await expectFailure('That is not the code of the last email, or it is too old. You can request a new one.', 'Wrong code') // prettier-ignore
    await enters('Code', CODE)
    await expectSuccess(...ASKED)
    await expectClosed()
    expect(server.sent('GET auth/reauthenticate')).toHaveLength(1)
  })

  test('can be mailed again a minute later', async () => {
    setClock('2026-03-02T12:00:00Z')
    await changesEmail()
    await press('Email me a code instead')
    await press((await dialog()).getByRole('button', { name: 'Email me a code' }))
    const again = await screen.findByRole<HTMLButtonElement>('button', { name: /^Send again in \d+ s$/ })
    expect(again.disabled).toBe(true)
    await advance(61_000)
    await press('Send again')
    await expect.poll(() => server.sent('GET auth/reauthenticate')).toHaveLength(2)
  })

  test('that was not mailed is an error', async () => {
    server.refuse('GET auth/reauthenticate', { status: 422, code: 'unexpected', message: 'No mail today' })
    await changesEmail()
    await press('Email me a code instead')
    await press((await dialog()).getByRole('button', { name: 'Email me a code' }))
    await expectFailure('No mail today', 'The code was not sent')
  })

  test('is the only proof of an account without a password', async () => {
    const account = serveAccount(server)
    account.identities = []
    await openAccount('Sign-in')
    await screen.findByLabelText('New email')
    await enters('New email', 'new@example.com')
    expect((await dialog()).queryByRole('button', { name: 'Use your password' })).toBeNull()
    expect((await dialog()).getByRole('button', { name: 'Email me a code' })).toBeDefined()
  })
})

describe('a second factor', () => {
  const DELETE = 'POST rpc/delete_my_account'

  /** Deletes the account in a session that has not passed its second factor. */
  async function deletesAccount(): Promise<void> {
    const factors = [factor('Phone')]
    serveAccount(server, { factors, codesLeft: 10 })
    acceptCodes(server, FOUNDER, factors)
    server.on('POST auth/logout', () => undefined)
    server.rpc('delete_my_account', () => undefined)
    server.refuse(DELETE, { status: 403, code: '42501' }, { times: 1 })
    await openAccount('Data')
    await enters(`Type ${FOUNDER.email} to confirm`, FOUNDER.email)
    await dialog()
  }

  test('is asked for where there is one, then the change continues by itself', async () => {
    await deletesAccount()
    expect((await dialog()).queryByLabelText('Password')).toBeNull()
    await enters('Code', CODE)
    await expectSuccess('Everything you had here is gone. Goodbye, and good luck.', 'Account deleted')
    expect(server.sent(DELETE)).toHaveLength(2)
  })

  test('that is not given changes nothing', async () => {
    await deletesAccount()
    await press((await dialog()).getByRole('button', { name: 'Close' }))
    await expectClosed()
    expect(server.sent(DELETE)).toHaveLength(1)
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete My Account' }).disabled).toBe(false)
  })
})

describe('is asked for before', () => {
  const refused = (request: string) =>
    server.refuse(request, { status: 401, code: 'reauthentication_needed' }, { times: 1 })
  const confirms = async () => {
    await dialog()
    await enters('Password', 'secret123')
    await expectClosed()
  }

  test('an authenticator app is added', async () => {
    serveAccount(server)
    refused('POST auth/factors')
    await openAccount('Security')
    await press('Add Authenticator App')
    await enters('What to call it', 'Phone')
    await confirms()
    await expectText('JBSWY3DPEHPK3PXP')
  })

  test('another account is disconnected', async () => {
    const identity = { identity_id: 'i2', id: 'i2', provider: 'acme', identity_data: { email: 'ana@acme.com' } }
    server.configure({ signIn: { providers: [{ id: 'acme', name: 'Acme' }] } })
    const account = serveAccount(server)
    account.identities = [...account.identities, identity]
    server.on('DELETE auth/user/identities/i2', () => ({}))
    refused('DELETE auth/user/identities/i2')
    await openAccount('Sign-in')
    await press('Disconnect Acme')
    const question = within(await screen.findByRole('alertdialog'))
    await press(question.getByRole('button', { name: 'Disconnect' }))
    await confirms()
    await expectSuccess('You no longer sign in with Acme.', 'Account disconnected')
  })
})

test('a request that replaces another one cancels it', async () => {
  const one: SecondFactor = {
    id: 'a2f5e6d0-0000-4000-8000-000000000000',
    factor_type: 'totp',
    status: 'verified',
    created_at: '',
    updated_at: '',
  }
  const { result } = renderHook(() => useVerifyFactor(), { wrapper: StepUp })
  const answers: string[] = []
  const ask = (name: string) => void result.current([one]).then((isProven) => answers.push(`${name} ${isProven}`))
  await act(async () => ask('first'))
  expect(answers).toEqual([])
  await act(async () => ask('second'))
  expect(answers).toEqual(['first false'])
})
