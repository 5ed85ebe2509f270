// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { address, renderApp } from '../testing/app.tsx'
import { serveFounder } from '../testing/founder.ts'
import { FOUNDER } from '../testing/people.ts'
import { expectFailure, expectText, press, type } from '../testing/render.tsx'
import { stubServer } from '../testing/server.ts'
import { sessionOf } from '../testing/session.ts'

const server = stubServer()

let answer: () => unknown
const asked = () => server.sent('POST functions/invitation').map(({ body }) => body)

beforeEach(() => {
  answer = () => ({ email: FOUNDER.email, inviter: 'Adele Admin' })
  server.on('POST functions/invitation', () => answer())
})
afterEach(() => history.replaceState(null, '', '/'))

const expectWelcome = async (text: string) => expect((await screen.findByText(/invites you/)).textContent).toBe(text)

const opens = (as: typeof FOUNDER | null = null) => renderApp('/invitation#token=a-token', as)

test('name and password make the account, which is signed in', async () => {
  // It ends on the board.
  serveFounder(server)
  server.on('POST auth/token', () => sessionOf(FOUNDER))
  opens()
  await expectWelcome(`Adele Admin invites you. Choose your name and a password for ${FOUNDER.email}.`)
  expect(document.activeElement).toBe(screen.getByLabelText('First Name'))
  await press('Accept Invitation')
  await expectFailure('First name is required', 'Validation error')
  await type('First Name', 'Ana')
  await type('Last Name', 'Sousa')
  await type('Password', 'a long way home')
  await press('Accept Invitation')
  await expect.poll(address).toBe('/')
  expect(asked()).toEqual([
    { action: 'show', token: 'a-token' },
    { action: 'accept', token: 'a-token', first_name: 'Ana', last_name: 'Sousa', password: 'a long way home' },
  ])
})

test('a refused password is said, and what was typed stays', async () => {
  opens()
  await type('First Name', 'Ana')
  await type('Last Name', 'Sousa')
  await type('Password', 'password')
  answer = () => Response.json({ error: 'Password is known to be weak' }, { status: 422 })
  await press('Accept Invitation')
  await expectFailure('Password is known to be weak', 'Not accepted')
  expect(screen.getByLabelText<HTMLInputElement>('First Name').value).toBe('Ana')
})

test('an account that cannot be signed in leads to sign-in: its link is used up', async () => {
  server.on('POST auth/token', () => Response.json({ code: 'over_request_rate_limit' }, { status: 429 }))
  opens()
  await type('First Name', 'Ana')
  await type('Last Name', 'Sousa')
  await type('Password', 'a long way home')
  await press('Accept Invitation')
  await expect.poll(address).toBe('/auth')
})

test('a link that opens nothing says why, and leads to sign-in', async () => {
  answer = () => Response.json({ code: 'gone', error: 'This invitation was accepted or withdrawn.' }, { status: 410 })
  opens()
  await expectText('This invitation was accepted or withdrawn.')
  await press('Go to Sign In')
  await expect.poll(address).toBe('/auth')
})

test('an unreachable server is asked again', async () => {
  answer = () => Response.error()
  opens()
  await expectText('The server could not be reached. Nothing was changed.')
  answer = () => ({ email: 'ana@acme.com', inviter: null })
  await press('Try Again')
  await expectWelcome('The team invites you. Choose your name and a password for ana@acme.com.')
})

test('who is signed in signs out first', async () => {
  server.on('POST auth/logout', () => undefined)
  opens(FOUNDER)
  await expectText('You are signed in')
  await press('Sign Out')
  await screen.findByLabelText('First Name')
})
