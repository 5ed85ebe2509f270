import { Suspense } from 'react'
import { board, chat, founderScreens } from './app/founder-screens.ts'
import { NotFound } from './app/NotFound.tsx'
import { RequireUser } from './app/RequireUser.tsx'
import { SignOutQuestion } from './app/SignOutQuestion.tsx'
import { Router, Routes, type Route } from './lib/navigation/Router.tsx'
import { loadDataClient, storedSession, tables } from './lib/session/client.ts'
import { lazyPart } from './lib/offline/lazy-part.ts'
import { isOffline } from './lib/offline/network.ts'
import { factorsToPass } from './lib/session/session.tsx'
import { FullSpinner } from './ui/Spinner.tsx'

const AuthPage = lazyPart(() => import('./routes/AuthPage.tsx'), 'AuthPage', 'now')
const CalendarCallback = lazyPart(() => import('./features/calendar/CalendarCallback.tsx'), 'CalendarCallback', 'now')
const FounderLayout = lazyPart(() => import('./app/FounderLayout.tsx'), 'FounderLayout', 'now')
const ImportPage = lazyPart(() => import('./routes/ImportPage.tsx'), 'ImportPage', 'now')
const BookingPage = lazyPart(() => import('./routes/BookingPage.tsx'), 'BookingPage', 'now')
const InvitationPage = lazyPart(() => import('./routes/InvitationPage.tsx'), 'InvitationPage', 'now')
const ConsentPage = lazyPart(() => import('./routes/ConsentPage.tsx'), 'ConsentPage', 'now')
const AdminPanel = lazyPart(() => import('./routes/AdminPanel.tsx'), 'AdminPanel', 'now')

const founder = [RequireUser, FounderLayout]

/** All screens (SPEC section 2). /command is not one of them: landing there shows the 404 page. */
const routes: readonly Route[] = [
  { path: '/auth', screen: AuthPage },
  { path: '/calendar-callback', screen: CalendarCallback },
  { path: '/booking/:member', screen: BookingPage },
  { path: '/invitation', screen: InvitationPage },
  { path: '/oauth/consent', screen: ConsentPage, layouts: [RequireUser] },
  ...founderScreens.map(({ path, screen }) => ({ path, screen, layouts: founder })),
  { path: '/import', screen: ImportPage, layouts: founder },
  { path: '/admin/*', screen: AdminPanel, layouts: [RequireUser] },
  { path: '*', screen: NotFound, layouts: [RequireUser] },
]

export const App = () => (
  <Router>
    <Suspense fallback={<FullSpinner />}>
      <Routes routes={routes} />
    </Suspense>
    <SignOutQuestion />
  </Router>
)

/** Requests what the board of the stored session reads, while it is rendered. */
export function readFirstScreen(path: string): void {
  const session = storedSession()
  if (path !== '/' || !session || factorsToPass(session).length > 0 || isOffline()) return
  // Failures show where client and screen are used. The client comes first: each import that is still to be awaited when
  // the screen has loaded would wait for its rendering.
  tables().catch(() => undefined)
  import('./routes/CommandBoard.tsx').then(
    ({ readBoardAhead }) => readBoardAhead(session.user.id),
    () => undefined,
  )
}

/** Starts loading this URL's screen while configuration and session are loading. */
export function preloadScreen(path: string): void {
  if (path === '/auth') return AuthPage.preload()
  if (path.startsWith('/booking/')) return
  if (path === '/invitation') return InvitationPage.preload()
  // A failure shows where the client is used.
  loadDataClient().catch(() => undefined)
  if (path.startsWith('/admin')) return AdminPanel.preload()
  FounderLayout.preload()
  if (path === board.path) board.screen.preload()
  if (path === chat.path) chat.screen.preload()
}
