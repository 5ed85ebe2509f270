import { render } from '@testing-library/react'
import { takeAuthRedirect } from '../lib/session/auth-redirect.ts'
import { SessionProvider } from '../lib/session/session.tsx'
import { toastError } from '../lib/texts/toasts.ts'
import { App } from '../router.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import './configure.ts'
import { ADMIN, type Person } from './people.ts'
import { signIn } from './session.ts'

/** Opens the whole app at a path, as `main.tsx` does. @param as null: no one is signed in, but by what is stored already */
export function renderApp(path: string, as: Person | null = ADMIN): void {
  if (as) signIn(as)
  history.replaceState(null, '', path)
  const failure = takeAuthRedirect()
  if (failure !== undefined) toastError(failure)
  render(
    <>
      <SessionProvider>
        <App />
      </SessionProvider>
      <Toaster />
    </>,
  )
}

/** Path and query of the URL. */
export const address = (): string => location.pathname + location.search
