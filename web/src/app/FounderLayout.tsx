import { useQuery } from '@tanstack/react-query'
import {
  Brain,
  Briefcase,
  CalendarClock,
  Calculator,
  Globe,
  LayoutDashboard,
  MessagesSquare,
  Plane,
  TrendingUp,
  Users,
} from 'lucide-react'
import { startTransition, useState, type ReactNode } from 'react'
import { useAction } from '../ui/actions.ts'
import { UnreadBadge, useHasUnread } from '../ui/unread-badge.ts'
import { lazyDialog } from '../lib/offline/lazy-dialog.ts'
import { profileQuery } from '../lib/session/profile.ts'
import { signOut, useAccount } from '../lib/session/session.tsx'
import { Button } from '../ui/Button.tsx'
import { AccountCard } from './AccountCard.tsx'
import { DataProvider } from './DataProvider.tsx'
import { brain, chat, traction } from './founder-screens.ts'
import { Frame } from './Frame.tsx'
import { ScreensAhead } from './ScreensAhead.tsx'
import { BottomBar, Sidebar, type ComingItem, type MenuItem } from './Sidebar.tsx'

const itemsFor = (user: string, chatSearch: string): MenuItem[] => [
  { label: 'Command Board', icon: LayoutDashboard, to: '/' },
  {
    label: 'Traction',
    icon: TrendingUp,
    to: '/traction',
    onIntent: (queries) => traction.read(user, queries),
  },
  {
    label: 'Founder Brain',
    icon: Brain,
    to: '/brain',
    onIntent: (queries) => brain.read(user, queries),
  },
  {
    label: 'Growth Chat',
    icon: MessagesSquare,
    to: chat.path + chatSearch,
    mark: <UnreadBadge />,
    onIntent: (queries) => chat.read(user, queries, chatSearch),
  },
]

const coming: ComingItem[] = [
  { label: 'Investor Readiness', icon: Briefcase },
  { label: 'Market Mapping', icon: Globe },
  { label: 'Runway Planner', icon: Plane },
  { label: 'Accounting & Tax Reporting', icon: Calculator },
  { label: 'HR & Payroll', icon: Users },
]

const ScheduleCallDialog = lazyDialog(() => import('../features/booking/ScheduleCallDialog.tsx'), 'ScheduleCallDialog')

export function FounderLayout({ children }: { children: ReactNode }) {
  const items = itemsFor(useAccount().id, chat.searchFor(useHasUnread()))
  return (
    <DataProvider isKept>
      <Frame
        area="founder"
        bottomBar={<BottomBar label="Screens" items={items} />}
        sidebar={
          <Sidebar
            label="Main"
            items={items}
            coming={coming}
            greeting={<Greeting />}
            actions={<ScheduleCall />}
            onSignOut={() => void signOut()}
          />
        }
      >
        <ScreensAhead>{children}</ScreensAhead>
      </Frame>
    </DataProvider>
  )
}

function Greeting() {
  const { data: profile } = useQuery(profileQuery(useAccount().id))
  return (
    <AccountCard>
      <p className="text-sm text-muted">Welcome back</p>
      <p className="min-h-6 truncate text-lg font-semibold tracking-tight">{profile?.first_name}</p>
    </AccountCard>
  )
}

function ScheduleCall() {
  const [isOpen, setIsOpen] = useState(false)
  const open = () => startTransition(() => setIsOpen(true))
  useAction('call', open)
  return (
    <>
      <Button {...ScheduleCallDialog.onIntent} onClick={open}>
        <CalendarClock aria-hidden />
        Schedule Call with Squad
      </Button>
      {isOpen && <ScheduleCallDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
