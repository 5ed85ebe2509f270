import { useQuery } from '@tanstack/react-query'
import { ArrowRight, MessagesSquare, NotebookPen, Users } from 'lucide-react'
import { Link } from '../../../lib/navigation/Link.tsx'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { formatUsd } from '../../../../../domain/money.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { cardLook } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Page } from '../../../ui/Page.tsx'
import { Stat } from '../../../ui/Stat.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { dashboardQuery } from './api.ts'
import { FoundersAtRisk } from './FoundersAtRisk.tsx'
import { ModelUsage } from './ModelUsage.tsx'
import { TeamSteps } from './TeamSteps.tsx'
import { Today } from './Today.tsx'
import { UpcomingCalls } from './UpcomingCalls.tsx'
import { WeekFigures } from './WeekFigures.tsx'

const actions = [
  { to: '/admin/users', label: 'Manage Users', text: 'Founders, their numbers and their AI memory.', icon: Users },
  { to: '/admin/growth-squad', label: 'Growth Squad', text: 'Read and answer conversations.', icon: MessagesSquare },
  { to: '/admin/notes', label: 'Founder Notes', text: 'Write down what a founder should know.', icon: NotebookPen },
]

/** All of it is computed of all founders. */
const PAUSE_MS = 500

/** What the dashboard is computed of. */
const SOURCES = [
  'founder_owners', 'goals', 'radar_snoozes', 'runway_data', 'squad_conversations', 'traction_loops', 'weekly_checkins',
] as const // prettier-ignore

export function AdminDashboard() {
  const { data, isError, refetch } = useQuery(dashboardQuery)
  useLiveRows(SOURCES, undefined, adminKeys.dashboard, PAUSE_MS)
  useLiveRows('squad_conversations', undefined, adminKeys.overdue)
  return (
    <Page title="Admin Dashboard" description="The whole cohort at a glance.">
      <div className="in-order contents">
        <TeamSteps />
        {/* Who waits, and who needs somebody, before figures. */}
        <Today />
        <FoundersAtRisk />
        <UpcomingCalls />
        <WeekFigures />
        {isError && !data ? (
          <ErrorState message={adminTexts.usersFailed} onRetry={() => void refetch()} />
        ) : (
          <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
            <Stat isSmall label="Total Founders" value={data?.founders} />
            <Stat isSmall label="Running Loops" value={data?.running_loops} />
            <Stat isSmall label="Check-ins This Week" value={data?.check_ins} />
            <Stat
              isSmall
              label="Total Revenue"
              value={data && formatUsd(data.monthly_revenue)}
              note="per month, all founders"
            />
          </dl>
        )}
        <section aria-label="Quick actions" className="grid gap-4 md:grid-cols-3">
          {actions.map(({ to, label, text, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              className={classNames(cardLook, 'group flex items-start gap-3 px-5 py-4 hover:border-primary')}
            >
              <Icon aria-hidden className="mt-1 size-4 shrink-0 text-primary" />
              <span className="flex flex-col">
                <span className="flex items-center gap-1.5 font-semibold">
                  {label}
                  <ArrowRight aria-hidden className="size-4 transition-transform group-hover:translate-x-0.5" />
                </span>
                <span className="text-sm text-muted">{text}</span>
              </span>
            </Link>
          ))}
        </section>
        <ModelUsage />
      </div>
    </Page>
  )
}
