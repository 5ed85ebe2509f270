import { isUuid } from '../../../lib/data/is-uuid.ts'
import { useSummary, type FounderSummary } from '../../../lib/data/founder-summary.ts'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { fullName } from '../../../lib/session/profile.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { Page, pageLook, usePageTitle } from '../../../ui/Page.tsx'
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx'
import { FounderFigures } from './FounderFigures.tsx'
import { FounderHead } from './FounderHead.tsx'
import { Timeline } from './Timeline.tsx'
import { useFounderPageView } from './view.ts'

const FounderDialog = lazyDialog(() => import('../users/FounderDialog.tsx'), 'FounderDialog')

/** All that the squad knows of one founder, and what it does for them. */
export function FounderPage({ id = '' }: { id?: string }) {
  return isUuid(id) ? <Known key={id} founder={id.toLowerCase()} /> : <Unknown />
}

const Unknown = () => (
  <Page title="Founder">
    <EmptyState title="This founder does not exist any more." />
  </Page>
)

function Known({ founder }: { founder: string }) {
  const query = useSummary(founder)
  if (query.data === null) return <Unknown />
  if (query.data) return <Shown founder={founder} summary={query.data} />
  return (
    <Page title="Founder">
      <Loaded query={query} failed={adminTexts.userFailed} loading={<Skeleton lines={8} />}>
        {() => null}
      </Loaded>
    </Page>
  )
}

function Shown({ founder, summary }: { founder: string; summary: FounderSummary }) {
  const name = fullName(summary)
  const view = useFounderPageView()
  usePageTitle(name)
  return (
    <div className={`${pageLook} flex flex-col gap-5`}>
      <FounderHead founder={founder} name={name} summary={summary} onDetails={FounderDialog.onIntent} view={view} />
      <FounderFigures summary={summary} view={view} />
      <Timeline founder={founder} name={name} view={view} />
      {view.details !== null && (
        <FounderDialog
          founder={{ ...summary, id: founder, created_at: summary.joined }}
          initialTab={view.details}
          isOnPage
          onClose={view.closeDetails}
        />
      )}
    </div>
  )
}
