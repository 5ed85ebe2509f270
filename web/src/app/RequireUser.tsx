import { Navigate, Outlet } from 'react-router'
import { useSession } from '../lib/session.tsx'
import { FullSpinner } from '../ui/Spinner.tsx'

/** Everything but /auth and /calendar-callback requires a signed-in user (SPEC section 2). */
export function RequireUser() {
  const session = useSession()
  switch (session.state) {
    case 'loading':
      return <FullSpinner />
    case 'signed-out':
      return <Navigate to="/auth" replace />
    case 'signed-in':
      return session.factorsToPass.length > 0 ? <Navigate to="/auth" replace /> : <Outlet />
  }
}
