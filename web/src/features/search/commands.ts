import {
  Brain,
  CalendarCheck,
  CalendarClock,
  ChartLine,
  ClipboardCheck,
  Compass,
  FileUp,
  History,
  Hourglass,
  LayoutDashboard,
  LogOut,
  MessageCircleQuestion,
  MessagesSquare,
  Notebook,
  NotebookPen,
  Plus,
  Send,
  Settings,
  ShieldCheck,
  SunMoon,
  TrendingUp,
  Users,
  Webhook,
} from 'lucide-react'
import type { Result, ResultGroup } from './results.ts'
import { hasWords } from '../../lib/texts/words.ts'

/** A command of the command palette: a screen or an action, found by its title and these words, or by one of these phrases alone. */
type Command = Result & { readonly words?: string; readonly phrases?: readonly string[] }

const screens: Record<'founder' | 'admin', readonly Command[]> = {
  founder: [
    { id: 'board', icon: LayoutDashboard, title: 'Command Board', to: '/', words: 'home goals calendar' },
    { id: 'traction', icon: TrendingUp, title: 'Traction', to: '/traction', words: 'loops dashboard' },
    {
      id: 'runway',
      icon: Hourglass,
      title: 'Runway',
      to: '/',
      action: 'runway',
      words: 'balance revenue burn cash money months figures',
    },
    { id: 'notes', icon: NotebookPen, title: 'Notes & Insights', to: '/brain?tab=notes', words: 'founder brain' },
    { id: 'own-notes', icon: Notebook, title: 'My Notes', to: '/brain?tab=own-notes', words: 'founder brain private' },
    { id: 'decisions', icon: Brain, title: 'Decisions', to: '/brain?tab=decisions', words: 'founder brain' },
    {
      id: 'check-ins',
      icon: ClipboardCheck,
      title: 'Weekly Check-ins',
      to: '/brain?tab=check-ins',
      words: 'founder brain',
    },
    { id: 'cofounder', icon: MessagesSquare, title: 'AI Co-Founder', to: '/chat', words: 'growth chat cofounder' },
    { id: 'squad', icon: Users, title: 'Growth Squad', to: '/chat?tab=squad', words: 'growth chat team' },
    { id: 'import', icon: FileUp, title: 'Import', to: '/import', words: 'csv spreadsheet records upload file' },
  ],
  admin: [
    { id: 'dashboard', icon: LayoutDashboard, title: 'Dashboard', to: '/admin' },
    { id: 'squad', icon: MessagesSquare, title: 'Growth Squad', to: '/admin/squad', words: 'conversations chat' },
    { id: 'users', icon: Users, title: 'Users', to: '/admin/users', words: 'founders' },
    { id: 'notes', icon: NotebookPen, title: 'Founder Notes', to: '/admin/notes' },
    {
      id: 'programme',
      icon: ChartLine,
      title: 'Programme',
      to: '/admin/programme',
      words: 'figures charts check-ins mood conversions answers cohort',
    },
    {
      id: 'team-week',
      icon: CalendarCheck,
      title: 'Week of the team',
      to: '/admin/week',
      words: 'monday report figures print last week revenue runway answers risk labels',
    },
    { id: 'team', icon: ShieldCheck, title: 'Team', to: '/admin/team', words: 'admins role grant revoke' },
    {
      id: 'webhooks',
      icon: Webhook,
      title: 'Webhooks',
      to: '/admin/team/webhooks',
      words: 'slack teams discord integrations events post',
    },
    { id: 'audit', icon: History, title: 'Audit', to: '/admin/audit', words: 'log who changed what history' },
    { id: 'founder-view', icon: Compass, title: 'Founder View', to: '/', words: 'back command board' },
  ],
}

const actions: Record<'founder' | 'admin', readonly Command[]> = {
  founder: [
    { id: 'new-goal', icon: Plus, title: 'Add a goal', to: '/', action: 'goal', words: 'new create' },
    {
      id: 'check-in',
      icon: ClipboardCheck,
      title: 'Check in for this week',
      to: '/',
      action: 'check-in',
      words: 'weekly check-in complete new',
    },
    {
      id: 'log-decision',
      icon: Brain,
      title: 'Log a decision',
      to: '/brain?tab=decisions',
      action: 'decision',
      words: 'new add',
    },
    {
      id: 'ask',
      icon: MessageCircleQuestion,
      title: 'Ask the AI Co-Founder',
      to: '/chat',
      action: 'question',
      words: 'question cofounder chat new',
    },
    {
      id: 'write',
      icon: Send,
      title: 'Write to the Growth Squad',
      to: '/chat?tab=squad',
      action: 'message',
      words: 'message send team new',
    },
    {
      id: 'book',
      icon: CalendarClock,
      title: 'Book a call with the squad',
      action: 'call',
      words: 'schedule meeting new',
    },
  ],
  admin: [],
}

const account: readonly Command[] = [
  {
    id: 'account',
    icon: Settings,
    title: 'Account settings',
    action: 'account',
    words: 'profile password email security notifications apps data export',
  },
  { id: 'theme', icon: SunMoon, title: 'Switch theme', action: 'theme', words: 'dark light mode appearance' },
  {
    id: 'sign-out',
    icon: LogOut,
    title: 'Sign out',
    action: 'sign-out',
    // The beginning of a name and Enter must not sign out.
    phrases: ['sign out', 'log out', 'logout'],
  },
]

/** The screens and actions with these words. */
export function commandsOf(area: 'founder' | 'admin', words: readonly string[]): ResultGroup[] {
  const isMeant = ({ title, words: more = '', phrases }: Command) =>
    phrases && words.length > 0 ? phrases.includes(words.join(' ')) : hasWords(`${title} ${more}`, words)
  return [
    { label: 'Go to', results: screens[area].filter(isMeant) },
    { label: 'Start', results: actions[area].filter(isMeant) },
    { label: 'Account', results: account.filter(isMeant) },
  ].filter(({ results }) => results.length > 0)
}
