import type { Provider } from '@supabase/auth-js'
import type { SignIn, SignUp } from '../../lib/session/account-forms.ts'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { auth, providerAuth } from '../../lib/session/client.ts'
import { config } from '../../lib/session/config.ts'
import { leaveToSignIn, type MailedLink } from '../../lib/session/auth-redirect.ts'
import { factorsToPass } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { authTexts } from './auth-texts.ts'

interface SignedIn {
  readonly id: string
  /** A second factor is due. */
  readonly hasFactor: boolean
}

export interface Notice {
  readonly title: string
  readonly description: string
}

/** @returns the user, or the error message */
export async function signIn({ email, password }: SignIn): Promise<Result<SignedIn, Notice>> {
  const { data, error } = await auth().signInWithPassword({ email, password })
  if (!error) return succeed({ id: data.user.id, hasFactor: factorsToPass(data.session).length > 0 })
  if (error.message.includes('Invalid login credentials')) return fail(authTexts.invalidCredentials)
  return fail({ title: texts.auth.signInFailed, description: error.message })
}

/** Redirects to an external provider, which returns to /auth with a code. */
export async function continueWith(provider: string): Promise<Result<null, Notice>> {
  const { error } = await providerAuth().signInWithOAuth({
    // Providers are configured by the operator, not listed by the client.
    provider: provider as Provider,
    options: { redirectTo: leaveToSignIn() },
  })
  return error ? fail({ title: texts.auth.signInFailed, description: error.message }) : succeed(null)
}

/** Exchanges the authorization code. @returns the user, or the error message */
export async function completeProviderSignIn(code: string): Promise<Result<SignedIn, Notice>> {
  const title = texts.auth.signInFailed
  const { data, error } = await providerAuth().exchangeCodeForSession(code)
  const isOfAnother = error?.code === 'bad_code_verifier' || error?.name === 'AuthPKCECodeVerifierMissingError'
  if (isOfAnother || error?.code?.startsWith('flow_state_')) {
    return fail({ title, description: texts.auth.begunElsewhere })
  }
  if (error) return fail({ title, description: error.message })
  const { data: taken, error: refused } = await auth().setSession(data.session)
  if (refused || !taken.session) return fail({ title, description: refused?.message ?? texts.unreachable })
  return succeed({ id: taken.session.user.id, hasFactor: factorsToPass(taken.session).length > 0 })
}

/**
 * The owner of a mailed link: their address, mostly masked. Does not redeem the link.
 * @returns undefined when the auth server does not know: Supabase's own only redeems links
 */
export async function previewLink({ type, tokenHash }: MailedLink): Promise<Result<string | undefined, LinkFailure>> {
  const { supabaseUrl, supabaseKey } = config()
  const answer = await fetch(`${supabaseUrl}/auth/v1/verify/preview`, {
    method: 'POST',
    headers: { apikey: supabaseKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ type, token_hash: tokenHash }),
  }).catch(() => undefined)
  if (answer?.ok) return succeed(((await answer.json()) as { email: string }).email)
  if (answer?.status === 404) return succeed(undefined)
  return fail(answer?.status === 400 || answer?.status === 403 ? 'expired' : 'unreachable')
}

export type LinkFailure = 'expired' | 'unreachable'

/** @returns the user, or `half` while the other address of a changed email must confirm too */
export async function redeemLink({ type, tokenHash }: MailedLink): Promise<Result<SignedIn | 'half', Notice>> {
  const { data, error } = await auth().verifyOtp({ type, token_hash: tokenHash })
  if (error) return fail({ title: texts.auth.signInFailed, description: error.message })
  if (!data.session) return succeed('half')
  return succeed({ id: data.session.user.id, hasFactor: factorsToPass(data.session).length > 0 })
}

/** Creates the account and signs in. @returns false when a mailed link has to confirm the address first */
export async function signUp({ firstName, lastName, email, password }: SignUp): Promise<Result<boolean, Notice>> {
  const { data, error } = await auth().signUp({
    email,
    password,
    options: { emailRedirectTo: `${location.origin}/`, data: { first_name: firstName, last_name: lastName } },
  })
  if (!error) return succeed(data.session !== null)
  if (error.message.includes('already registered')) return fail(authTexts.alreadyRegistered)
  if (error.code === 'signup_disabled') return fail(authTexts.notInvited)
  return fail({ title: authTexts.signUpFailed, description: error.message })
}

/** Mails a link that leads to /auth, signed in, with the form for a new password, and a code for the same. */
export async function sendReset(email: string): Promise<Result<null, Notice>> {
  const { error } = await auth().resetPasswordForEmail(email, { redirectTo: `${location.origin}/auth` })
  return error ? fail({ title: authTexts.resetFailed, description: error.message }) : succeed(null)
}

/** Redeems the code of a reset mail: signs in, and the new password comes next. */
export async function redeemResetCode(email: string, code: string): Promise<Result<null, Notice>> {
  const { error } = await auth().verifyOtp({ email, token: code, type: 'recovery' })
  if (!error) return succeed(null)
  if (error.code === 'otp_expired') return fail(authTexts.wrongResetCode)
  return fail({ title: authTexts.resetFailed, description: error.message })
}

/** @returns the id of the user */
export async function setPassword(password: string): Promise<Result<string, Notice>> {
  const { data, error } = await auth().updateUser({ password })
  return error ? fail({ title: authTexts.resetFailed, description: error.message }) : succeed(data.user.id)
}
