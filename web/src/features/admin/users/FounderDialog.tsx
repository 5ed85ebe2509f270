import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { texts } from '../../../lib/texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx'
import { fullName } from '../../../lib/profile.ts'
import { type Founder } from '../founders.ts'
import { founderQuery, type FounderData } from './api.ts'
import { DecisionsTab } from './DecisionsTab.tsx'
import { GoalsTab } from './GoalsTab.tsx'
import { MemoryTab } from './MemoryTab.tsx'
import { OverviewTab } from './OverviewTab.tsx'
import { RateDecisionsTab } from './RateDecisionsTab.tsx'
import { RunwayTab } from './RunwayTab.tsx'
import { TractionManagementTab } from './TractionManagementTab.tsx'
import { TractionTab } from './TractionTab.tsx'

const tabs = [
  { id: 'overview', label: 'Overview' },
  { id: 'goals', label: 'Goals' },
  { id: 'traction', label: 'Traction' },
  { id: 'traction-management', label: 'Traction Mgmt' },
  { id: 'decisions', label: 'Decisions' },
  { id: 'rate-decisions', label: 'Rate Decisions' },
  { id: 'runway', label: 'Runway' },
  { id: 'memory', label: 'AI Memory' },
] as const

type TabId = (typeof tabs)[number]['id']

interface FounderDialogProps {
  founder: Pick<Founder, 'id' | 'first_name' | 'last_name' | 'email' | 'created_at'>
  onClose: () => void
}

export function FounderDialog({ founder, onClose }: FounderDialogProps) {
  const [tab, setTab] = useState<TabId>('overview')
  const query = useQuery(founderQuery(founder.id))

  // Escape in a field first blurs it, so that its value is saved, then closes the dialog.
  const close = () => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onClose()
  }

  const panel = (id: TabId, content: (data: FounderData) => ReactNode) => (
    <TabPanel id={id}>
      <Loaded query={query} failed={texts.admin.userFailed}>
        {content}
      </Loaded>
    </TabPanel>
  )

  return (
    <Dialog
      title={fullName(founder)}
      description={`Joined ${formatDay(founder.created_at)}`}
      width="wide"
      onClose={close}
    >
      <Tabs label="Founder details" tabs={tabs} value={tab} onChange={setTab} className="min-h-96">
        {panel('overview', (data) => (
          <OverviewTab data={data} />
        ))}
        {panel('goals', ({ goals, counts }) => (
          <GoalsTab goals={goals} total={counts.goals} />
        ))}
        {panel('traction', ({ loops }) => (
          <TractionTab loops={loops} />
        ))}
        {panel('traction-management', ({ loops }) => (
          <TractionManagementTab founder={founder.id} loops={loops} />
        ))}
        {panel('decisions', ({ decisions, counts }) => (
          <DecisionsTab decisions={decisions} total={counts.decisions} />
        ))}
        {panel('rate-decisions', ({ decisions }) => (
          <RateDecisionsTab founder={founder.id} decisions={decisions} />
        ))}
        {panel('runway', ({ runway }) => (
          <RunwayTab founder={founder.id} runway={runway} />
        ))}
        <TabPanel id="memory">
          <MemoryTab founder={founder.id} />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
