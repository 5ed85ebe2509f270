import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PREVIEW_LENGTH } from '../../../../../domain/squad.ts'
import { formatDay } from '../../../lib/dates.ts'
import { texts } from '../../../lib/texts.ts'
import { cardLook } from '../../../ui/Card.tsx'
import { join } from '../../../ui/join.ts'
import { Page } from '../../../ui/Page.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { nameOf, namesQuery } from '../names.ts'
import { conversationsQuery, type LastMessage } from './api.ts'
import { Thread } from './Thread.tsx'

export function AdminSquad() {
  const conversations = useQuery(conversationsQuery)
  const { data: names } = useQuery(namesQuery)
  const [chosen, setChosen] = useState<string>()

  return (
    <Page title="Growth Squad" description="Conversations with founders, the newest first.">
      <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <section aria-label="Conversations" className={join(cardLook, 'max-h-[600px] overflow-y-auto p-2')}>
          <Loaded
            query={conversations}
            failed={texts.squad.loadFailed}
            isEmpty={(conversations) => conversations.length === 0}
            empty={<EmptyState title="Nobody has written yet." />}
          >
            {(conversations) => (
              <ul>
                {conversations.map((last) => (
                  <ConversationItem
                    key={last.user_id}
                    last={last}
                    name={nameOf(names, last.user_id)}
                    isChosen={last.user_id === chosen}
                    onChoose={() => setChosen(last.user_id)}
                  />
                ))}
              </ul>
            )}
          </Loaded>
        </section>
        {chosen ? (
          <Thread key={chosen} founder={chosen} name={nameOf(names, chosen)} />
        ) : (
          <EmptyState title="Choose a conversation to read and answer it." />
        )}
      </div>
    </Page>
  )
}

interface ConversationItemProps {
  last: LastMessage
  name: string
  isChosen: boolean
  onChoose: () => void
}

const ConversationItem = ({ last, name, isChosen, onChoose }: ConversationItemProps) => (
  <li>
    <button
      type="button"
      aria-current={isChosen}
      className="w-full rounded-md px-3 py-2.5 text-left hover:bg-sunken aria-[current=true]:bg-primary-soft"
      onClick={onChoose}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className="truncate font-medium">{name}</span>
        <span className="text-xs whitespace-nowrap text-muted">{formatDay(last.created_at)}</span>
      </span>
      <span className="block truncate text-sm text-muted">{last.content.slice(0, PREVIEW_LENGTH)}</span>
    </button>
  </li>
)
