import type { AuthChangeEvent, Factor, Session as StoredSession, User } from '@supabase/auth-js'
import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { assuranceOf } from '../../../../domain/access-token.ts'
import { auth, storedSession } from './client.ts'
import { unlessOvertaken } from './session-fetch.ts'
import { keepDrafts } from '../offline/drafts.ts'
import { ENDED_SESSIONS, clearUserData, hasUnsent } from './clear-user-data.ts'
import { checkNetwork, isOffline } from '../offline/network.ts'
import { dropMailedLink } from './auth-redirect.ts'
import { local } from '../offline/storage.ts'
import { texts } from '../texts/texts.ts'
import { toastError } from '../texts/toasts.ts'

export interface Account {
  readonly id: string
  readonly email: string
}

export type Session =
  | { readonly state: 'loading' }
  | {
      readonly state: 'signed-out'
      /** Whether a session has ended on this page: the next one may be another user's. */
      readonly hasEnded: boolean
    }
  | {
      readonly state: 'signed-in'
      readonly account: Account
      /** Opened a password-reset link and has not set a new password yet. */
      readonly recovering: boolean
      /** Second factors, one of which must be verified; empty when none is due. */
      readonly factorsToPass: readonly SecondFactor[]
    }

const SessionContext = createContext<Session>({ state: 'loading' })

/**
 * @example
 * import { renderHook } from '@testing-library/react'
 * renderHook(useSession).result.current // { state: 'loading' }
 */
export const useSession = () => use(SessionContext)

/** The signed-in user. Only for screens behind RequireUser. */
export function useAccount(): Account {
  const session = useSession()
  if (session.state !== 'signed-in') throw new Error('useAccount is for signed-in screens')
  return session.account
}

/** Follows the auth client: sign-in, refresh, sign-out here or in another tab. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ state: 'loading' })

  useEffect(() => {
    let last: string | undefined
    const follow = (event: AuthChangeEvent, stored: StoredSession | null | undefined) => {
      const user = stored?.user.id
      // A mailed link replaces the session without signing out.
      if (event === 'SIGNED_OUT' || (last && last !== user)) clearUserData()
      keepDrafts(user)
      last = user
      setSession((current) => {
        const wasSignedIn = current.state === 'signed-in' || (current.state === 'signed-out' && current.hasEnded)
        if (!stored) return { state: 'signed-out', hasEnded: wasSignedIn }
        const { id, email = '' } = stored.user
        const isSame = current.state === 'signed-in' && current.account.id === id
        const recovering = event === 'PASSWORD_RECOVERY' || (isSame && current.recovering && event !== 'USER_UPDATED')
        const next = {
          state: 'signed-in',
          account: { id, email },
          recovering,
          factorsToPass: factorsToPass(stored),
        } as const
        // SIGNED_IN is repeated whenever the tab becomes visible: the screens of the same user must not remount.
        return isSame && isEqual(current, next) ? current : next
      })
    }
    // Without a network an expired token cannot be refreshed: the auth client has no session then, but keeps the stored one.
    const { data } = auth().onAuthStateChange((event, stored) =>
      follow(event, event === 'INITIAL_SESSION' ? (stored ?? storedSession()) : stored),
    )
    const stored = isOffline() && storedSession()
    if (stored) follow('INITIAL_SESSION', stored)
    if (local.getItem(ENDED_SESSIONS) !== null) loadSignOut().then(({ endSessions }) => endSessions(), console.error)
    return () => data.subscription.unsubscribe()
  }, [])

  return <SessionContext value={session}>{children}</SessionContext>
}

type SignedIn = Extract<Session, { state: 'signed-in' }>

const isEqual = (one: SignedIn, other: SignedIn): boolean =>
  one.account.email === other.account.email &&
  one.recovering === other.recovering &&
  one.factorsToPass.map(({ id }) => id).join() === other.factorsToPass.map(({ id }) => id).join()

export const factorsToPass = ({ access_token, user }: StoredSession): SecondFactor[] =>
  assuranceOf(access_token) === 'aal2' ? [] : verifiedFactors(user)

/** A second factor. Recovery codes, which newer servers list as one, stand in for it. */
export type SecondFactor = Factor<Exclude<Factor['factor_type'], 'recovery_code'>>

export const verifiedFactors = ({ factors = [] }: User): SecondFactor[] =>
  factors.filter(
    (factor): factor is SecondFactor => factor.status === 'verified' && factor.factor_type !== 'recovery_code',
  )

/** Without a network it is in memory already: OfflineParts.tsx imports it. */
const loadSignOut = () => import('./sign-out.ts')

/**
 * Sends what waits, while the session works.
 * @returns false when something would be lost, and the user stays signed in
 */
export async function prepareSignOut(): Promise<boolean> {
  if (!hasUnsent()) return true
  return loadSignOut()
    .then((signOut) => signOut.prepareSignOut())
    .catch(showFailure)
}

/** How a part of the app signs out, around `endSession`. */
export const signOutBy: { current?: (() => Promise<void>) | undefined } = {}

/** Ends this browser's session; other devices stay signed in. @returns false when the user would rather stay */
export async function signOut(): Promise<boolean> {
  if (isOffline()) await checkNetwork()
  if (!(await prepareSignOut())) return false
  await (signOutBy.current ?? endSession)()
  return true
}

/** The same, without regard to what waits to be sent. */
export async function endSession(): Promise<void> {
  // It would sign in the next person at a shared computer.
  dropMailedLink()
  if (!isOffline()) {
    const { error } = await unlessOvertaken(() => auth().signOut({ scope: 'local' }))
    if (!error) return clearUserData()
    if (await checkNetwork()) return toastError({ title: texts.auth.signOutFailed, description: error.message })
  }
  try {
    await (await loadSignOut()).signOutOffline()
  } catch (error) {
    showFailure(error)
  }
}

function showFailure(error: unknown): false {
  console.error(error)
  toastError({ title: texts.auth.signOutFailed, description: texts.unreachable })
  return false
}
