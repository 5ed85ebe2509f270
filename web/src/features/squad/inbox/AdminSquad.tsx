import { useQuery } from '@tanstack/react-query'
import { CloudOff, Keyboard, X } from 'lucide-react'
import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { Link } from '../../../lib/navigation/Link.tsx'
import { conversationUrl } from '../../../lib/navigation/founder-urls.ts'
import { lazyDialog } from '../../../lib/offline/lazy-dialog.ts'
import { namesQuery } from '../../../lib/data/names.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { useOffline } from '../../../lib/offline/network.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { wordsOf } from '../../../lib/texts/words.ts'
import { useAction } from '../../../ui/actions.ts'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { PageTitle } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { TabPanel, Tabs } from '../../../ui/Tabs.tsx'
import { ConversationList } from './ConversationList.tsx'
import { countsQuery, useConversations } from './conversations.ts'
import { useFailedReplies } from './failed-replies.ts'
import { FounderSummary } from './FounderSummary.tsx'
import { inboxTexts } from './inbox-texts.ts'
import { useShortcuts } from './shortcuts.ts'
import { Thread } from './Thread.tsx'
import { FILTERS, useInboxView } from './view.ts'

const SavedRepliesDialog = lazyDialog(() => import('./SavedRepliesDialog.tsx'), 'SavedRepliesDialog')
const ShortcutsDialog = lazyDialog(() => import('./ShortcutsDialog.tsx'), 'ShortcutsDialog')

/**
 * The inbox of the squad; the URL has the chosen conversation, and may lead to a message in it. It fills the window: list,
 * conversation and summary scroll for themselves. A small screen shows the list or the conversation.
 */
export function AdminSquad() {
  useLiveRows('squad_conversations', undefined, adminKeys.conversations)
  const view = useInboxView()
  const query = useConversations(view)
  const { data: counts } = useQuery(countsQuery)
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [areRepliesOpen, setAreRepliesOpen] = useState(false)
  useAction('saved-replies', () => startTransition(() => setAreRepliesOpen(true)))
  const list = useRef<HTMLDivElement>(null)
  const step = (by: 1 | -1, inReply = false) => {
    const rows = query.data ?? []
    const place = rows.findIndex(({ user_id }) => user_id === view.founder)
    // A conversation that has left the list is followed by the first one.
    const next = place === -1 ? rows[0] : rows[place + by]
    if (!next) return
    view.choose(next.user_id, { byKey: true, inReply })
    requestAnimationFrame(() =>
      list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' }),
    )
  }
  useShortcuts({ j: () => step(1), k: () => step(-1), '?': () => setIsHelpOpen(true) })

  const first = query.isPlaceholderData ? undefined : query.data?.[0]?.user_id
  const openFirst = useEffectEvent((founder: string) => view.choose(founder, { byKey: true, inReply: true }))
  const opensFirst = view.opensFirst && view.founder === undefined
  useEffect(() => {
    if (opensFirst && first !== undefined) openFirst(first)
  }, [opensFirst, first])

  const isOpen = view.founder !== undefined
  return (
    <div
      // Below a notice it is shorter.
      data-fills-window
      data-fills-screen={isOpen || undefined}
      className={classNames(
        'flex flex-col gap-3 px-4 py-4 sm:px-6 lg:min-h-136 lg:flex-1 lg:basis-0',
        // The conversation alone, from the header to the end of the screen.
        isOpen && 'max-lg:min-h-80 max-lg:flex-1 max-lg:gap-0 max-lg:p-0 max-lg:[&_[role=tablist]]:hidden',
      )}
    >
      <header className={classNames('flex items-end justify-between gap-4', isOpen && 'max-lg:sr-only')}>
        <PageTitle title="Growth Squad" description="Who is waiting for an answer, and what you said before." />
        <Button
          variant="ghost"
          className="max-sm:hidden pointer-coarse:hidden"
          {...ShortcutsDialog.onIntent}
          onClick={() => setIsHelpOpen(true)}
        >
          <Keyboard aria-hidden />
          Keyboard shortcuts
        </Button>
      </header>
      <Notices opened={view.founder} />
      <Tabs
        label="Show"
        tabs={FILTERS.map((filter) => ({ ...filter, count: counts?.[filter.id] }))}
        value={view.filter}
        onChange={view.setFilter}
        className="min-h-0 flex-1"
      >
        <TabPanel
          id={view.filter}
          className="grid min-h-0 flex-1 grid-cols-1 grid-rows-[minmax(0,1fr)] gap-4 max-lg:pt-0! lg:grid-cols-[16rem_minmax(0,1fr)] lg:pt-3! min-[87.5rem]:grid-cols-[18rem_minmax(0,1fr)] 2xl:grid-cols-[24rem_minmax(0,1fr)]"
        >
          <div ref={list} className={classNames('flex min-h-0 flex-col max-lg:pt-3', isOpen && 'max-lg:hidden')}>
            <ConversationList view={view} query={query} />
          </div>
          {view.founder ? (
            <Opened
              key={view.founder}
              founder={view.founder}
              words={wordsOf(view.search)}
              startsInReply={view.startsInReply}
              onNext={() => step(1, true)}
              onClose={view.close}
            />
          ) : (
            <div className="max-lg:hidden">
              <EmptyState title="Choose a conversation to read and answer it." />
            </div>
          )}
        </TabPanel>
      </Tabs>
      {isHelpOpen && <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />}
      {areRepliesOpen && (
        // Without a conversation none is chosen for a reply.
        <SavedRepliesDialog onChoose={() => setAreRepliesOpen(false)} onClose={() => setAreRepliesOpen(false)} />
      )}
    </div>
  )
}

/** What the admin has to know whatever conversation is open: replies that were not sent, and a lost network. */
function Notices({ opened }: { opened: string | undefined }) {
  const isOffline = useOffline()
  const { failed, forget } = useFailedReplies(useAccount().id)
  useEffect(() => {
    if (failed.some(({ founder }) => founder === opened)) forget(opened ?? '')
  }, [failed, opened, forget])
  const others = failed.filter(({ founder }) => founder !== opened)
  return (
    <>
      {isOffline && (
        <output className="flex items-center gap-2 rounded-md border border-border bg-surface px-3 py-2 text-sm max-lg:rounded-none">
          <CloudOff aria-hidden className="size-4 shrink-0 text-muted" />
          {inboxTexts.offline}
        </output>
      )}
      {others.map(({ founder, name }) => (
        <div
          key={founder}
          role="alert"
          className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-destructive bg-destructive-soft px-3 py-1 text-sm"
        >
          <p className="min-w-0 flex-1 basis-60 wrap-anywhere">{inboxTexts.notSent(name)}</p>
          <Link
            to={conversationUrl(founder)}
            className="inline-flex min-h-8 items-center font-medium underline underline-offset-4 pointer-coarse:min-h-11"
          >
            Open it
          </Link>
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Dismiss the notice about ${name}`}
            onClick={() => forget(founder)}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
    </>
  )
}

interface OpenedProps {
  founder: string
  words: readonly string[]
  startsInReply: boolean
  onNext: () => void
  onClose: () => void
}

/** A conversation, and how its founder is doing: beside it, below it on screens narrower than 1280 px, on none below 1024 px. */
function Opened({ founder, ...thread }: OpenedProps) {
  const { data: names } = useQuery(namesQuery([founder]))
  const name = names?.get(founder) ?? ''
  if (names && !names.has(founder)) {
    return (
      <EmptyState title="This founder does not exist any more.">
        <Button variant="outline" className="lg:hidden" onClick={thread.onClose}>
          Back to the conversations
        </Button>
      </EmptyState>
    )
  }
  return (
    <div className="relative flex min-h-0 flex-col gap-4 lg:max-xl:overflow-y-auto xl:grid xl:grid-cols-[minmax(0,1fr)_13rem] xl:grid-rows-[minmax(0,1fr)] min-[87.5rem]:grid-cols-[minmax(0,1fr)_15rem] 2xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex h-full shrink-0 flex-col print:h-auto">
        <Thread founder={founder} name={name} {...thread} />
      </div>
      {/* On a small screen the name leads to it: nothing there scrolls but the messages. */}
      <div className="relative min-h-0 max-lg:hidden xl:overflow-y-auto">
        <FounderSummary founder={founder} name={name} />
      </div>
    </div>
  )
}
