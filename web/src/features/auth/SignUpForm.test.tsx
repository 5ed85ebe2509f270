// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Router } from '../../lib/navigation/Router.tsx'
import { setConfig, type Config } from '../../lib/session/config.ts'
import { authTexts } from './auth-texts.ts'
import { SignUp } from './SignUpForm.tsx'

afterEach(cleanup)

const typed = { firstName: '', lastName: '', email: '', password: '' }

function shows(signUp: Config['signUp']) {
  setConfig({
    supabaseUrl: 'http://localhost:3000',
    supabaseKey: 'sb_publishable_test',
    productName: 'Upswing',
    productTagline: '',
    landingPath: '/',
    signIn: { providers: [] },
    ...(signUp && { signUp }),
    calendar: { configured: false },
    booking: {},
    squad: { holidays: [] },
    ai: { configured: false },
  })
  const { container } = render(
    <Router>
      <SignUp typed={typed} onType={() => undefined} />
    </Router>,
  )
  return container.textContent
}

test.each(['open', undefined] as const)('shows the form alone where sign-up is %s', (signUp) => {
  const text = shows(signUp)
  expect(screen.getByRole('button', { name: 'Sign Up' })).toBeDefined()
  expect(text).not.toContain(authTexts.signUpByInvitation)
})

test('the password can be read while it is typed', () => {
  shows('open')
  const password = screen.getByLabelText<HTMLInputElement>('Password')
  expect(password.type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password.type).toBe('text')
})

test('says that sign-up is by the link of an invitation, without a form', () => {
  expect(shows('invite')).toBe(authTexts.signUpByInvitation)
  expect(screen.queryByRole('button')).toBeNull()
})

test('says that sign-up is closed, without a form', () => {
  expect(shows('closed')).toBe(authTexts.signUpClosed)
  expect(screen.queryByRole('button')).toBeNull()
})
