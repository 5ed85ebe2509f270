import type { AuthError, Factor, Provider, User, UserIdentity } from '@supabase/auth-js'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Name, PasswordChange } from '../../../../domain/accounts.ts'
import type { Json } from '../../../../domain/database.types.ts'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { accessToken, auth, providerAuth, tables } from '../../lib/client.ts'
import type { Refusal } from '../../lib/auth-request.ts'
import { recoveryCodesLeft, verifiedFactors, type Failure } from '../../lib/factors.ts'
import { keys } from '../../lib/keys.ts'
import { leaveToConnect } from '../../lib/return.ts'
import { texts } from '../../lib/texts.ts'
import type { Page, Cursor } from './data-copy.ts'

type Done<Value = null> = Promise<Result<Value, Failure>>

/** Our message for an error code, else the server's. */
function failure(title: string, { code: given, hint, message }: Refusal): Failure {
  const code = hint === 'reauthentication_needed' ? hint : given
  const words: Readonly<Record<string, string>> = { ...texts.auth.factorRefusals, ...texts.account.refusals }
  return { title, description: words[code ?? ''] ?? message, code }
}

const done = (title: string, error: AuthError | null): Result<null, Failure> =>
  error ? fail(failure(title, error)) : succeed(null)

/** The user as the server has them now. */
export const userQuery = (user: string) =>
  queryOptions({ queryKey: keys.account.user(user), queryFn: readUser, meta: { failed: texts.account.loadFailed } })

async function readUser(): Promise<User> {
  const { data, error } = await auth().getUser()
  if (error) throw error
  const stored = (await auth().getSession()).data.session?.user
  // The links of a change may have been opened elsewhere: then this session has the old address.
  if (stored && stored.email !== data.user.email) await auth().refreshSession()
  return data.user
}

/** Refetches the user, their sessions and the number of recovery codes. */
export function useRefresh(user: string) {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keys.account.user(user) }),
      queries.invalidateQueries({ queryKey: keys.account.sessions(user) }),
      queries.invalidateQueries({ queryKey: keys.account.recoveryCodes(user) }),
      // The feed is revoked with a new password and a new email.
      queries.invalidateQueries({ queryKey: keys.calendarFeed(user) }),
    ])
}

async function selectName(user: string): Promise<Name> {
  const profile = (await tables()).from('profiles').select('first_name, last_name').eq('id', user)
  const { data } = await profile.maybeSingle().throwOnError()
  return { firstName: data?.first_name ?? '', lastName: data?.last_name ?? '' }
}

export const nameQuery = (user: string) =>
  queryOptions({
    queryKey: keys.account.name(user),
    queryFn: () => selectName(user),
    meta: { failed: texts.account.nameLoadFailed },
  })

export async function saveName(user: string, { firstName, lastName }: Name): Done {
  const changes = { first_name: firstName, last_name: lastName }
  const { data, error } = await (await tables()).from('profiles').update(changes).eq('id', user).select('id')
  if (error) return fail(failure(texts.account.nameFailed, error))
  return data.length === 1 ? succeed(null) : fail(failure(texts.account.nameFailed, { message: texts.gone }))
}

/** The redirect URL of links in mails. */
const home = () => ({ emailRedirectTo: `${location.origin}/` })

/** Mails both addresses a link; the email changes once both have confirmed. */
export async function changeEmail(email: string): Done {
  const { error } = await auth().updateUser({ email }, home())
  return done(texts.account.emailFailed, error)
}

/** Mails the links of a pending change again. @param email the present address */
export async function mailAgain(email: string): Done {
  const { error } = await auth().resend({ type: 'email_change', email, options: home() })
  return done(texts.account.emailFailed, error)
}

/** Revokes every other session. */
export async function changePassword({ currentPassword, password }: PasswordChange): Done {
  const proof = currentPassword ? { current_password: currentPassword } : {}
  const { error } = await auth().updateUser({ password, ...proof })
  return done(texts.account.passwordFailed, error)
}

export interface Enrolment {
  readonly id: string
  /** The QR code, as a data URL. */
  readonly qrCode: string
  /** Base32, for manual entry. */
  readonly secret: string
}

/** Removes an unverified factor of this kind, so that its name is free. */
export async function removeUnverified({ factors = [] }: User, type: Factor['factor_type']): Promise<void> {
  const unfinished = factors.filter(({ status, factor_type }) => status === 'unverified' && factor_type === type)
  await Promise.all(unfinished.map(({ id }) => removeUnverifiedFactor(id)))
}

/** Enrols an authenticator app. */
export async function enrolApp(name: string, user: User): Done<Enrolment> {
  await removeUnverified(user, 'totp')
  const { data, error } = await auth().mfa.enroll({ factorType: 'totp', friendlyName: name })
  if (error) return fail(failure(texts.account.factorFailed, error))
  return succeed({ id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret })
}

/** Removes an unverified factor. If that fails, the server removes it after some minutes. */
export async function removeUnverifiedFactor(factorId: string): Promise<void> {
  const { error } = await auth().mfa.unenroll({ factorId })
  if (error) console.error('An enrolment was left behind', error)
}

export async function removeFactor(factorId: string): Done {
  const { error } = await auth().mfa.unenroll({ factorId })
  // The token and the stored user contain the factor until they are refreshed.
  if (!error) await auth().refreshSession()
  return done(texts.account.factorFailed, error)
}

/** The number of recovery codes left. */
export const recoveryCodesQuery = (user: string) =>
  queryOptions({
    queryKey: keys.account.recoveryCodes(user),
    queryFn: async () => {
      const left = await recoveryCodesLeft()
      if (left === undefined) throw new Error(texts.account.recoveryCodesLoadFailed)
      return left
    },
    meta: { failed: texts.account.recoveryCodesLoadFailed },
  })

/** Redirects to an external provider, which returns with a code for this session. */
export async function connectAccount(user: string, provider: string): Done {
  const { error } = await providerAuth(await accessToken()).linkIdentity({
    // Providers are configured by the operator, not listed by the client.
    provider: provider as Provider,
    options: { redirectTo: leaveToConnect(user, provider) },
  })
  return done(texts.account.notConnected, error)
}

/** Exchanges the authorization code, which links the identity. */
export async function finishConnecting(code: string): Done {
  const { data, error } = await providerAuth().exchangeCodeForSession(code)
  if (error) return fail(failure(texts.account.notConnected, error))
  return done(texts.account.notConnected, (await auth().setSession(data.session)).error)
}

export async function disconnectAccount(identity: UserIdentity): Done {
  const { error } = await auth().unlinkIdentity(identity)
  return done(texts.account.notDisconnected, error)
}

async function selectSessions() {
  return (await (await tables()).rpc('my_sessions').throwOnError()).data
}

/** The user's sessions, this one first. */
export const sessionsQuery = (user: string) =>
  queryOptions({
    queryKey: keys.account.sessions(user),
    queryFn: selectSessions,
    meta: { failed: texts.account.sessionsLoadFailed },
  })

export async function signOutElsewhere(): Done {
  const { error } = await auth().signOut({ scope: 'others' })
  return done(texts.account.signOutFailed, error)
}

/** A page of the user's stored data, or of one list of it. */
export async function readData(list?: string, after?: Cursor): Done<Page> {
  const given = list && after ? { kind: list, after_created_at: after.created_at, after_id: after.id } : {}
  const { data, error } = await (await tables()).rpc('my_data', given)
  return error ? fail(failure(texts.account.dataFailed, error)) : succeed(data as unknown as Page)
}

/** The account itself, without secrets. */
export async function readAccount(): Done<Readonly<Record<string, Json>>> {
  const { data, error } = await auth().getUser()
  if (error) return fail(failure(texts.account.dataFailed, error))
  const { user } = data
  return succeed({
    id: user.id,
    email: user.email ?? null,
    phone: user.phone || null,
    created_at: user.created_at,
    last_sign_in_at: user.last_sign_in_at ?? null,
    identities: (user.identities ?? []).map(({ provider, created_at = null }) => ({ provider, created_at })),
    factors: verifiedFactors(user).map(({ factor_type, friendly_name = null, created_at }) => ({
      factor_type, friendly_name, created_at,
    })), // prettier-ignore
    sessions: (await selectSessions()).map(({ created_at, last_seen_at, user_agent }) => ({
      created_at, last_seen_at, user_agent,
    })), // prettier-ignore
  })
}

/** Irreversible. */
export async function deleteAccount(): Done {
  const { error } = await (await tables()).rpc('delete_my_account')
  return error ? fail(failure(texts.account.deleteFailed, error)) : succeed(null)
}
