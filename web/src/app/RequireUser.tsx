import type { ReactNode } from 'react'
import { Redirect, useLocation } from '../lib/navigation/Router.tsx'
import { useSession } from '../lib/session/session.tsx'
import { FullSpinner } from '../ui/Spinner.tsx'

/** Everything but /auth and /calendar-callback requires a signed-in user (SPEC section 2). */
export function RequireUser({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  // A link to a message or a row, as in a mail, leads there after signing in, as the request of an app does; else the landing
  // page opens, as after signing out.
  const isLink = pathname === '/oauth/consent' || (hash !== '' && !(session.state === 'signed-out' && session.hasEnded))
  const toSignIn = <Redirect to="/auth" state={isLink ? pathname + search + hash : null} />
  switch (session.state) {
    case 'loading':
      return <FullSpinner />
    case 'signed-out':
      return toSignIn
    case 'signed-in':
      return session.factorsToPass.length > 0 ? toSignIn : children
  }
}
