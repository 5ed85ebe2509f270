import type { AuthError, Provider, UserIdentity } from '@supabase/auth-js'
import { queryOptions } from '@tanstack/react-query'
import type { Name, PasswordChange } from '../../lib/session/account-forms.ts'
import type { Json } from '../../../../domain/database.types.ts'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { accessToken, auth, providerAuth, tables } from '../../lib/session/client.ts'
import { failureOf, type Failure } from '../../lib/session/auth-request.ts'
import { keys } from '../../lib/data/keys.ts'
import { leaveToConnect } from '../../lib/session/auth-redirect.ts'
import { verifiedFactors } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import type { Page, Cursor } from './data-copy.ts'

type Done<Value = null> = Promise<Result<Value, Failure>>

const done = (title: string, error: AuthError | null): Result<null, Failure> =>
  error ? fail(failureOf(error, title)) : succeed(null)

async function selectName(user: string): Promise<Name> {
  const profile = (await tables()).from('profiles').select('first_name, last_name').eq('id', user)
  const { data } = await profile.maybeSingle().throwOnError()
  return { firstName: data?.first_name ?? '', lastName: data?.last_name ?? '' }
}

export const nameQuery = (user: string) =>
  queryOptions({
    queryKey: keys.account.name(user),
    queryFn: () => selectName(user),
    meta: { failed: accountTexts.nameLoadFailed },
  })

export async function saveName(user: string, { firstName, lastName }: Name): Done {
  const changes = { first_name: firstName, last_name: lastName }
  const { data, error } = await (await tables()).from('profiles').update(changes).eq('id', user).select('id')
  if (error) return fail(failureOf(error, accountTexts.nameFailed))
  return data.length === 1 ? succeed(null) : fail(failureOf({ message: accountTexts.gone }, accountTexts.nameFailed))
}

/** The redirect URL of links in mails. */
const home = () => ({ emailRedirectTo: `${location.origin}/` })

/** Mails both addresses a link; the email changes once both have confirmed. */
export async function changeEmail(email: string): Done {
  const { error } = await auth().updateUser({ email }, home())
  return done(accountTexts.emailFailed, error)
}

/** Mails the links of a pending change again. @param email the present address */
export async function mailAgain(email: string): Done {
  const { error } = await auth().resend({ type: 'email_change', email, options: home() })
  return done(accountTexts.emailFailed, error)
}

/** Revokes every other session. */
export async function changePassword({ currentPassword, password }: PasswordChange): Done {
  const proof = currentPassword ? { current_password: currentPassword } : {}
  const { error } = await auth().updateUser({ password, ...proof })
  return done(accountTexts.passwordFailed, error)
}

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
  if (error) return fail(failureOf(error, texts.account.notConnected))
  return done(texts.account.notConnected, (await auth().setSession(data.session)).error)
}

export async function disconnectAccount(identity: UserIdentity): Done {
  const { error } = await auth().unlinkIdentity(identity)
  return done(accountTexts.notDisconnected, error)
}

async function selectSessions() {
  return (await (await tables()).rpc('my_sessions').throwOnError()).data
}

/** The user's sessions, this one first. */
export const sessionsQuery = (user: string) =>
  queryOptions({
    queryKey: keys.account.sessions(user),
    queryFn: selectSessions,
    meta: { failed: accountTexts.sessionsLoadFailed },
  })

export async function signOutElsewhere(): Done {
  const { error } = await auth().signOut({ scope: 'others' })
  return done(accountTexts.signOutFailed, error)
}

/** A page of the user's stored data, or of one list of it. */
export async function readData(list?: string, after?: Cursor): Done<Page> {
  const given = list && after ? { kind: list, after_created_at: after.created_at, after_id: after.id } : {}
  const { data, error } = await (await tables()).rpc('my_data', given)
  return error ? fail(failureOf(error, accountTexts.dataFailed)) : succeed(data as unknown as Page)
}

/** The account itself, without secrets. */
export async function readAccount(): Done<Readonly<Record<string, Json>>> {
  const { data, error } = await auth().getUser()
  if (error) return fail(failureOf(error, accountTexts.dataFailed))
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
  return error ? fail(failureOf(error, accountTexts.deleteFailed)) : succeed(null)
}
