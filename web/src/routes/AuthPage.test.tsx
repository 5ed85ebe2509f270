// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { local, tab } from '../lib/offline/storage.ts'
import { address, renderApp } from '../testing/app.tsx'
import { factor } from '../testing/factors.ts'
import { serveFounder } from '../testing/founder.ts'
import { ADMIN, FOUNDER } from '../testing/people.ts'
import { expectFailure, expectSuccess, notices, press, pressKey, type } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { accountOf, SESSION_KEY, sessionOf } from '../testing/session.ts'

const server = stubServer()
beforeEach(() => {
  serveFounder(server)
  server.on('POST auth/token', () => sessionOf(FOUNDER))
  server.on('POST auth/signup', () => sessionOf(FOUNDER))
})

const ANA = { 'First Name': 'Ana', 'Last Name': 'Silva', Email: 'ana@example.com', Password: 'secret123' }
type Fields = Partial<Record<keyof typeof ANA, string>>

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const panel = (name: string) => within(screen.getByRole('tabpanel', { name }))

async function opens(tab: 'Sign In' | 'Sign Up' = 'Sign In'): Promise<void> {
  renderApp('/auth', null)
  await press(await screen.findByRole('tab', { name: tab }))
}

async function fills(fields: Fields): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await type(label, text)
}

async function signsUp(fields: Fields = ANA): Promise<void> {
  await opens('Sign Up')
  await fills(fields)
  await press('Sign Up')
}

async function signsIn(fields: Fields = { Email: ANA.Email, Password: ANA.Password }): Promise<void> {
  await opens()
  await fills(fields)
  await press('Sign In')
}

const expectAddress = async (path: string) => {
  await expect.poll(address).toBe(path)
}

describe('the screen', () => {
  test('opens with the focus in Email; a tab that is pressed keeps it', async () => {
    renderApp('/auth', null)
    const email = await screen.findByLabelText('Email')
    await expect.poll(() => document.activeElement).toBe(email)
    for (const name of ['Sign Up', 'Sign In']) await press(screen.getByRole('tab', { name }))
    expect(document.activeElement).not.toBe(field('Email'))
  })

  test('has the product’s name and tagline, and two tabs, Sign In first', async () => {
    server.configure({ productTagline: 'Your AI-powered growth co-founder' })
    await opens()
    expect(screen.getByRole('heading', { name: 'Upswing' })).toBeDefined()
    expect(screen.getByText('Your AI-powered growth co-founder')).toBeDefined()
    const tabs = screen.getAllByRole('tab')
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Sign In', 'Sign Up'])
    expect(tabs.map((tab) => tab.getAttribute('aria-selected'))).toEqual(['true', 'false'])
    expect(document.title).toBe('Upswing - AI-Powered Founder Growth Platform')
    expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull()
  })

  test.each([
    { tab: 'Sign In', labels: ['Email', 'Password'] },
    { tab: 'Sign Up', labels: ['First Name', 'Last Name', 'Email', 'Password'] },
  ] as const)('$tab has the required fields $labels', async ({ tab, labels }) => {
    await opens(tab)
    const shown = [...screen.getByRole('tabpanel', { name: tab }).querySelectorAll('label')]
    expect(shown.map(({ textContent }) => textContent)).toEqual(labels)
    for (const label of labels) expect(panel(tab).getByLabelText<HTMLInputElement>(label).required).toBe(true)
    expect(field('Email').type).toBe('email')
    expect(field('Password').type).toBe('password')
  })

  test('typed text stays when the tab is changed', async () => {
    await opens()
    await type('Email', 'ana@example.com')
    await press('Sign Up', 'tab')
    expect(field('Email').value).toBe('ana@example.com')
  })
})

describe('to whoever is signed in', () => {
  test('the screen says who, and opens the board', async () => {
    renderApp('/auth', FOUNDER)
    expect(await screen.findByText(`As ${FOUNDER.email}.`)).toBeDefined()
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(notices()).toEqual([])
    await press('Open Upswing')
    await expectAddress('/')
  })

  test('the screen offers to sign out, and then to sign in, which leads on', async () => {
    server.on('POST auth/logout', () => undefined)
    renderApp('/auth', FOUNDER)
    await press(await screen.findByRole('button', { name: 'Sign Out' }))
    await screen.findByLabelText('Email')
    await fills({ Email: ANA.Email, Password: ANA.Password })
    await press('Sign In')
    await expectSuccess('Signed in successfully. Redirecting...', 'Welcome back!')
    await expectAddress('/')
    expect(screen.queryByText('You are signed in')).toBeNull()
  })
})

test('each provider that is configured has a button, on both tabs', async () => {
  server.configure({ signIn: { providers: [{ id: 'acme', name: 'Acme' }] } })
  await opens()
  const others = () => within(screen.getByRole('region', { name: 'Other ways to sign in' })).getAllByRole('button')
  expect(others().map(({ textContent }) => textContent)).toEqual(['Continue with Acme'])
  await press('Sign Up', 'tab')
  expect(others()).toHaveLength(1)
})

describe('signing up', () => {
  test.each([
    { what: 'an empty form', fields: {}, wrong: 'First Name', message: 'First name is required' },
    {
      what: 'a first name alone',
      fields: { 'First Name': 'Ana' },
      wrong: 'Last Name',
      message: 'Last name is required',
    },
    {
      what: 'a password of 5 characters',
      fields: { ...ANA, Password: '12345' },
      wrong: 'Password',
      message: 'Password must be at least 6 characters',
    },
  ])('$what: $message, and the field gets the focus', async ({ fields, wrong, message }) => {
    await signsUp(fields)
    await expectFailure(message, 'Validation error')
    expect(document.activeElement).toBe(field(wrong))
    expect(field(wrong).getAttribute('aria-invalid')).toBe('true')
    expect(button('Sign Up').disabled).toBe(false)
    expect(server.sent('POST auth/signup')).toEqual([])
  })

  test('creates the account, says so, and opens the board', async () => {
    await signsUp()
    await expectSuccess('Account created successfully. Redirecting...', 'Success!')
    await expectAddress('/')
    const [sent] = server.sent('POST auth/signup')
    expect(sent?.body).toMatchObject({
      email: 'ana@example.com',
      password: 'secret123',
      data: { first_name: 'Ana', last_name: 'Silva' },
    })
    expect(sent?.query.get('redirect_to')).toBe(`${location.origin}/`)
  })

  test('the button reads "Creating account..." and is disabled meanwhile', async () => {
    const release = server.hold('POST auth/signup')
    await signsUp()
    expect(button('Creating account...').disabled).toBe(true)
    release()
    await expectAddress('/')
  })

  test('an address with an account is an error, and the typed text stays', async () => {
    server.refuse('POST auth/signup', { status: 422, code: 'user_already_exists', message: 'User already registered' })
    await signsUp()
    await expectFailure('This email is already registered. Please sign in instead.', 'Account already exists')
    expect(address()).toBe('/auth')
    expect(field('First Name').value).toBe('Ana')
  })

  test('any other error is "Sign up failed" with the service’s message', async () => {
    const message = 'Password cannot be longer than 72 characters'
    server.refuse('POST auth/signup', { status: 422, code: 'weak_password', message })
    await signsUp()
    await expectFailure(message, 'Sign up failed')
  })

  test('a lost network is "Sign up failed", and the next try succeeds', async () => {
    server.lose('POST auth/signup', { times: 1 })
    await signsUp()
    await expectFailure('Failed to fetch', 'Sign up failed')
    await press('Sign Up')
    await expectSuccess('Account created successfully. Redirecting...', 'Success!')
  })

  test('an address that has to be confirmed first is told to', async () => {
    server.on('POST auth/signup', () => sessionOf(FOUNDER).user)
    await signsUp()
    await expectSuccess('Open the link we sent you to finish signing up.', 'Check your inbox')
    expect(address()).toBe('/auth')
  })
})

describe('signing in', () => {
  test.each([
    { what: 'an empty form', fields: {}, message: 'Invalid email address' },
    {
      what: 'a password of 5 characters',
      fields: { Email: ANA.Email, Password: '12345' },
      message: 'Password must be at least 6 characters',
    },
  ])('$what: $message', async ({ fields, message }) => {
    await signsIn(fields)
    await expectFailure(message, 'Validation error')
    expect(server.sent('POST auth/token')).toEqual([])
  })

  test('a founder is welcomed; Enter in the last field submits', async () => {
    await opens()
    await fills({ Email: ANA.Email, Password: ANA.Password })
    await pressKey('Enter')
    await expectSuccess('Signed in successfully. Redirecting...', 'Welcome back!')
    await expectAddress('/')
    const [sent] = server.sent('POST auth/token')
    expect(sent?.body).toMatchObject({ email: 'ana@example.com', password: 'secret123' })
  })

  test('an admin is welcomed and lands at /admin', async () => {
    server.has({ user_roles: [{ user_id: ADMIN.id, role: 'admin' }] })
    server.on('POST auth/token', () => sessionOf(ADMIN))
    await signsIn()
    await expectSuccess('Redirecting to admin panel...', 'Welcome back, Admin!')
    await expectAddress('/admin')
  })

  test('a failed admin check means not admin', async () => {
    server.refuse('GET user_roles', { status: 500, code: 'XX000' })
    await signsIn()
    await expectSuccess('Signed in successfully. Redirecting...', 'Welcome back!')
    await expectAddress('/')
  })

  test('the button reads "Signing in..." and is disabled meanwhile', async () => {
    const release = server.hold('POST auth/token')
    await signsIn()
    expect(button('Signing in...').disabled).toBe(true)
    release()
    await expectAddress('/')
  })

  test('a wrong password and an unknown address are the same error', async () => {
    const message = 'Invalid login credentials'
    server.refuse('POST auth/token', { status: 400, code: 'invalid_credentials', message })
    await signsIn()
    await expectFailure('Wrong email or password. Please try again.', 'Invalid credentials')
    expect(address()).toBe('/auth')
    expect(button('Sign In').disabled).toBe(false)
  })

  test('any other error is "Sign in failed" with the service’s message', async () => {
    const message = 'Request rate limit reached'
    server.refuse('POST auth/token', { status: 429, code: 'over_request_rate_limit', message })
    await signsIn()
    await expectFailure(message, 'Sign in failed')
  })

  test('the errors of an attempt are gone after the next one', async () => {
    server.refuse(
      'POST auth/token',
      { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' },
      { times: 1 },
    )
    await signsIn()
    await expectFailure('Wrong email or password. Please try again.', 'Invalid credentials')
    await press('Sign In')
    await expectSuccess('Signed in successfully. Redirecting...', 'Welcome back!')
    expect(notices().join()).not.toContain('Invalid credentials')
  })
})

describe('a forgotten password', () => {
  beforeEach(() => server.on('POST auth/recover', () => ({})))

  async function asksForReset(): Promise<void> {
    await opens()
    await type('Email', ' ana@example.com ')
    await press('Forgot password?')
    await screen.findByRole('heading', { name: 'Check your inbox' })
  }

  test.each([
    {
      what: 'no address',
      email: '',
      message: 'Enter your email first. We will send you a link to set a new password.',
    },
    { what: 'half an address', email: 'ana@', message: 'Invalid email address' },
  ])('with $what asks for it: $message', async ({ email, message }) => {
    await opens()
    await type('Email', email)
    await press('Forgot password?')
    await expectFailure(message, 'Validation error')
    expect(document.activeElement).toBe(field('Email'))
    expect(server.sent('POST auth/recover')).toEqual([])
    await type('Email', ANA.Email)
    await press('Forgot password?')
    await screen.findByRole('heading', { name: 'Check your inbox' })
    expect(notices()).toEqual([])
  })

  test('what a refused sign-in has shown goes', async () => {
    const message = 'Invalid login credentials'
    server.refuse('POST auth/token', { status: 400, code: 'invalid_credentials', message })
    await signsIn()
    await expectFailure('Wrong email or password. Please try again.', 'Invalid credentials')
    await press('Forgot password?')
    await screen.findByRole('heading', { name: 'Check your inbox' })
    expect(notices()).toEqual([])
  })

  test('says to which address a mail was sent, and the field for its code has the focus', async () => {
    await asksForReset()
    expect(panel('Sign In').getByText('ana@example.com')).toBeDefined()
    expect(document.activeElement).toBe(field('Code'))
    const [sent] = server.sent('POST auth/recover')
    expect(sent?.body).toMatchObject({ email: 'ana@example.com' })
    expect(sent?.query.get('redirect_to')).toBe(`${location.origin}/auth`)
  })

  test('its code leads to the new password', async () => {
    server.on('POST auth/verify', () => sessionOf(FOUNDER))
    await asksForReset()
    await type('Code', '123 456')
    await pressKey('Enter')
    await screen.findByRole('heading', { name: 'Set a new password' })
    expect(server.sent('POST auth/verify')[0]?.body).toMatchObject({
      email: 'ana@example.com',
      token: '123456',
      type: 'recovery',
    })
  })

  test('a code of five digits is not sent; a wrong one says so, and stays', async () => {
    server.refuse('POST auth/verify', { status: 403, code: 'otp_expired', message: 'Token has expired or is invalid' })
    await asksForReset()
    await type('Code', '12345')
    await press('Continue')
    await expectFailure('The code has 6 digits', 'Validation error')
    expect(server.sent('POST auth/verify')).toEqual([])
    await type('Code', '123456')
    await press('Continue')
    await expectFailure(
      'It is mistyped, older than an hour, or from an email before the newest one.',
      'Code not accepted',
    )
    expect(field('Code').value).toBe('123456')
  })

  test('the mail is sent again, unless that is too soon', async () => {
    await asksForReset()
    await press('Send again')
    await expectSuccess('Only the newest email works.', 'Sent again')
    const message = 'For security purposes, you can only request this after 42 seconds.'
    server.refuse('POST auth/recover', { status: 429, code: 'over_email_send_rate_limit', message })
    await press('Send again')
    await expectFailure(message, 'Password reset failed')
  })

  test('going back keeps the address', async () => {
    await asksForReset()
    await press('Back to Sign In')
    expect(field('Email').value).toBe('ana@example.com')
  })
})

describe('the return from a provider', () => {
  const EXCHANGE = 'POST auth/token'
  const VERIFIER = `${SESSION_KEY}-provider-code-verifier`
  const BEGUN_ELSEWHERE = 'This sign-in was not started here, or took too long. Please start again.'

  /** Opens the screen as a provider does, in the browser that began. */
  function returns(query = 'code=a-code'): void {
    local.setItem(VERIFIER, JSON.stringify('y'.repeat(43)))
    renderApp(`/auth?${query}`, null)
  }

  test('signs in, and leaves no code in the URL and no verifier', async () => {
    server.on('GET auth/user', () => accountOf(FOUNDER))
    const release = server.hold(EXCHANGE)
    returns()
    expect(await screen.findByLabelText('Signing in...')).toBeDefined()
    expect(address()).toBe('/auth')
    release()
    await expectSuccess('Signed in successfully. Redirecting...', 'Welcome back!')
    await expectAddress('/')
    const [sent] = server.sent(EXCHANGE)
    expect(sent?.body).toEqual({ auth_code: 'a-code', code_verifier: 'y'.repeat(43) })
    expect(Object.keys(localStorage).filter((key) => key.startsWith('sb-'))).toEqual([SESSION_KEY])
  })

  test('leads admins to /admin', async () => {
    server.has({ user_roles: [{ user_id: ADMIN.id, role: 'admin' }] })
    server.on(EXCHANGE, () => sessionOf(ADMIN))
    server.on('GET auth/user', () => accountOf(ADMIN))
    returns()
    await expectSuccess('Redirecting to admin panel...', 'Welcome back, Admin!')
    await expectAddress('/admin')
  })

  test('leads to the request of an app, where that sent its user to sign in', async () => {
    const request = '/oauth/consent?authorization_id=5f0c'
    // The page that it leads to asks at once, unless it has to be loaded.
    server.hold('GET auth/oauth/authorizations/5f0c')
    server.configure({ signIn: { providers: [{ id: 'acme', name: 'Acme' }] } })
    server.on('GET auth/user', () => accountOf(FOUNDER))
    renderApp(request, null)
    await press(await screen.findByRole('button', { name: 'Continue with Acme' }))
    // Until the browser has left: it would leave the page of the return.
    await expect.poll(address).toMatch(/^\/auth\/v1\/authorize\?/)
    cleanup()
    renderApp('/auth?code=a-code', null)
    await expectAddress(request)
    await expect.poll(() => tab.keys('')).toEqual([])
  })

  test('asks for the second factor', async () => {
    const factors = [factor('Phone')]
    server.on(EXCHANGE, () => sessionOf(FOUNDER, { factors }))
    server.on('GET auth/user', () => accountOf(FOUNDER, { factors }))
    returns()
    expect(await screen.findByRole('heading', { name: 'Enter your code' })).toBeDefined()
    expect(address()).toBe('/auth')
    expect(notices()).toEqual([])
  })

  test.each(['flow_state_not_found', 'flow_state_expired', 'bad_code_verifier'])(
    'with a code of another browser is an error: %s',
    async (code) => {
      server.refuse(EXCHANGE, { status: 404, code })
      returns()
      await expectFailure(BEGUN_ELSEWHERE, 'Sign in failed')
      expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeDefined()
      expect(local.getItem(SESSION_KEY)).toBeNull()
    },
  )

  test('without a verifier is an error', async () => {
    renderApp('/auth?code=a-code', null)
    await expectFailure(BEGUN_ELSEWHERE, 'Sign in failed')
    expect(server.sent(EXCHANGE)).toEqual([])
  })

  test.each([
    ['error=access_denied', 'It was refused there. Please start again.'],
    ['error=temporarily_unavailable', 'The other service could not be reached.'],
    ['error=access_denied&error_code=provider_email_needs_verification', 'Your email is not verified there.'],
  ])('with %s is one error', async (query, message) => {
    returns(query)
    await expectFailure(message, 'Sign in failed')
    expect(address()).toBe('/auth')
    expect(await screen.findByRole('tab', { name: 'Sign In' })).toBeDefined()
    expect(notices()).toHaveLength(1)
  })
})

test.each(['Sign In', 'Sign Up'] as const)('landing at /command, the default, is the 404 page: %s', async (tab) => {
  server.configure({ landingPath: '/command' })
  await opens(tab)
  await fills(tab === 'Sign Up' ? ANA : { Email: ANA.Email, Password: ANA.Password })
  await pressKey('Enter')
  expect(await screen.findByText('Oops! Page not found')).toBeDefined()
  expect(address()).toBe('/command')
  expect(document.activeElement).toBe(screen.getByText('Return to Home'))
})
