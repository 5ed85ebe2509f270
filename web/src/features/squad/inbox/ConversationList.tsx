import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useRef } from 'react'
import { namesOf, previewRecipients, SQUAD } from '../../../../../domain/squad.ts'
import { dayOf } from '../../../../../domain/week.ts'
import { founderUrl } from '../../../lib/navigation/founder-urls.ts'
import { Link } from '../../../lib/navigation/Link.tsx'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { waitedFor } from '../../../lib/texts/waiting-time.ts'
import { formatDate, formatDay, formatTime } from '../../../lib/texts/dates.ts'
import { overdueQuery } from '../../../lib/data/overdue-answers.ts'
import { fullName } from '../../../lib/session/profile.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { texts } from '../../../lib/texts/texts.ts'
import { useNow } from '../../../lib/texts/use-now.ts'
import { partsOf, wordsOf } from '../../../lib/texts/words.ts'
import { cardLook } from '../../../ui/Card.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { LongList } from '../../../ui/LongList.tsx'
import { Marked } from '../../../ui/Marked.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { membersQuery } from '../../../lib/data/members.ts'
import type { Conversation, useConversations } from './conversations.ts'
import { useShortcuts } from './shortcuts.ts'
import { ORDERS, type Filter, type Order, type useInboxView } from './view.ts'

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
  const words = wordsOf(search)
  return (
    <section aria-label="Conversations" className={classNames(cardLook, '@container flex min-h-0 flex-col lg:flex-1')}>
      <div className="flex flex-col gap-2 border-b border-border p-3">
        <ConversationSearch key={view.historyKey} search={search} onChange={view.setSearch} />
        <Select label="Order" labelLook="hidden" options={ORDERS} value={order} onChange={view.setOrder} />
      </div>
      <div
        aria-busy={query.isPlaceholderData}
        className="flex min-h-0 flex-1 flex-col p-2 aria-busy:opacity-60 [&>[data-scroll]]:flex-1"
      >
        <Loaded
          query={query}
          failed={texts.squad.loadFailed}
          isEmpty={(rows) => rows.length === 0}
          empty={search.trim() ? <EmptyState title="No conversation with these words." /> : nothing(filter, order)}
        >
          {(rows) => (
            <LongList rows={rows} query={query} name="conversations" className="min-h-0 max-lg:max-h-none">
              {(one) => (
                <ConversationItem
                  conversation={one}
                  words={words}
                  now={now}
                  promisedHours={overdue?.hours ?? null}
                  assignee={nameOf(one.assigned_to)}
                  author={nameOf(one.last_author)}
                  isChosen={one.user_id === view.founder}
                  onChoose={() => view.choose(one.user_id, { message: one.match_id })}
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
    case 'snoozed':
      return <EmptyState title="Nothing is snoozed." hint="Snooze a conversation above its messages." />
    case 'done':
      return <EmptyState title="Nothing is marked as done." />
  }
}

interface ConversationItemProps {
  conversation: Conversation
  /** Of the search. */
  words: readonly string[]
  now: Date
  /** Within which founders are promised an answer; null: nothing is promised. */
  promisedHours: number | null
  /** The name of who answers it. */
  assignee: string | undefined
  /** The name of who of the team wrote last. */
  author: string | undefined
  isChosen: boolean
  onChoose: () => void
}

function ConversationItem({
  conversation,
  words,
  now,
  promisedHours,
  assignee,
  author,
  isChosen,
  onChoose,
}: ConversationItemProps) {
  const { user_id, last_message_at, preview, unread, match_excerpt } = conversation
  const name = fullName(conversation)
  return (
    <div className="group relative flex">
      <button
        type="button"
        aria-current={isChosen}
        className="min-w-0 flex-1 rounded-md px-3 py-2.5 text-start hover:bg-sunken focus-visible:-outline-offset-2 aria-[current=true]:bg-primary-soft"
        onClick={onChoose}
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className={classNames('truncate', unread > 0 ? 'font-semibold' : 'font-medium')}>
            <Marked text={name} words={words} />
          </span>
          <span className="text-xs whitespace-nowrap text-muted tabular-nums">{timeOf(last_message_at, now)}</span>
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className="line-clamp-3 text-sm wrap-anywhere text-muted">
            <Author conversation={conversation} author={author} />
            <span>{preview}</span>
          </span>
          {unread > 0 && (
            <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-primary px-1.5 text-xs font-medium text-on-primary tabular-nums">
              {unread}
              <span className="sr-only"> unread</span>
            </span>
          )}
        </span>
        <Chips conversation={conversation} />
        {match_excerpt && words.length > 0 && (
          <span className="mt-1 line-clamp-2 border-l-2 border-primary pl-2 text-sm wrap-anywhere text-muted">
            <Marked text={fromHit(match_excerpt, words)} words={words} />
          </span>
        )}
        <Standing conversation={conversation} now={now} promisedHours={promisedHours} assignee={assignee} />
      </button>
      {/* Beside the row where fingers press, which hide nothing by hovering. */}
      <Link
        to={founderUrl(user_id)}
        aria-label={`Founder page of ${name}`}
        title="Founder page"
        className="grid place-items-center text-muted hover:text-primary pointer-coarse:w-11 pointer-coarse:shrink-0 pointer-fine:absolute pointer-fine:right-1.5 pointer-fine:bottom-1.5 pointer-fine:size-7 pointer-fine:rounded-md pointer-fine:border pointer-fine:border-border pointer-fine:bg-surface pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:focus-visible:opacity-100"
      >
        <UserRound aria-hidden className="size-4" />
      </Link>
    </div>
  )
}

/** Characters before the first word that was found, which two lines have. */
const MAX_BEFORE = 30

/** An excerpt from shortly before the first word that was found. */
function fromHit(excerpt: string, words: readonly string[]): string {
  const before = partsOf(excerpt, words).find(({ isHit }) => !isHit)?.text ?? ''
  if (!excerpt.startsWith(before) || before.length <= MAX_BEFORE) return excerpt
  const start = excerpt.lastIndexOf(' ', before.length - MAX_BEFORE) + 1
  return start === 0 ? excerpt : `… ${excerpt.slice(start)}`
}

/** The time of a message of today, the day of an earlier one. */
const timeOf = (moment: string, now: Date) =>
  formatDay(moment) === formatDay(now) ? formatTime(moment) : formatDay(moment)

/** Who of the team wrote last; nothing when it was the founder. */
function Author({ conversation, author }: { conversation: Conversation; author: string | undefined }) {
  const { id: me } = useAccount()
  if (conversation.sender_type !== 'squad') return null
  const name = conversation.last_author === me ? 'You' : (author ?? (conversation.sender_name || 'Growth Squad'))
  return <span className="text-foreground">{name}: </span>
}

/** For whom the last message is, unless for the whole squad, and that an answer was begun. */
function Chips({ conversation }: { conversation: Conversation }) {
  const { id: me } = useAccount()
  const [reply] = useDraft(me, `reply-${conversation.user_id}`, '')
  const [note] = useDraft(me, `note-${conversation.user_id}`, '')
  const recipients = conversation.sender_type === 'user' ? previewRecipients(conversation.preview) : []
  const isForAll = recipients.length === 0 || recipients[0] === SQUAD[0].id
  const hasDraft = reply.trim() !== '' || note.trim() !== ''
  if (isForAll && !hasDraft) return null
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {hasDraft && (
        <span className="rounded-full bg-chart-2-soft px-2 text-xs leading-5 font-medium text-chart-2">Draft</span>
      )}
      {!isForAll &&
        recipients.map((id) => (
          <span key={id} className="rounded-full bg-sunken px-2 text-xs leading-5 text-muted">
            {namesOf([id])}
          </span>
        ))}
    </span>
  )
}

type StandingProps = Pick<ConversationItemProps, 'conversation' | 'now' | 'promisedHours' | 'assignee'>

/** State and assignee of a conversation; an answered one that is unassigned shows nothing. */
function Standing({ conversation, now, promisedHours, assignee }: StandingProps) {
  const { waiting_since: since, snoozed_until: until } = conversation
  const waited = since === null ? undefined : waitedFor(since, now, promisedHours)
  if (!waited && !assignee && !until && conversation.state !== 'done') return null
  return (
    <span className="mt-1 flex flex-wrap gap-x-2 text-xs text-muted">
      {waited && (
        <span className={waited.isOverdue ? 'font-medium text-destructive' : undefined}>
          Waiting {waited.text}
          {waited.isOverdue && ', overdue'}
        </span>
      )}
      {conversation.state === 'done' && <span>Done</span>}
      {until && (
        <span>
          {/* The database's days are UTC's. */}
          {until > dayOf(now, 'UTC') ? 'Snoozed until' : 'Back since'} {formatDate(until)}
        </span>
      )}
      {assignee && <span className="truncate">{assignee}</span>}
    </span>
  )
}
