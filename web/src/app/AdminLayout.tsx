import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  ArrowLeft,
  ChartLine,
  History,
  LayoutDashboard,
  MessagesSquare,
  NotebookPen,
  ShieldCheck,
  ShieldX,
  Users,
} from 'lucide-react'
import { Suspense, useEffect, type ReactNode } from 'react'
import { navigate } from '../lib/navigation/navigate.ts'
import { useLocation } from '../lib/navigation/Router.tsx'
import { useScrollMemory } from '../lib/navigation/use-scroll-memory.ts'
import { keys } from '../lib/data/keys.ts'
import { lazyPart } from '../lib/offline/lazy-part.ts'
import { readAdminRole } from '../lib/session/roles.ts'
import { signOut, useAccount } from '../lib/session/session.tsx'
import { useLiveRows } from '../lib/data/use-live-rows.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { usePageTitle } from '../ui/Page.tsx'
import { UnreadBadge } from '../ui/unread-badge.ts'
import { FullSpinner } from '../ui/Spinner.tsx'
import { AccountCard } from './AccountCard.tsx'
import { DataProvider } from './DataProvider.tsx'
import { Frame } from './Frame.tsx'
import { OverdueLinks } from './OverdueLinks.tsx'
import { ProposedFigures } from './ProposedFigures.tsx'
import { Sidebar, type MenuItem } from './Sidebar.tsx'

/** The inbox has two addresses (SPEC section 3); the present one is kept. */
const squadAt = (path: string) => (path === '/admin/growth-squad' ? path : '/admin/squad')

const itemsAt = (path: string): MenuItem[] => [
  { label: 'Dashboard', icon: LayoutDashboard, to: '/admin' },
  { label: 'Growth Squad', icon: MessagesSquare, to: squadAt(path), mark: <UnreadBadge /> },
  { label: 'Users', icon: Users, to: '/admin/users' },
  { label: 'Founder Notes', icon: NotebookPen, to: '/admin/notes' },
  { label: 'Programme', icon: ChartLine, to: '/admin/programme' },
  { label: 'Team', icon: ShieldCheck, to: '/admin/team' },
  { label: 'Audit', icon: History, to: '/admin/audit' },
]

const AdminParts = lazyPart(
  () => import('./AreaParts.tsx').then(({ AdminParts }) => ({ AdminParts })),
  'AdminParts',
  'now',
)

export function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <DataProvider>
      <AdminFrame>{children}</AdminFrame>
    </DataProvider>
  )
}

/** Milliseconds after which the role is checked again, as long as its changes are not reported. */
const ROLE_CHECK_MS = 4000

/** Only for display: PostgreSQL refuses what a non-admin requests. */
function AdminFrame({ children }: { children: ReactNode }) {
  const { id, email } = useAccount()
  const queries = useQueryClient()
  const { pathname } = useLocation()
  useScrollMemory()
  const isLive = useLiveRows('user_roles', id, keys.isAdmin(id))
  const role = useQuery({
    queryKey: keys.isAdmin(id),
    queryFn: () => readAdminRole(id),
    refetchInterval: !isLive && ROLE_CHECK_MS,
  })
  useEffect(() => {
    // Removes data that only admins may see: everything but the user's own.
    if (role.data === false) queries.removeQueries({ predicate: ({ queryKey }) => queryKey[1] !== id })
  }, [role.data, id, queries])

  // A failed first check means no (SPEC section 8); a failed later one changes nothing.
  if (role.isPending) return <FullSpinner />
  if (!role.data) return <AccessDenied />
  return (
    <>
      <Frame
        area="admin"
        keepsScroll
        sidebar={
          <Sidebar
            label="Admin"
            items={itemsAt(pathname)}
            greeting={
              <AccountCard>
                <p className="text-lg font-semibold tracking-tight">Hello, Admin!</p>
                <p className="truncate text-sm text-muted">{email}</p>
              </AccountCard>
            }
            actions={
              <>
                {/* Below the menu, which must not move when they come. */}
                <OverdueLinks />
                <ProposedFigures />
                <ButtonLink to="/" variant="outline">
                  <ArrowLeft aria-hidden />
                  Back to Founder View
                </ButtonLink>
              </>
            }
            onSignOut={() => void signOut().then((isOut) => isOut && navigate('/auth'))}
          />
        }
      >
        {children}
      </Frame>
      <Suspense fallback={null}>
        <AdminParts />
      </Suspense>
    </>
  )
}

function AccessDenied() {
  usePageTitle('Access Denied')
  return (
    <main className="grid min-h-svh place-items-center p-6 text-center">
      <div className="flex flex-col items-center">
        <ShieldX aria-hidden className="size-10 text-destructive" />
        <h1 className="mt-4 text-2xl">Access Denied</h1>
        <p className="mt-1 mb-6 text-muted">You don't have admin privileges.</p>
        <ButtonLink to="/">Back to App</ButtonLink>
      </div>
    </main>
  )
}
