// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { openAccount, serveAccount, type TestAccount } from '../../testing/account.tsx'
import { address, renderApp } from '../../testing/app.tsx'
import { serveFounder } from '../../testing/founder.ts'
import { FOUNDER } from '../../testing/people.ts'
import { expectFailure, expectGone, expectSuccess, press } from '../../testing/render.tsx'
import { stubServer } from '../../testing/server.ts'
import { SESSION_KEY, sessionOf } from '../../testing/session.ts'
import { local } from '../../lib/offline/storage.ts'

const server = stubServer()
const ACME = { identity_id: 'i2', id: 'i2', provider: 'acme', identity_data: { email: 'ana@acme.com' } }
const UNLINK = 'DELETE auth/user/identities/i2'
let account: TestAccount

beforeEach(() => {
  server.configure({ signIn: { providers: [{ id: 'acme', name: 'Acme' }] } })
  account = serveAccount(server)
  server.on(UNLINK, () => {
    account.identities = account.identities.filter((one) => one !== ACME)
    return {}
  })
})

const accounts = async () => within(await screen.findByRole('region', { name: 'Connected accounts' }))
const connect = () => screen.queryByRole('button', { name: 'Connect Acme' })

async function disconnects(): Promise<void> {
  await press('Disconnect Acme')
  const question = within(await screen.findByRole('alertdialog', { name: 'Disconnect Acme?' }))
  await press(question.getByRole('button', { name: 'Disconnect' }))
}

describe('disconnecting', () => {
  beforeEach(() => (account.identities = [...account.identities, ACME]))

  test('asks first, then another account can be connected', async () => {
    await openAccount('Sign-in')
    expect((await accounts()).getByRole('listitem').textContent).toBe('Acmeana@acme.comDisconnect')
    expect(connect()).toBeNull()
    await press('Disconnect Acme')
    const question = within(await screen.findByRole('alertdialog', { name: 'Disconnect Acme?' }))
    await press(question.getByRole('button', { name: 'Cancel' }))
    expect(server.sent(UNLINK)).toEqual([])
    await disconnects()
    await expectSuccess('You no longer sign in with Acme.', 'Account disconnected')
    await expect.poll(connect).not.toBeNull()
    expect((await accounts()).queryByRole('listitem')).toBeNull()
  })

  test('is refused for the only way to sign in', async () => {
    server.refuse(UNLINK, { status: 422, code: 'single_identity_not_deletable' })
    await openAccount('Sign-in')
    await disconnects()
    await expectFailure(
      'It is the only way you can sign in. Please set a password or connect another account first.',
      'The account is still connected',
    )
    expect((await accounts()).getByRole('listitem').textContent).toContain('ana@acme.com')
  })
})

describe('the return from a provider', () => {
  const EXCHANGE = 'POST auth/token'
  const FAILED = 'The account was not connected'
  const NOT_STARTED = 'This was not started here, or took too long. Please start again.'

  beforeEach(() => {
    // The account dialog is above a screen.
    server.reset()
    server.configure({ signIn: { providers: [{ id: 'acme', name: 'Acme' }] } })
    serveFounder(server)
    account = serveAccount(server)
  })

  /** Opens the app as a provider does, in the browser that began on a screen. */
  function returns(query: string, { user = FOUNDER.id, from = '/traction' } = {}): void {
    local.setItem('connecting', JSON.stringify({ id: 'a-linking', user, provider: 'acme', from }))
    local.setItem(`${SESSION_KEY}-provider-code-verifier`, JSON.stringify('y'.repeat(43)))
    renderApp(`/?connecting=a-linking&${query}`, FOUNDER)
  }

  test('connects the account, on the screen where it began, and shows it', async () => {
    server.on(EXCHANGE, () => {
      account.identities = [...account.identities, ACME]
      return sessionOf(FOUNDER)
    })
    const release = server.hold(EXCHANGE)
    returns('code=a-code')
    expect(address()).toBe('/traction')
    expect(local.getItem('connecting')).toBeNull()
    const busy = await screen.findByRole<HTMLButtonElement>('button', { name: 'Connecting Acme...' })
    expect(busy.disabled).toBe(true)
    expect(screen.getByRole('tab', { name: 'Sign-in' }).getAttribute('aria-selected')).toBe('true')
    release()
    await expectSuccess('You can sign in with Acme from now on.', 'Account connected')
    expect((await accounts()).getByRole('listitem').textContent).toContain('ana@acme.com')
    expect(Object.keys(localStorage).filter((key) => key.startsWith('sb-'))).toEqual([SESSION_KEY])
  })

  test('with a code that is refused is an error in the same dialog', async () => {
    server.refuse(EXCHANGE, { status: 404, code: 'flow_state_not_found' })
    returns('code=a-code')
    await expectFailure(NOT_STARTED, FAILED)
    expect(screen.getByRole('tab', { name: 'Sign-in' }).getAttribute('aria-selected')).toBe('true')
    await expectGone(() => screen.queryByRole('button', { name: 'Connecting Acme...' }))
    expect(connect()).not.toBeNull()
  })

  test('after a refusal there is an error in the same dialog', async () => {
    returns('error=access_denied')
    await expectFailure('It was refused there. Please start again.', FAILED)
    expect(address()).toBe('/traction')
    await expect.poll(connect).not.toBeNull()
  })

  test('with an account of another user is an error', async () => {
    server.refuse(EXCHANGE, { status: 422, code: 'identity_already_exists', message: 'Identity is already linked to another user' }) // prettier-ignore
    returns('code=a-code')
    await expectFailure('Identity is already linked to another user', FAILED)
  })

  test('of a linking that this browser has not started is an error, and opens nothing', async () => {
    renderApp('/?connecting=a-linking&code=a-code', FOUNDER)
    await expectFailure(NOT_STARTED, FAILED)
    expect(address()).toBe('/')
    await screen.findByRole('heading', { name: 'Weekly Command Board' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.sent(EXCHANGE)).toEqual([])
  })
})
