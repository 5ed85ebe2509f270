import { ArrowLeft } from 'lucide-react'
import { ImportRecords } from '../features/import/ImportRecords.tsx'
import { useSummary, type FounderSummary } from '../lib/data/founder-summary.ts'
import { isUuid } from '../lib/data/is-uuid.ts'
import { founderUrl } from '../lib/navigation/founder-urls.ts'
import { fullName } from '../lib/session/profile.ts'
import { adminTexts } from '../lib/texts/admin-texts.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'

/** What an admin imports for a founder. */
export function FounderImportPage({ id = '' }: { id?: string }) {
  if (!isUuid(id)) return <Unknown />
  return <Known key={id} founder={id.toLowerCase()} />
}

function Known({ founder }: { founder: string }) {
  const query = useSummary(founder)
  if (query.data === null) return <Unknown />
  if (query.data) return <Shown founder={founder} summary={query.data} />
  return (
    <Page title="Import">
      <Loaded query={query} failed={adminTexts.userFailed}>
        {() => null}
      </Loaded>
    </Page>
  )
}

const Unknown = () => (
  <Page title="Import">
    <EmptyState title="This founder does not exist any more." />
  </Page>
)

const Shown = ({ founder, summary }: { founder: string; summary: FounderSummary }) => (
  <Page
    title="Import"
    description={
      <>
        For <bdi className="wrap-anywhere">{fullName(summary)}</bdi>: goals, decisions, check-ins and loops from a
        spreadsheet or another tool. The founder gets no notification.
      </>
    }
    action={
      <ButtonLink to={founderUrl(founder)} variant="outline" size="sm">
        <ArrowLeft aria-hidden />
        Founder
      </ButtonLink>
    }
  >
    <ImportRecords founder={founder} hasLoops founderPage={founderUrl(founder)} />
  </Page>
)
