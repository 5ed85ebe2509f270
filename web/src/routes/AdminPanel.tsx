import { AdminLayout } from '../app/AdminLayout.tsx'
import { NotFound } from '../app/NotFound.tsx'
import { lazyPart } from '../lib/offline/lazy-part.ts'
import { Routes, type Route } from '../lib/navigation/Router.tsx'

const AdminDashboard = lazyPart(
  () => import('../features/admin/dashboard/AdminDashboard.tsx'),
  'AdminDashboard',
  'admin',
)
const UserManagement = lazyPart(() => import('../features/admin/users/UserManagement.tsx'), 'UserManagement', 'admin')
const AdminSquad = lazyPart(() => import('../features/squad/inbox/AdminSquad.tsx'), 'AdminSquad', 'admin')
const FounderNotes = lazyPart(() => import('../features/admin/notes/FounderNotes.tsx'), 'FounderNotes', 'admin')
const Programme = lazyPart(() => import('../features/admin/programme/Programme.tsx'), 'Programme', 'admin')
const TeamWeekPage = lazyPart(() => import('../features/admin/team-week/TeamWeekPage.tsx'), 'TeamWeekPage', 'admin')
const FounderPage = lazyPart(() => import('../features/admin/founder-page/FounderPage.tsx'), 'FounderPage', 'admin')
const FounderImportPage = lazyPart(() => import('./FounderImportPage.tsx'), 'FounderImportPage', 'now')
const TeamPage = lazyPart(() => import('./TeamPage.tsx'), 'TeamPage', 'admin')
const WebhooksPage = lazyPart(() => import('./WebhooksPage.tsx'), 'WebhooksPage', 'admin')
const Audit = lazyPart(() => import('../features/admin/audit/Audit.tsx'), 'Audit', 'admin')

/** The screens of the admins (SPEC section 3): apart from the others, whose first load would name the files of these. */
const routes: readonly Route[] = [
  { path: '/admin', screen: AdminDashboard },
  { path: '/admin/users', screen: UserManagement },
  { path: '/admin/founders/:id', screen: FounderPage },
  { path: '/admin/founders/:id/import', screen: FounderImportPage },
  { path: '/admin/squad', screen: AdminSquad },
  { path: '/admin/growth-squad', screen: AdminSquad },
  { path: '/admin/notes', screen: FounderNotes },
  { path: '/admin/programme', screen: Programme },
  { path: '/admin/week', screen: TeamWeekPage },
  { path: '/admin/team', screen: TeamPage },
  { path: '/admin/team/webhooks', screen: WebhooksPage },
  { path: '/admin/audit', screen: Audit },
  { path: '/admin/*', screen: () => <NotFound as="div" /> },
]

export const AdminPanel = () => (
  <AdminLayout>
    <Routes routes={routes} />
  </AdminLayout>
)
