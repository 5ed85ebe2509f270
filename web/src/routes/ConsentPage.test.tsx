// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { address, renderApp } from '../testing/app.tsx'
import { FOUNDER } from '../testing/people.ts'
import { expectFailure, expectText, press, pressKey, type } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { accountOf, sessionOf } from '../testing/session.ts'

const server = stubServer()
const REQUEST = 'GET auth/oauth/authorizations/r1'
const CONSENT = 'POST auth/oauth/authorizations/r1/consent'
/** A name from elsewhere is isolated (bdi), around which happy-dom reads spaces. */
const QUESTION = /^Connect\s*Assistant\s*\?$/
const BACK = 'https://assistant.example/callback?code=c'

let scope: string
let registration: string
let left: string[]
beforeEach(() => {
  scope = 'records:read'
  registration = 'dynamic'
  left = []
  vi.spyOn(location, 'assign').mockImplementation((url) => void left.push(String(url)))
  server.on(REQUEST, () => ({
    authorization_id: 'r1',
    redirect_uri: 'https://assistant.example/callback',
    client: { id: 'a1', name: 'Assistant', registration_type: registration },
    user: { id: FOUNDER.id, email: FOUNDER.email },
    scope,
  }))
  server.on(CONSENT, () => ({ redirect_url: BACK }))
})
afterEach(() => {
  vi.restoreAllMocks()
  history.replaceState(null, '', '/')
})

const opens = (as: typeof FOUNDER | null = FOUNDER) => renderApp('/oauth/consent?authorization_id=r1', as)
const answers = () => server.sent(CONSENT).map(({ body }) => body)

test('the page says who asks, for whom and for what, and that no one has checked it', async () => {
  opens()
  expect(await screen.findByRole('heading', { name: QUESTION })).toBeDefined()
  const card = screen.getByRole('main').textContent
  expect(card).toContain(`It asks to act for ${FOUNDER.email}.`)
  expect(card).toContain('Not verified. The app chose its name itself. Your answer goes to assistant.example.')
  expect(card).toContain('Read your goals, check-ins, traction, runway, decisions, notes and calls')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('an app that the operator has registered has no warning', async () => {
  registration = 'manual'
  opens()
  await screen.findByRole('heading', { name: QUESTION })
  expect(screen.queryByText(/Not verified/)).toBeNull()
})

test('allowing it leads back to the app', async () => {
  opens()
  await press('Allow')
  await expect.poll(() => left).toEqual([BACK])
  expect(answers()).toEqual([{ action: 'approve', scope: 'records:read' }])
  await expectText('You have allowed Assistant. If it has not opened, open it again.')
  await press('Open It Again')
  expect(left).toEqual([BACK, BACK])
})

test('declining leads back too', async () => {
  const answer = server.hold(CONSENT)
  opens()
  await press('Cancel')
  const buttons = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(buttons).toEqual(['Allow', 'Sending...', 'Use Another Account'])
  answer()
  await expect.poll(() => left).toEqual([BACK])
  expect(answers()).toEqual([{ action: 'deny' }])
  await expectText('You have not allowed Assistant. If it has not opened, open it again.')
})

test('what replaces a pressed button has the focus', async () => {
  const allow = server.refuse(REQUEST, { status: 503, code: 'unexpected_failure', message: 'Not now' })
  const isFocused = async (name: string | RegExp) => {
    const heading = await screen.findByRole('heading', { name })
    await expect.poll(() => document.activeElement === heading, { message: String(name) }).toBe(true)
  }
  opens()
  await isFocused('The request cannot be opened')
  allow()
  screen.getByRole('button', { name: 'Try Again' }).focus()
  await press('Try Again')
  await isFocused(QUESTION)
  await press('Allow')
  await isFocused('You can go back to the app')
})

test('another account is asked about: the request stays with the one that has opened it', async () => {
  server.on('POST auth/logout', () => new Response(null, { status: 204 }))
  opens()
  await press('Use Another Account')
  await expectText(
    `This request can only be answered by ${FOUNDER.email}. Sign in with the other account, then connect again from the app.`,
  )
  const asked = within(await screen.findByRole('alertdialog'))
  await press(asked.getByRole('button', { name: 'Cancel' }))
  expect(server.sent('POST auth/logout')).toEqual([])
  await press('Use Another Account')
  await press('Sign Out')
  await expect.poll(address).toBe('/auth')
})

test('what changes something can be left out', async () => {
  scope = 'records:read records:write squad:write'
  opens()
  await press('Send messages to your growth squad in your name', 'checkbox')
  await press('Allow')
  await expect.poll(answers).toEqual([{ action: 'approve', scope: 'records:read records:write' }])
})

test('an app that only writes is allowed that, or declined', async () => {
  scope = 'squad:write'
  opens()
  await screen.findByText('Send messages to your growth squad in your name')
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a proof that it is the owner is asked for where the server wants one', async () => {
  scope = 'records:read records:write'
  server.on('GET auth/user', () =>
    accountOf(FOUNDER, { identities: [{ identity_id: 'i1', id: 'i1', provider: 'email', identity_data: {} }] }),
  )
  let isProven = false
  server.on(CONSENT, () =>
    isProven
      ? { redirect_url: BACK }
      : Response.json({ code: 'reauthentication_needed', message: 'Prove it' }, { status: 400 }),
  )
  server.on('POST auth/reauthenticate', () => {
    isProven = true
    return {}
  })
  opens()
  const allow = await screen.findByRole('button', { name: 'Allow' })
  allow.focus()
  await press(allow)
  await screen.findByLabelText('Password')
  await pressKey('Escape')
  await expect.poll(() => document.activeElement === allow).toBe(true)
  await press(allow)
  await type('Password', 'a long way home')
  await press('Continue')
  await expect.poll(() => left).toEqual([BACK])
})

test('a failure is said, and the answer can be given again', async () => {
  const allow = server.refuse(CONSENT, { status: 503, code: 'unexpected_failure', message: 'Not now' })
  opens()
  await press('Allow')
  await expectFailure('Not now', 'Your answer was not sent')
  expect(left).toEqual([])
  allow()
  await press('Allow')
  await expect.poll(() => left).toEqual([BACK])
})

test('a request that is too old, or answered, cannot be answered', async () => {
  server.refuse(REQUEST, { status: 404, code: 'oauth_authorization_not_found', message: 'authorization not found' })
  opens()
  expect(await screen.findByRole('heading', { name: 'This request cannot be answered' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
})

test('a request that cannot be loaded is loaded again', async () => {
  const allow = server.refuse(REQUEST, { status: 503, code: 'unexpected_failure', message: 'Not now' })
  opens()
  await screen.findByRole('heading', { name: 'The request cannot be opened' })
  allow()
  await press('Try Again')
  expect(await screen.findByRole('heading', { name: QUESTION })).toBeDefined()
})

test('an app that is not registered is told to its developer, in our words only', async () => {
  renderApp('/oauth/consent?refused=client_id', FOUNDER)
  await expectText(/For the app’s developer: there is no app with this client_id/)
})

test('text in the address is not shown', async () => {
  renderApp('/oauth/consent?refused=Call%20this%20number', FOUNDER)
  await screen.findByRole('heading', { name: 'This request cannot be answered' })
  expect(screen.getByRole('main').textContent).not.toContain('Call this number')
})

test('who is signed out signs in first, and comes back', async () => {
  server.on('POST auth/token', () => sessionOf(FOUNDER))
  server.has({ user_roles: [] })
  opens(null)
  await expectText('Sign in to connect the app.')
  await type('Email', FOUNDER.email)
  await type('Password', 'a long way home')
  await press('Sign In')
  expect(await screen.findByRole('heading', { name: QUESTION })).toBeDefined()
  expect(address()).toBe('/oauth/consent?authorization_id=r1')
})

test('who signs up first comes back, too', async () => {
  server.on('POST auth/signup', () => sessionOf(FOUNDER))
  opens(null)
  await press(await screen.findByRole('tab', { name: 'Sign Up' }))
  for (const [label, text] of [
    ['First Name', 'Ana'],
    ['Last Name', 'Silva'],
    ['Email', FOUNDER.email],
    ['Password', 'a long way home'],
  ] as const) {
    await type(label, text)
  }
  await press('Sign Up')
  expect(await screen.findByRole('heading', { name: QUESTION })).toBeDefined()
})

describe('on Supabase, whose server knows no scopes of ours', () => {
  const APP = {
    authorization_id: 'r1',
    redirect_uri: 'https://assistant.example/callback',
    client: { id: 'a1', name: 'Assistant', registration_type: 'dynamic' },
    user: { email: FOUNDER.email },
  }
  const stored = () => server.sent('POST rpc/allow_app').map(({ body }) => body)
  beforeEach(() => {
    scope = 'email'
    server.rpc('app_request', () => ({ ...APP, scope }))
    server.rpc('allow_app', () => undefined)
  })

  test('the founder chooses what is written, and the choice is stored before the server gets the answer', async () => {
    opens()
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(({ checked }) => checked)).toEqual([false, false])
    expect(screen.queryByText(/email address/)).toBeNull()
    await press('Add goals, check-ins and decisions, and tick goals', 'checkbox')
    const answer = server.hold('POST rpc/allow_app')
    await press('Allow')
    await expect.poll(stored).toEqual([{ client: 'a1', scopes: ['records:read', 'records:write'] }])
    expect(answers()).toEqual([])
    answer()
    await expect.poll(() => left).toEqual([BACK])
    expect(answers()).toMatchObject([{ action: 'approve' }])
  })

  test('an app that asks for an ID token is refused: its server would take that for the user’s own token', async () => {
    scope = 'openid email profile'
    opens()
    await expectText(/For the app’s developer: apps may not ask for the scope openid here/)
    expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull()
  })

  test('a request that was answered already is not tried again', async () => {
    server.refuse(REQUEST, { status: 400, code: 'validation_failed', message: 'not pending' })
    opens()
    expect(await screen.findByRole('heading', { name: 'This request cannot be answered' })).toBeDefined()
  })

  test('an app that was connected before asks again, though the server has approved it', async () => {
    server.on(REQUEST, () => ({ redirect_url: `${BACK}&state=s` }))
    opens()
    expect(await screen.findByRole('heading', { name: QUESTION })).toBeDefined()
    expect(left).toEqual([])
    await press('Allow')
    await expect.poll(() => left).toEqual([`${BACK}&state=s`])
    expect(stored()).toEqual([{ client: 'a1', scopes: ['records:read'] }])
    expect(answers()).toEqual([])
  })

  test('declining it sends the app away without its code', async () => {
    server.on(REQUEST, () => ({ redirect_url: `${BACK}&state=s` }))
    opens()
    await press('Cancel')
    await expect.poll(() => left).toEqual(['https://assistant.example/callback?state=s&error=access_denied'])
    expect(stored()).toEqual([])
  })

  test('a proof is asked for where the database wants one', async () => {
    server.on('GET auth/user', () =>
      accountOf(FOUNDER, { identities: [{ identity_id: 'i1', id: 'i1', provider: 'email', identity_data: {} }] }),
    )
    const allow = server.refuse('POST rpc/allow_app', { hint: 'reauthentication_needed', message: 'Prove it' })
    opens()
    await press('Allow')
    await screen.findByLabelText('Password')
    expect(answers()).toEqual([])
    allow()
  })

  test('a request of no one here cannot be answered', async () => {
    server.rpc('app_request', () => null)
    opens()
    expect(await screen.findByRole('heading', { name: 'This request cannot be answered' })).toBeDefined()
  })
})
