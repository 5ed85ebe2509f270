import { useLocation, useSearchParams } from 'react-router'
import { CheckInsCard } from '../features/check-ins/CheckInsCard.tsx'
import { DecisionsCard } from '../features/decisions/DecisionsCard.tsx'
import { NotesCard } from '../features/notes/NotesCard.tsx'
import { Page } from '../ui/Page.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'

const tabs = [
  { id: 'notes', label: 'Notes & Insights' },
  { id: 'decisions', label: 'Decisions' },
  { id: 'check-ins', label: 'Weekly Check-ins' },
] as const

/** A link may name its tab in the URL or in its navigation state. */
export function FounderBrain() {
  const { state } = useLocation() as { state: { tab?: string } | null }
  const [search, setSearch] = useSearchParams()
  const meant = search.get('tab') ?? state?.tab
  const { id: tab } = tabs.find(({ id }) => id === meant) ?? tabs[0]
  return (
    <Page title="Founder Brain" description="What you know, what you decided, how each week went.">
      <Tabs
        label="Founder Brain"
        tabs={tabs}
        value={tab}
        onChange={(tab) => setSearch({ tab }, { replace: true })}
        className="max-w-4xl"
      >
        <TabPanel id="notes">
          <NotesCard />
        </TabPanel>
        <TabPanel id="decisions">
          <DecisionsCard />
        </TabPanel>
        <TabPanel id="check-ins">
          <CheckInsCard />
        </TabPanel>
      </Tabs>
    </Page>
  )
}
