import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { formatDay } from '../../lib/dates.ts'
import { keys } from '../../lib/keys.ts'
import { texts } from '../../lib/texts.ts'
import { useLiveRows } from '../../lib/use-live-rows.ts'
import { cardLook } from '../../ui/Card.tsx'
import { join } from '../../ui/join.ts'
import { LongList } from '../../ui/LongList.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { fullName } from '../../lib/profile.ts'
import { conversationsQuery, type LastMessage } from './conversations.ts'
import { Thread } from './Thread.tsx'

/** A navigation may choose a founder's conversation by its state, and a message in it by the URL. */
export function AdminSquad() {
  const conversations = useInfiniteQuery(conversationsQuery)
  useLiveRows('squad_conversations', undefined, keys.admin.conversations)
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { founder?: ChosenFounder } | null }
  const [last, setLast] = useState<LastMessage>()
  const chosen: ChosenFounder | undefined = state?.founder ?? (last && { ...last, id: last.user_id })
  const choose = (last: LastMessage) => {
    setLast(last)
    if (state?.founder) void navigate('.', { replace: true, state: null })
  }

  return (
    <Page title="Growth Squad" description="Conversations with founders, the newest first.">
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <section aria-label="Conversations" className={join(cardLook, 'p-2')}>
          <Loaded
            query={conversations}
            failed={texts.squad.loadFailed}
            isEmpty={(rows) => rows.length === 0}
            empty={
              <EmptyState title="No messages yet." hint="A conversation begins when a founder writes to the squad." />
            }
          >
            {(rows) => (
              <LongList rows={rows} query={conversations} className="max-h-72 lg:max-h-[584px]">
                {(last) => (
                  <ConversationItem last={last} isChosen={last.user_id === chosen?.id} onChoose={() => choose(last)} />
                )}
              </LongList>
            )}
          </Loaded>
        </section>
        {chosen ? (
          <Thread key={chosen.id} founder={chosen.id} name={fullName(chosen)} />
        ) : (
          <EmptyState title="Choose a conversation to read and answer it." />
        )}
      </div>
    </Page>
  )
}

interface ChosenFounder {
  readonly id: string
  readonly first_name: string
  readonly last_name: string
  readonly email?: string | null
}

interface ConversationItemProps {
  last: LastMessage
  isChosen: boolean
  onChoose: () => void
}

const ConversationItem = ({ last, isChosen, onChoose }: ConversationItemProps) => (
  <button
    type="button"
    aria-current={isChosen}
    className="w-full rounded-md px-3 py-2.5 text-left hover:bg-sunken focus-visible:-outline-offset-2 aria-[current=true]:bg-primary-soft"
    onClick={onChoose}
  >
    <span className="flex items-baseline justify-between gap-2">
      <span className={join('truncate', last.unread > 0 ? 'font-semibold' : 'font-medium')}>{fullName(last)}</span>
      <span className="text-xs whitespace-nowrap text-muted">{formatDay(last.last_message_at)}</span>
    </span>
    <span className="flex items-center justify-between gap-2">
      <span className="line-clamp-3 text-sm wrap-anywhere text-muted">{last.preview}</span>
      {last.unread > 0 && (
        <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-primary px-1.5 text-xs font-medium text-on-primary tabular-nums">
          {last.unread}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </span>
  </button>
)
