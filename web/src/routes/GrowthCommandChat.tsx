import type { QueryClient } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useSearchParams } from '../lib/navigation/Router.tsx'
import { setSearchParams } from '../lib/navigation/navigate.ts'
import { CofounderChat } from '../features/growth-chat/CofounderChat.tsx'
import { readConversation } from '../features/growth-chat/conversations.ts'
import { UnreadBadge } from '../ui/unread-badge.ts'
import { lazyPart } from '../lib/offline/lazy-part.ts'
import { pageLook, PageTitle } from '../ui/Page.tsx'
import { Skeleton } from '../ui/states.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { PanelBoundary } from '../ui/PanelBoundary.tsx'

const SquadChat = lazyPart(() => import('../features/squad/SquadChat.tsx'), 'SquadChat')

const tabs = [
  { id: 'cofounder', label: 'AI Co-Founder' },
  {
    id: 'squad',
    label: (
      <>
        Growth Squad
        <UnreadBadge />
      </>
    ),
  },
] as const

/** Reads the conversation that the screen shows first, and that is not known yet. */
export async function readChat(user: string, queries: QueryClient, search: string): Promise<void> {
  if (new URLSearchParams(search).get('tab') === 'squad')
    await (await import('../features/squad/messages.ts')).readSquadMessages(user, queries)
  else await readConversation(user, queries)
}

/** The URL has the selected tab: `?tab=squad`. */
export function GrowthCommandChat() {
  const search = useSearchParams()
  const { id: tab } = tabs.find(({ id }) => id === search.get('tab')) ?? tabs[0]
  return (
    <div className={pageLook}>
      <Tabs
        label="Who to talk to"
        // In one row, the chats have their field in view at 720 pixels.
        heading={
          <PageTitle
            title="Growth Command Chat"
            // On a phone the room is for the conversation.
            description={
              <span className="max-sm:hidden">
                Your AI co-founder at any hour, your growth squad from 9 AM to 6 PM EST.
              </span>
            }
          />
        }
        tabs={tabs}
        value={tab}
        onChange={(tab) => setSearchParams({ tab }, { replace: true })}
      >
        <TabPanel id="cofounder">
          <PanelBoundary>
            <CofounderChat />
          </PanelBoundary>
        </TabPanel>
        <TabPanel id="squad">
          <PanelBoundary>
            <Suspense fallback={<Skeleton />}>
              <SquadChat />
            </Suspense>
          </PanelBoundary>
        </TabPanel>
      </Tabs>
    </div>
  )
}
