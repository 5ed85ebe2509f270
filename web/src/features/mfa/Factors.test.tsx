// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ENROLLED, openAccount, reopenAccount, serveAccount, type TestAccount } from '../../testing/account.tsx'
import { CODE, factor, PASSKEY_CHALLENGE, WRONG_CODE } from '../../testing/factors.ts'
import { expectFailure, expectGone, expectSuccess, expectText, press, pressKey, type } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'

const server = stubServer()
let account: TestAccount
beforeEach(() => {
  account = serveAccount(server)
  server.on('POST auth/logout', () => undefined)
})

const ON = ['Devices that signed in without it have been signed out.', 'Two-step sign-in is on'] as const
const ENROL = 'POST auth/factors'
const DELETE = /^DELETE auth\/factors\//
const APP = 'Add Authenticator App'
const PHONE = 'Add Phone'
const PASSKEY = 'Add Passkey or Security Key'
const NUMBER = '+351912345678'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const enters = async (label: string, text: string) => {
  await type(label, text)
  await pressKey('Enter')
}

/** Opens the security tab, once the account is loaded. */
async function opens(): Promise<void> {
  await openAccount('Security')
  await screen.findByRole('button', { name: APP })
}

const factors = () =>
  within(screen.getByRole('region', { name: 'Two-step sign-in' })).queryAllByRole('listitem').map((one) => one.textContent) // prettier-ignore

/** Begins with an authenticator app: its key is shown, and its code is asked for. */
async function begins(name?: string): Promise<void> {
  await press(APP)
  await screen.findByLabelText('What to call it')
  if (name !== undefined) await type('What to call it', name)
  await press('Continue')
  await screen.findByLabelText('Code')
}

async function savesCodes(): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: 'Save your recovery codes' }))
  expect(dialog.getAllByRole('listitem')).toHaveLength(10)
  await press(dialog.getByRole('button', { name: 'I Have Saved Them' }))
  await expectGone(() => screen.queryByRole('dialog', { name: 'Save your recovery codes' }))
}

const stepUp = async () => within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))

async function removes(name: string): Promise<void> {
  await press(`Remove ${name}`)
  const question = within(await screen.findByRole('alertdialog', { name: `Remove ${name}?` }))
  await press(question.getByRole('button', { name: 'Remove' }))
}

describe('an address that is not proven', () => {
  beforeEach(() => {
    server.rpc('is_my_address_proven', () => false)
    server.on('GET auth/reauthenticate', () => ({}))
    server.on('POST auth/reauthenticate', () => ({}))
  })

  test('is proven with a mailed code first, not with a password', async () => {
    await opens()
    await press(APP)
    const dialog = await stepUp()
    await expectText('Before you add a second step, confirm that this is your email.')
    expect(screen.queryByLabelText('What to call it')).toBeNull()
    expect(dialog.queryByRole('button', { name: 'Use your password' })).toBeNull()
    await press('Email me a code')
    await enters('Code', CODE)
    expect(await screen.findByLabelText('What to call it')).toBeDefined()
    expect(server.sent('POST auth/reauthenticate').map(({ body }) => body)).toEqual([{ nonce: CODE }])
  })

  test('opens no form when that is cancelled', async () => {
    await opens()
    await press(APP)
    await press((await stepUp()).getByRole('button', { name: 'Close' }))
    await expectGone(() => screen.queryByRole('dialog', { name: 'Confirm it’s you' }))
    expect(screen.queryByLabelText('What to call it')).toBeNull()
  })
})

describe('an authenticator app', () => {
  test('is added with its code, and recovery codes come with the first factor', async () => {
    await opens()
    await press(APP)
    const name = await screen.findByLabelText<HTMLInputElement>('What to call it')
    expect(name.value).toBe('Authenticator app')
    expect(document.activeElement).toBe(name)
    await enters('What to call it', 'Phone')
    const code = await screen.findByLabelText('Code')
    expect(document.activeElement).toBe(code)
    expect(screen.getByRole('img', { name: /QR code/ }).getAttribute('src')).toMatch(/^data:image\/svg/)
    expect(screen.getByText('JBSWY3DPEHPK3PXP').tagName).toBe('CODE')
    await type('Code', WRONG_CODE)
    await press('Turn On')
    await expectFailure('Codes change every 30 seconds and work once. Please enter the one shown now.', 'Wrong code')
    expect(document.activeElement).toBe(field('Code'))
    await enters('Code', CODE)
    await expectSuccess(...ON)
    await savesCodes()
    expect(factors()).toEqual([expect.stringMatching(/^PhoneAuthenticator app · Added Mar 2, 2026$/)])
    expect(document.activeElement).toBe(button(APP))
    await expectText('You have 10 left.')
  })

  test('has a key that is copied', async () => {
    const writeText = vi.fn(async () => undefined)
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard)
    await opens()
    await begins()
    await press('Copy key')
    await expectSuccess('The key is in your clipboard')
    expect(writeText).toHaveBeenCalledWith('JBSWY3DPEHPK3PXP')
  })

  test.each([
    ['is cancelled', () => press('Cancel')],
    ['is left for another tab', () => press('Profile', 'tab')],
    ['is closed with the dialog', () => press('Close')],
  ])('leaves no factor when its form %s', async (_, leave) => {
    await opens()
    await begins()
    expect(account.factors).toHaveLength(1)
    await leave()
    await expect.poll(() => account.factors).toEqual([])
  })

  test('that is cancelled gives the focus back', async () => {
    await opens()
    await begins()
    await press('Cancel')
    expect(document.activeElement).toBe(button(APP))
  })

  test('of a page that was closed in the middle is removed first: its name is free', async () => {
    account.factors = [factor('Authenticator app', 'totp', { id: ENROLLED[2], status: 'unverified' })]
    await opens()
    await begins()
    expect(account.factors.map(({ id }) => id)).toEqual([ENROLLED[0]])
  })

  test('needs a name that no other factor has', async () => {
    account.factors = [factor('Phone', 'totp', { id: ENROLLED[2] })]
    await opens()
    await press(APP)
    await enters('What to call it', 'Phone')
    await expectFailure('You have one with this name already. Please choose another name.', 'Two-step sign-in was not changed') // prettier-ignore
    expect(field('What to call it').value).toBe('Phone')
  })

  test('that is a further one brings no recovery codes', async () => {
    account = serveAccount(server, { factors: [factor('Phone')], codesLeft: 7 })
    await opens()
    await begins()
    await enters('Code', CODE)
    await expectSuccess('Any one of those you have is enough.', 'Second step added')
    await expect.poll(factors).toHaveLength(2)
    expect(screen.queryByRole('dialog', { name: 'Save your recovery codes' })).toBeNull()
    expect(server.sent('POST auth/factors/recovery-codes')).toEqual([])
  })
})

test('recovery codes are not made where they cannot be shown: the dialog was closed meanwhile', async () => {
  // A form that is closed removes its factor, but a session that has not passed it may not.
  server.refuse(`DELETE auth/factors/${ENROLLED[0]}`, { status: 403, code: 'insufficient_aal' })
  await opens()
  await begins()
  const release = server.holdAnswers(`POST auth/factors/${ENROLLED[0]}/verify`)
  await enters('Code', CODE)
  await press('Close')
  await expectGone(() => screen.queryByRole('dialog'))
  release()
  await expectSuccess(...ON)
  await reopenAccount('Security')
  await expectText('You have none. Without them, losing your second step locks you out.')
  expect(server.sent('POST auth/factors/recovery-codes')).toEqual([])
})

test('new recovery codes are counted, though those before are being counted', async () => {
  await opens()
  await begins()
  const release = server.holdAnswers('GET auth/factors/recovery-codes', { times: 1 })
  await enters('Code', CODE)
  await screen.findByRole('dialog', { name: 'Save your recovery codes' })
  release()
  await savesCodes()
  await expectText('You have 10 left.')
})

describe('a passkey', () => {
  const withPasskeys = (create: () => Promise<unknown>) => {
    vi.stubGlobal('PublicKeyCredential', vi.fn())
    vi.stubGlobal('isSecureContext', true)
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } })
  }

  test('cannot be added where the browser has none; other factors can', async () => {
    vi.stubGlobal('isSecureContext', false)
    await opens()
    await expectText(/^Passkeys and security keys cannot be added here/)
    expect(screen.queryByRole('button', { name: PASSKEY })).toBeNull()
    expect(button(PHONE)).toBeDefined()
  })

  test('that the browser does not create is an error, leaves no factor, and can be tried again', async () => {
    withPasskeys(() => Promise.reject(new DOMException('cancelled', 'NotAllowedError')))
    server.on(`POST auth/factors/${ENROLLED[0]}/challenge`, () => PASSKEY_CHALLENGE)
    await opens()
    await press(PASSKEY)
    const name = await screen.findByLabelText<HTMLInputElement>('What to call it')
    expect(name.value).toBe('Passkey')
    await enters('What to call it', 'Key')
    await expectFailure('It was cancelled, or it took too long. Please try again.', 'Passkey not used')
    expect(account.factors).toEqual([])
    expect(field('What to call it').value).toBe('Key')
    await press('Cancel')
    expect(document.activeElement).toBe(button(PASSKEY))
  })
})

describe('a phone', () => {
  const asks = async (number: string) => {
    await press(PHONE)
    await screen.findByLabelText('Phone number')
    await enters('Phone number', number)
  }
  const CHALLENGE = `POST auth/factors/${ENROLLED[0]}/challenge`

  test('is added with the code of a text message, and only its last digits are shown', async () => {
    await opens()
    await asks('912 345 678')
    await expectFailure('Begin with + and the country code, such as +351 912 345 678', 'Validation error')
    expect(document.activeElement).toBe(field('Phone number'))
    expect(server.sent(ENROL)).toEqual([])
    await enters('Phone number', NUMBER)
    await expectText("We've sent you the code.")
    expect(document.activeElement).toBe(field('Code'))
    expect(button(/^Send again in \d+ s$/).disabled).toBe(true)
    await enters('Code', WRONG_CODE)
    await expectFailure('That is not the code of the last message, or it is too old. You can request a new one.', 'Wrong code') // prettier-ignore
    await enters('Code', CODE)
    await expectSuccess(...ON)
    await savesCodes()
    expect(factors()).toEqual([expect.stringMatching(/^PhonePhone that ends in 78 · Added /)])
    expect(screen.getByRole('dialog').textContent).not.toContain('345678')
  })

  test('can have another number when no message was sent to the first', async () => {
    server.refuse(CHALLENGE, { status: 422, code: 'sms_send_failed', message: 'refused' })
    await opens()
    await asks(NUMBER)
    await expectFailure('refused', 'The code was not sent')
    await expect.poll(() => account.factors).toEqual([])
    await enters('Phone number', '+351912345679')
    await expectText("We've sent you the code.")
    expect(account.factors.map(({ phone }) => phone)).toEqual(['+351912345679'])
  })

  test('whose code is not entered leaves no factor', async () => {
    await opens()
    await asks(NUMBER)
    await screen.findByLabelText('Code')
    await press('Cancel')
    await expect.poll(() => account.factors).toEqual([])
    expect(document.activeElement).toBe(button(PHONE))
  })

  test('with a number that is a factor already is an error', async () => {
    server.refuse(ENROL, { status: 422, code: 'mfa_verified_factor_exists' })
    await opens()
    await asks(NUMBER)
    await expectFailure('This number is one of your second steps already.', 'Not added')
  })
})

describe('removing', () => {
  test('the only factor asks first; the recovery codes are gone with it', async () => {
    account = serveAccount(server, { factors: [factor('Phone')], codesLeft: 10 })
    await opens()
    await press('Remove Phone')
    const question = within(await screen.findByRole('alertdialog', { name: 'Remove Phone?' }))
    await press(question.getByRole('button', { name: 'Cancel' }))
    expect(server.sent(DELETE)).toEqual([])
    await removes('Phone')
    await expectSuccess('The second step has been removed')
    await expect.poll(factors).toEqual([])
    expect(screen.queryByRole('region', { name: 'Recovery codes' })).toBeNull()
  })

  test('one of several takes the code of another, and nothing when that is cancelled', async () => {
    const [phone, tablet] = [factor('Phone'), factor('Tablet')]
    account = serveAccount(server, { factors: [phone, tablet], codesLeft: 10 })
    await opens()
    await removes('Tablet')
    const cancelled = await stepUp()
    expect(cancelled.queryByRole('radio')).toBeNull()
    await press(cancelled.getByRole('button', { name: 'Close' }))
    await expectGone(() => screen.queryByRole('dialog', { name: 'Confirm it’s you' }))
    expect(factors()).toHaveLength(2)
    await removes('Tablet')
    await stepUp()
    await enters('Code', CODE)
    await expectSuccess('The second step has been removed')
    await expect.poll(factors).toEqual([expect.stringMatching(/^Phone/)])
    expect(server.sent(`POST auth/factors/${phone.id}/verify`)).toHaveLength(1)
  })

  test('that is refused is an error', async () => {
    const phone = factor('Phone')
    account = serveAccount(server, { factors: [phone], codesLeft: 10 })
    server.refuse(`DELETE auth/factors/${phone.id}`, { status: 422, code: 'unexpected', message: 'Not now' })
    await opens()
    await removes('Phone')
    await expectFailure('Not now', 'Two-step sign-in was not changed')
    expect(factors()).toHaveLength(1)
  })
})
