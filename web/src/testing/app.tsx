import { render } from '@testing-library/react'
import { SessionProvider } from '../lib/session/session.tsx'
import { Router } from '../router.tsx'
import { Toaster } from '../ui/Toaster.tsx'
import { ADMIN, type Person } from './people.ts'
import { signIn } from './session.ts'

/** Renders the whole app at a path. @param as null: nobody is signed in */
export function renderApp(path: string, as: Person | null = ADMIN): void {
  if (as) signIn(as)
  history.replaceState(null, '', path)
  render(
    <>
      <SessionProvider>
        <Router />
      </SessionProvider>
      <Toaster />
    </>,
  )
}

/** Path and query of the URL. */
export const address = (): string => location.pathname + location.search
