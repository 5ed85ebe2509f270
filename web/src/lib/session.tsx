import { createContext, use, useEffect, useState, type ReactNode } from 'react'
import { auth } from './client.ts'
import { forgetDrafts } from './drafts.ts'
import { texts } from './texts.ts'
import { toastError } from './toasts.ts'

export interface Account {
  readonly id: string
  readonly email: string
}

type Session =
  | { readonly state: 'loading' }
  | { readonly state: 'signed-out' }
  /** `recovering`: came by a password-reset link and has not set a new password yet. */
  | { readonly state: 'signed-in'; readonly account: Account; readonly recovering: boolean }

const SessionContext = createContext<Session>({ state: 'loading' })

export const useSession = () => use(SessionContext)

/** Who is signed in. Only for screens behind RequireUser. */
export function useAccount(): Account {
  const session = useSession()
  if (session.state !== 'signed-in') throw new Error('useAccount is for signed-in screens')
  return session.account
}

/** Follows the auth client: sign-in, refresh, sign-out here or in another tab. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ state: 'loading' })

  useEffect(() => {
    const { data } = auth().onAuthStateChange((event, stored) => {
      setSession((current) => {
        if (!stored) return { state: 'signed-out' }
        const { id, email = '' } = stored.user
        const isSame = current.state === 'signed-in' && current.account.id === id
        const recovering = event === 'PASSWORD_RECOVERY' || (isSame && current.recovering && event !== 'USER_UPDATED')
        // SIGNED_IN is repeated whenever the tab comes back: the same person must not make the screens start over.
        if (isSame && current.account.email === email && current.recovering === recovering) return current
        return { state: 'signed-in', account: { id, email }, recovering }
      })
    })
    return () => data.subscription.unsubscribe()
  }, [])

  return <SessionContext value={session}>{children}</SessionContext>
}

/** Ends this browser's session; other devices stay signed in. */
export async function signOut(): Promise<void> {
  const { error } = await auth().signOut({ scope: 'local' })
  if (error) return toastError({ title: texts.auth.signOutFailed, description: error.message })
  forgetDrafts()
}
