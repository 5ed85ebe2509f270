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
import type { Page, Place } from './data-copy.ts'

type Done<Value = null> = Promise<Result<Value, Failure>>

/** The refusal in our words where we have some, else in the server's. */
function failure(title: string, { code: given, hint, message }: Refusal): Failure {
  const code = hint === 'reauthentication_needed' ? hint : given
  const words: Readonly<Record<string, string>> = { ...texts.auth.factorRefusals, ...texts.account.refusals }
  return { title, description: words[code ?? ''] ?? message, code }
}

const done = (title: string, error: AuthError | null): Result<null, Failure> =>
  error ? fail(failure(title, error)) : succeed(null)

/** Who is signed in, as the server knows them now. */
export const userQuery = (user: string) =>
  queryOptions({ queryKey: keys.account.user(user), queryFn: readUser, meta: { failed: texts.account.loadFailed } })

async function readUser(): Promise<User> {
  const { data, error } = await auth().getUser()
  if (error) throw error
  const stored = (await auth().getSession()).data.session?.user
  // The links of a change may have been opened elsewhere: then the session here holds the old address.
  if (stored && stored.email !== data.user.email) await auth().refreshSession()
  return data.user
}

/** Reads anew who is signed in, where, and how many recovery codes are left. */
export function useRefresh(user: string) {
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keys.account.user(user) }),
      queries.invalidateQueries({ queryKey: keys.account.sessions(user) }),
      queries.invalidateQueries({ queryKey: keys.account.recoveryCodes(user) }),
      // It ends with the password and with the email.
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

/** Where the links in the mails lead when they have done their work. */
const home = () => ({ emailRedirectTo: `${location.origin}/` })

/** Asks both addresses by mail; nothing changes before both have agreed. */
export async function changeEmail(email: string): Done {
  const { error } = await auth().updateUser({ email }, home())
  return done(texts.account.emailFailed, error)
}

/** Mails the links of a change that is under way once more. @param email the present address */
export async function mailAgain(email: string): Done {
  const { error } = await auth().resend({ type: 'email_change', email, options: home() })
  return done(texts.account.emailFailed, error)
}

/** Ends every other session. */
export async function changePassword({ currentPassword, password }: PasswordChange): Done {
  const proof = currentPassword ? { current_password: currentPassword } : {}
  const { error } = await auth().updateUser({ password, ...proof })
  return done(texts.account.passwordFailed, error)
}

export interface Enrolment {
  readonly id: string
  /** A picture, as a data URL. */
  readonly qrCode: string
  /** Base32, for who types it. */
  readonly secret: string
}

/** Takes back what was begun of a kind before and not finished, so that its name is free. */
export async function forgetUnfinished({ factors = [] }: User, type: Factor['factor_type']): Promise<void> {
  const unfinished = factors.filter(({ status, factor_type }) => status === 'unverified' && factor_type === type)
  await Promise.all(unfinished.map(({ id }) => abandon(id)))
}

/** Begins to add an authenticator app. */
export async function enrolApp(name: string, user: User): Done<Enrolment> {
  await forgetUnfinished(user, 'totp')
  const { data, error } = await auth().mfa.enroll({ factorType: 'totp', friendlyName: name })
  if (error) return fail(failure(texts.account.factorFailed, error))
  return succeed({ id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret })
}

/** Takes an enrolment back. Should that fail, the server forgets it after some minutes. */
export async function abandon(factorId: string): Promise<void> {
  const { error } = await auth().mfa.unenroll({ factorId })
  if (error) console.error('An enrolment was left behind', error)
}

export async function removeFactor(factorId: string): Done {
  const { error } = await auth().mfa.unenroll({ factorId })
  // The token and the stored user tell of the factor until they are renewed.
  if (!error) await auth().refreshSession()
  return done(texts.account.factorFailed, error)
}

/** How many recovery codes are left. */
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

/** Leaves for the page of another account, which leads back with a code for this session. */
export async function connectAccount(user: string, provider: string): Done {
  const { error } = await providerAuth(await accessToken()).linkIdentity({
    // The operator names them, not the client's list.
    provider: provider as Provider,
    options: { redirectTo: leaveToConnect(user, provider) },
  })
  return done(texts.account.notConnected, error)
}

/** Exchanges the code that came back: that connects the account, or is refused. */
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

/** Where this person is signed in, this session first. */
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

/** A page of everything that is stored of this person, or of one list of it after a place. */
export async function readData(list?: string, after?: Place): Done<Page> {
  const given = list && after ? { kind: list, after_created_at: after.created_at, after_id: after.id } : {}
  const { data, error } = await (await tables()).rpc('my_data', given)
  return error ? fail(failure(texts.account.dataFailed, error)) : succeed(data as unknown as Page)
}

/** What is known of the account itself; no secret is among it. */
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

/** For good. */
export async function deleteAccount(): Done {
  const { error } = await (await tables()).rpc('delete_my_account')
  return error ? fail(failure(texts.account.deleteFailed, error)) : succeed(null)
}
