import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useRef } from 'react'
import { founderUrl } from '../../../lib/navigation/founder-urls.ts'
import { Link } from '../../../lib/navigation/Link.tsx'
import { waitedFor } from '../../../lib/texts/waiting-time.ts'
import { formatDay } from '../../../lib/texts/dates.ts'
import { overdueQuery } from '../../../lib/data/overdue-answers.ts'
import { fullName } from '../../../lib/session/profile.ts'
import { texts } from '../../../lib/texts/texts.ts'
import { useNow } from '../../../lib/texts/use-now.ts'
import { cardLook } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { LongList } from '../../../ui/LongList.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { membersQuery, type Conversation, type useConversations } from './conversations.ts'
import { useShortcuts } from './shortcuts.ts'
import { FILTERS, ORDERS, type Filter, type Order, type useInboxView } from './view.ts'

interface ConversationListProps {
  view: ReturnType<typeof useInboxView>
  query: ReturnType<typeof useConversations>
}

/** The conversations that the URL asks for. */
export function ConversationList({ view, query }: ConversationListProps) {
  const { filter, order, search } = view
  const now = useNow()
  const { data: members } = useQuery(membersQuery)
  const { data: overdue } = useQuery(overdueQuery)
  const nameOf = (member: string | null) => members?.find(({ id }) => id === member)?.label
  return (
    <section aria-label="Conversations" className={classNames(cardLook, '@container flex flex-col')}>
      <div className="flex flex-col gap-2 border-b border-border p-3">
        <ConversationSearch key={view.historyKey} search={search} onChange={view.setSearch} />
        <div className="grid gap-2 @2xs:grid-cols-[2fr_3fr]">
          <Select label="Show" labelLook="hidden" options={FILTERS} value={filter} onChange={view.setFilter} />
          <Select label="Order" labelLook="hidden" options={ORDERS} value={order} onChange={view.setOrder} />
        </div>
      </div>
      <div aria-busy={query.isPlaceholderData} className="p-2 aria-busy:opacity-60">
        <Loaded
          query={query}
          failed={texts.squad.loadFailed}
          isEmpty={(rows) => rows.length === 0}
          empty={search.trim() ? <EmptyState title="No conversation with these words." /> : nothing(filter, order)}
        >
          {(rows) => (
            <LongList rows={rows} query={query} name="conversations" className="max-h-72 lg:max-h-[480px]">
              {(one) => (
                <ConversationItem
                  conversation={one}
                  now={now}
                  promisedHours={overdue?.hours ?? null}
                  assignee={nameOf(one.assigned_to)}
                  isChosen={one.user_id === view.founder}
                  onChoose={() => view.choose(one.user_id)}
                />
              )}
            </LongList>
          )}
        </Loaded>
      </div>
    </section>
  )
}

function ConversationSearch({ search, onChange }: { search: string; onChange: (search: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useShortcuts({ '/': () => field.current?.focus() })
  return (
    <SearchField
      ref={field}
      label="Search names and messages"
      placeholder="Names and messages..."
      search={search}
      onChange={onChange}
    />
  )
}

/** Nothing to do is good news, and says so. */
function nothing(filter: Filter, order: Order) {
  if (order === 'longest') return <EmptyState title="No founder is waiting." />
  switch (filter) {
    case 'all':
      return <EmptyState title="No messages yet." hint="A conversation begins when a founder writes to the squad." />
    case 'overdue':
    case 'mine_overdue':
      return <EmptyState title="No answer is overdue." />
    case 'waiting':
      return <EmptyState title="No founder is waiting." hint="Every founder has an answer." />
    case 'mine':
      return <EmptyState title="Nothing is assigned to you." hint="Assign one to yourself above its messages." />
    case 'unassigned':
      return <EmptyState title="Every conversation is assigned." />
    case 'done':
      return <EmptyState title="Nothing is marked as done." />
  }
}

interface ConversationItemProps {
  conversation: Conversation
  now: Date
  /** Within which founders are promised an answer; null: nothing is promised. */
  promisedHours: number | null
  /** The name of who answers it. */
  assignee: string | undefined
  isChosen: boolean
  onChoose: () => void
}

const ConversationItem = ({
  conversation,
  now,
  promisedHours,
  assignee,
  isChosen,
  onChoose,
}: ConversationItemProps) => (
  <div className="group relative">
    <button
      type="button"
      aria-current={isChosen}
      className="w-full rounded-md px-3 py-2.5 text-start hover:bg-sunken focus-visible:-outline-offset-2 aria-[current=true]:bg-primary-soft"
      onClick={onChoose}
    >
      <span className="flex items-baseline justify-between gap-2">
        <span className={classNames('truncate', conversation.unread > 0 ? 'font-semibold' : 'font-medium')}>
          {fullName(conversation)}
        </span>
        <span className="text-xs whitespace-nowrap text-muted">{formatDay(conversation.last_message_at)}</span>
      </span>
      <span className="flex items-center justify-between gap-2">
        <span className="line-clamp-3 text-sm wrap-anywhere text-muted">{conversation.preview}</span>
        {conversation.unread > 0 && (
          <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-primary px-1.5 text-xs font-medium text-on-primary tabular-nums">
            {conversation.unread}
            <span className="sr-only"> unread</span>
          </span>
        )}
      </span>
      <Standing conversation={conversation} now={now} promisedHours={promisedHours} assignee={assignee} />
    </button>
    {/* The row opens the conversation; on a touch screen its head leads to the page. */}
    <Link
      to={founderUrl(conversation.user_id)}
      aria-label={`Founder page of ${fullName(conversation)}`}
      title="Founder page"
      className="absolute right-1.5 bottom-1.5 grid size-7 place-items-center rounded-md border border-border bg-surface text-muted opacity-0 group-hover:opacity-100 hover:text-primary focus-visible:opacity-100 pointer-coarse:hidden"
    >
      <UserRound aria-hidden className="size-4" />
    </Link>
  </div>
)

/** State and assignee of a conversation; an answered one that is unassigned shows nothing. */
function Standing({
  conversation,
  now,
  promisedHours,
  assignee,
}: Omit<ConversationItemProps, 'isChosen' | 'onChoose'>) {
  const since = conversation.waiting_since
  const waited = since === null ? undefined : waitedFor(since, now, promisedHours)
  if (!waited && !assignee && conversation.state !== 'done') return null
  return (
    <span className="mt-1 flex flex-wrap gap-x-2 text-xs text-muted">
      {waited && (
        <span className={waited.isOverdue ? 'font-medium text-destructive' : undefined}>
          Waiting {waited.text}
          {waited.isOverdue && ', overdue'}
        </span>
      )}
      {conversation.state === 'done' && <span>Done</span>}
      {assignee && <span className="truncate">{assignee}</span>}
    </span>
  )
}
