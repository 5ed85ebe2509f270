import { ImportRecords } from '../features/import/ImportRecords.tsx'
import { useAccount } from '../lib/session/session.tsx'
import { Page } from '../ui/Page.tsx'

/** A founder's own import. */
export function ImportPage() {
  const { id } = useAccount()
  return (
    <Page title="Import" description="Bring your goals, decisions and check-ins from a spreadsheet or another tool.">
      <ImportRecords founder={id} hasLoops={false} />
    </Page>
  )
}
