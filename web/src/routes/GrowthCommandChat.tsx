import { Suspense, useState } from 'react'
import { CofounderChat } from '../features/growth-chat/CofounderChat.tsx'
import { lazyPart } from '../lib/lazy-part.ts'
import { Page } from '../ui/Page.tsx'
import { Skeleton } from '../ui/states.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'

const SquadChat = lazyPart(() => import('../features/squad/SquadChat.tsx'), 'SquadChat')

const tabs = [
  { id: 'cofounder', label: 'AI Co-Founder' },
  { id: 'squad', label: 'Growth Squad' },
] as const

type TabId = (typeof tabs)[number]['id']

export function GrowthCommandChat() {
  const [tab, setTab] = useState<TabId>('cofounder')
  return (
    <Page title="Growth Command Chat" description="Your AI co-founder at any hour, your growth squad from 9 to 6.">
      <Tabs label="Who to talk to" tabs={tabs} value={tab} onChange={setTab} className="max-w-4xl">
        <TabPanel id="cofounder">
          <CofounderChat />
        </TabPanel>
        <TabPanel id="squad">
          <Suspense fallback={<Skeleton />}>
            <SquadChat />
          </Suspense>
        </TabPanel>
      </Tabs>
    </Page>
  )
}
