import type { QueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { startTransition, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from '../lib/navigation/Router.tsx'
import { setSearchParams } from '../lib/navigation/navigate.ts'
import { CheckInsCard } from '../features/check-ins/CheckInsCard.tsx'
import { DecisionsCard } from '../features/decisions/DecisionsCard.tsx'
import { notesQuery } from '../features/notes/api.ts'
import { NotesCard } from '../features/notes/NotesCard.tsx'
import { OwnNotesCard } from '../features/notes/OwnNotesCard.tsx'
import { lazyDialog } from '../lib/offline/lazy-dialog.ts'
import { lazyPart } from '../lib/offline/lazy-part.ts'
import { Button } from '../ui/Button.tsx'
import { Page } from '../ui/Page.tsx'
import { PanelBoundary } from '../ui/PanelBoundary.tsx'
import { Skeleton } from '../ui/states.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'

const DocumentPage = lazyPart<'DocumentPage', object>(() => import('./DocumentPage.tsx'), 'DocumentPage')
const WriteDocumentDialog = lazyDialog(() => import('./DocumentPage.tsx'), 'WriteDocumentDialog')

/** Reads what the screen shows first, unless it is known. */
export const readBrain = (user: string, queries: QueryClient): Promise<void> =>
  queries.prefetchInfiniteQuery({ ...notesQuery(user), staleTime: Infinity })

const tabs = [
  { id: 'notes', label: 'Notes & Insights' },
  { id: 'own-notes', label: 'My Notes' },
  { id: 'decisions', label: 'Decisions' },
  { id: 'check-ins', label: 'Weekly Check-ins' },
] as const

/** The URL may name a document (`?document=investor-update&from=…&to=…`), which takes the screen. */
export function FounderBrain() {
  const search = useSearchParams()
  const isDocument = search.has('document')
  const wasDocument = useRef(isDocument)
  useEffect(() => {
    // As after a navigation to another path: what had the focus is gone.
    if (wasDocument.current !== isDocument) document.getElementById('content')?.focus()
    wasDocument.current = isDocument
  }, [isDocument])
  if (!isDocument) return <Records />
  return (
    <Suspense
      fallback={
        <Page title="Document">
          <Skeleton lines={6} />
        </Page>
      }
    >
      <DocumentPage />
    </Suspense>
  )
}

/** A link may name its tab in the URL or in its navigation state. */
function Records() {
  const { state } = useLocation() as { state: { tab?: string } | null }
  const search = useSearchParams()
  const meant = search.get('tab') ?? state?.tab
  const { id: tab } = tabs.find(({ id }) => id === meant) ?? tabs[0]
  return (
    <Page
      title="Founder Brain"
      description="What you know, what you decided, how each week went."
      action={<WriteDocument />}
    >
      <Tabs
        label="Founder Brain"
        tabs={tabs}
        value={tab}
        onChange={(tab) => setSearchParams({ tab }, { replace: true })}
      >
        <TabPanel id="notes">
          <PanelBoundary>
            <NotesCard />
          </PanelBoundary>
        </TabPanel>
        <TabPanel id="own-notes">
          <PanelBoundary>
            <OwnNotesCard />
          </PanelBoundary>
        </TabPanel>
        <TabPanel id="decisions">
          <PanelBoundary>
            <DecisionsCard />
          </PanelBoundary>
        </TabPanel>
        <TabPanel id="check-ins">
          <PanelBoundary>
            <CheckInsCard />
          </PanelBoundary>
        </TabPanel>
      </Tabs>
    </Page>
  )
}

function WriteDocument() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        {...WriteDocumentDialog.onIntent}
        onClick={() => startTransition(() => setIsOpen(true))}
      >
        <Plus aria-hidden />
        Write Document
      </Button>
      {isOpen && <WriteDocumentDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}
