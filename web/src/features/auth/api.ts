import type { SignIn, SignUp } from '../../../../domain/accounts.ts'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { auth } from '../../lib/client.ts'
import { factorsToPass } from '../../lib/session.tsx'
import { texts } from '../../lib/texts.ts'

interface SignedIn {
  readonly id: string
  /** A code of it is asked for next. */
  readonly hasFactor: boolean
}

interface Notice {
  readonly title: string
  readonly description: string
}

/** @returns who has signed in, or what to tell the person */
export async function signIn({ email, password }: SignIn): Promise<Result<SignedIn, Notice>> {
  const { data, error } = await auth().signInWithPassword({ email, password })
  if (!error) return succeed({ id: data.user.id, hasFactor: factorsToPass(data.session).length > 0 })
  if (error.message.includes('Invalid login credentials')) return fail(texts.auth.invalidCredentials)
  return fail({ title: texts.auth.signInFailed, description: error.message })
}

/** Creates the account and signs in. */
export async function signUp({ firstName, lastName, email, password }: SignUp): Promise<Result<null, Notice>> {
  const { error } = await auth().signUp({
    email,
    password,
    options: { emailRedirectTo: `${location.origin}/`, data: { first_name: firstName, last_name: lastName } },
  })
  if (!error) return succeed(null)
  if (error.message.includes('already registered')) return fail(texts.auth.alreadyRegistered)
  return fail({ title: texts.auth.signUpFailed, description: error.message })
}

/** Sends a link that leads back to /auth, signed in and asked for a new password. */
export async function sendReset(email: string): Promise<Result<null, Notice>> {
  const { error } = await auth().resetPasswordForEmail(email, { redirectTo: `${location.origin}/auth` })
  return error ? fail({ title: texts.auth.resetFailed, description: error.message }) : succeed(null)
}

/** @returns the id of the user */
export async function setPassword(password: string): Promise<Result<string, Notice>> {
  const { data, error } = await auth().updateUser({ password })
  return error ? fail({ title: texts.auth.resetFailed, description: error.message }) : succeed(data.user.id)
}

/** Answers a challenge of a second factor. @returns the id of the user, who may do everything from now on */
export async function passFactor(factorId: string, code: string): Promise<Result<string, Notice>> {
  const { data, error } = await auth().mfa.challengeAndVerify({ factorId, code })
  if (!error) return succeed(data.user.id)
  if (error.code === 'mfa_verification_failed') return fail(texts.auth.wrongCode)
  return fail({ title: texts.auth.signInFailed, description: error.message })
}
