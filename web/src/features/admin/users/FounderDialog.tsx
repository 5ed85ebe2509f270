import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { formatDay } from '../../../lib/dates.ts'
import { texts } from '../../../lib/texts.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx'
import { fullName } from '../names.ts'
import { founderQuery, type FounderData, type Profile } from './api.ts'
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
  founder: Profile
  onClose: () => void
}

export function FounderDialog({ founder, onClose }: FounderDialogProps) {
  const [tab, setTab] = useState<TabId>('overview')
  const query = useQuery(founderQuery(founder.id))

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
      onClose={onClose}
    >
      <Tabs label="Founder details" tabs={tabs} value={tab} onChange={setTab} className="min-h-96">
        {panel('overview', (data) => (
          <OverviewTab data={data} />
        ))}
        {panel('goals', ({ goals }) => (
          <GoalsTab goals={goals} />
        ))}
        {panel('traction', ({ loops }) => (
          <TractionTab loops={loops} />
        ))}
        {panel('traction-management', ({ loops }) => (
          <TractionManagementTab founder={founder.id} loops={loops} />
        ))}
        {panel('decisions', ({ decisions }) => (
          <DecisionsTab decisions={decisions} />
        ))}
        {panel('rate-decisions', ({ decisions }) => (
          <RateDecisionsTab founder={founder.id} decisions={decisions} />
        ))}
        {panel('runway', ({ runway }) => (
          <RunwayTab runway={runway} />
        ))}
        <TabPanel id="memory">
          <MemoryTab founder={founder.id} />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
