import { useQuery } from '@tanstack/react-query'
import { Keyboard } from 'lucide-react'
import { useRef, useState } from 'react'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { namesQuery } from '../../../lib/data/names.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { Button } from '../../../ui/Button.tsx'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ConversationList } from './ConversationList.tsx'
import { useConversations } from './conversations.ts'
import { FounderSummary } from './FounderSummary.tsx'
import { useShortcuts } from './shortcuts.ts'
import { Thread } from './Thread.tsx'
import { useInboxView } from './view.ts'

const ShortcutsDialog = lazyDialog(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog')

/** The inbox of the squad; the URL has the chosen conversation, and may lead to a message in it. */
export function AdminSquad() {
  useLiveRows('squad_conversations', undefined, adminKeys.conversations)
  const view = useInboxView()
  const query = useConversations(view)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const step = (by: 1 | -1) => {
    const rows = query.data ?? []
    const place = rows.findIndex(({ user_id }) => user_id === view.founder)
    // A conversation that has left the list is followed by the first one.
    const next = place === -1 ? rows[0] : rows[place + by]
    if (!next) return
    view.choose(next.user_id, true)
    requestAnimationFrame(() =>
      list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' }),
    )
  }
  useShortcuts({ j: () => step(1), k: () => step(-1), '?': () => setIsHelpOpen(true) })
  return (
    <Page
      title="Growth Squad"
      description="Who is waiting for an answer, and what you said before."
      action={
        <Button
          variant="ghost"
          className="pointer-coarse:hidden"
          {...ShortcutsDialog.onIntent}
          onClick={() => setIsHelpOpen(true)}
        >
          <Keyboard aria-hidden />
          Keyboard shortcuts
        </Button>
      }
    >
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[19rem_minmax(0,1fr)] xl:grid-cols-[15.5rem_minmax(0,1fr)_14rem] xl:gap-4 min-[87.5rem]:grid-cols-[19rem_minmax(0,1fr)_17rem] min-[87.5rem]:gap-6">
        <div ref={list}>
          <ConversationList view={view} query={query} />
        </div>
        {view.founder ? (
          <Opened key={view.founder} founder={view.founder} onNext={() => step(1)} />
        ) : (
          <EmptyState title="Choose a conversation to read and answer it." />
        )}
      </div>
      {isHelpOpen && <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />}
    </Page>
  )
}

/** A conversation, and beside it how its founder is doing; below it on screens narrower than 1280 px. */
function Opened({ founder, onNext }: { founder: string; onNext: () => void }) {
  const { data: names } = useQuery(namesQuery([founder]))
  const name = names?.get(founder) ?? ''
  if (names && !names.has(founder)) return <EmptyState title="This founder does not exist any more." />
  return (
    <>
      <Thread founder={founder} name={name} onNext={onNext} />
      <div className="lg:col-start-2 xl:col-start-3">
        <FounderSummary founder={founder} name={name} />
      </div>
    </>
  )
}
