import { screen, within } from '@testing-library/react'
import { beforeEach } from 'vitest'
import type { SubjectKind } from '../../../../../domain/comments.ts'
import { serveNames } from '../../../testing/founder.ts'
import { stubLayout } from '../../../testing/layout.ts'
import { ADMIN, FOUNDER } from '../../../testing/people.ts'
import { renderScreen } from '../../../testing/render.tsx'
import type { TestServer } from '../../../testing/server.ts'
import { AdminSquad } from './AdminSquad.tsx'
import { FILTERS } from './view.ts'

export const BEN = 'c0000000-0000-4000-8000-00000000000b'
export const MAYA = 'c0000000-0000-4000-8000-00000000000c'

/** A summary without records. */
const SUMMARY = {
  first_name: 'Ana',
  last_name: 'Founder',
  email: 'ana@example.com',
  joined: '2026-01-01T09:00:00Z',
  risks: [],
  snooze: null,
  labels: [],
  conversation: null,
  check_ins: [],
  goals: { open: 0, completed: 0, next: [] },
  added: { conversions: null, demos: null, messages: null },
  loops: [],
  runway: null,
  proposed_on: null,
  decisions: [],
  call: null,
}

/** A founder with `values` in their summary. */
export const hasSummary = (server: TestServer, values: object = {}): void =>
  server.rpc('founder_summary', () => ({ ...SUMMARY, ...values }))

/** What the list of conversations says besides their rows, by founder. */
let found: Readonly<Record<string, object>> = {}

export function isListedWith(founder: string, values: object): void {
  found = { ...found, [founder]: values }
}

/** Members of the team who write to a founder, besides the admin. */
let typing: readonly string[] = []

export function isTyping(server: TestServer, ...members: readonly string[]): void {
  typing = members
  for (const member of members) server.inserts('squad_typing', { user_id: FOUNDER.id, member })
  if (members.length === 0) server.deletes('squad_typing')
}

/**
 * The inbox of the squad, for tests: the conversations are those of `squad_conversations`, listed with the filters and
 * the search that are tested.
 */
export function prepareInbox(server: TestServer): void {
  beforeEach(() => {
    stubLayout()
    typing = []
    found = {}
    server.has({
      app_entries: [],
      profiles: [
        { id: FOUNDER.id, first_name: 'Ana', last_name: 'Founder' },
        { id: BEN, first_name: 'Ben', last_name: 'Second' },
      ],
      squad_messages: [],
      squad_conversations: [],
      squad_typing: [],
      squad_answers: [],
      read_receipts: [],
      internal_notes: [],
      saved_replies: [],
    })
    hasSummary(server)
    serveNames(server)
    server.rpc('squad_members', () => [
      { id: ADMIN.id, first_name: 'Upswing', last_name: 'Admin', email: ADMIN.email },
      { id: MAYA, first_name: 'Maya', last_name: 'Member', email: 'maya@example.com' },
    ])
    server.rpc('overdue_conversations', () => ({ total: 0, mine: 0, hours: 24 }))
    server.rpc('typing_members', () => typing)
    server.rpc('set_typing', () => undefined)
    server.rpc('count_conversations', () => {
      const all = server.rows('squad_conversations')
      return Object.fromEntries(FILTERS.map(({ id }) => [id, all.filter((one) => matches(id, one)).length]))
    })
    server.rpc('find_conversations', ({ filter, search, longest_first }) => {
      const listed = server
        .rows('squad_conversations')
        .map((one) => ({ ...nameOf(one.user_id), ...one, ...found[one.user_id] }))
      const matching = listed.filter(
        (one) =>
          matches(String(filter), one) &&
          `${one.first_name} ${one.last_name} ${one.preview}`.toLowerCase().includes(String(search).toLowerCase()),
      )
      const by = (one: (typeof matching)[number]) => Date.parse(String(longest_first ? one.waiting_since : one.last_message_at)) // prettier-ignore
      return matching.toSorted((a, b) => (longest_first ? by(a) - by(b) : by(b) - by(a)))
    })
    const changes = (founder: unknown, change: object) =>
      server.updates('squad_conversations', change, ({ user_id }) => user_id === founder)
    server.rpc('mark_conversation_read', ({ founder }) => changes(founder, { unread: 0 }))
    server.rpc('assign_conversation', ({ founder, member }) => changes(founder, { assigned_to: member }))
    server.rpc('mark_conversation_done', ({ founder }) => changes(founder, { state: 'done' }))
    server.rpc('snooze_conversation', ({ founder, until }) => changes(founder, { snoozed_until: until }))
    server.rpc('mark_conversation_unread', ({ founder }) => changes(founder, { unread: 1 }))
    server.rpc('reopen_conversation', ({ founder }) => changes(founder, { state: 'waiting' }))
  })
}

const nameOf = (user: string) =>
  user === BEN ? { first_name: 'Ben', last_name: 'Second' } : { first_name: 'Ana', last_name: 'Founder' }

function matches(
  filter: string,
  { state, assigned_to, snoozed_until }: { state: string; assigned_to: string | null; snoozed_until: string | null },
): boolean {
  switch (filter) {
    case 'waiting':
    case 'overdue':
      return state === 'waiting' && !snoozed_until
    case 'snoozed':
      return snoozed_until !== null
    case 'done':
      return state === 'done'
    case 'mine':
      return assigned_to === ADMIN.id
    case 'unassigned':
      return assigned_to === null
    default:
      return true
  }
}

interface Written {
  readonly content: string
  readonly user_id?: string
  readonly created_at?: string
  readonly sender_type?: 'user' | 'squad'
  readonly sender_name?: string
  readonly unread?: number
  readonly about_kind?: SubjectKind
  readonly about_id?: string
}

/** A message, and the conversation that it ends. */
export function hasMessage(server: TestServer, written: Written): void {
  const { unread = 0, ...message } = { user_id: FOUNDER.id, created_at: '2026-03-02T09:00:00Z', ...written }
  const isWaiting = message.sender_type !== 'squad'
  const conversation = {
    user_id: message.user_id,
    last_message_at: message.created_at,
    preview: message.content,
    sender_type: message.sender_type ?? 'user',
    sender_name: message.sender_name ?? null,
    unread,
    state: isWaiting ? 'waiting' : 'answered',
    waiting_since: isWaiting ? message.created_at : null,
  }
  const known = server.rows('squad_conversations').some(({ user_id }) => user_id === message.user_id)
  server.inserts('squad_messages', message)
  if (known) server.updates('squad_conversations', conversation, ({ user_id }) => user_id === message.user_id)
  else
    server.inserts('squad_conversations', {
      assigned_to: null,
      snoozed_until: null,
      marked_unread: false,
      ...conversation,
    })
}

/** Shows the inbox; with `founder`, at their conversation. */
export const showInbox = (query: Record<string, string> = {}) =>
  renderScreen(<AdminSquad />, { path: `/admin/squad?${new URLSearchParams(query).toString()}`, as: ADMIN })

export const showConversation = (founder = FOUNDER.id) => showInbox({ founder })

export const thread = async () => within(await screen.findByRole('log'))

/** Author, time and text of what is in the conversation. */
export const entries = (): string[] => screen.queryAllByRole('article').map(({ textContent }) => textContent)

/** The texts in the list of conversations, by the order of the list. */
export const listed = (): string[] =>
  within(screen.getByRole('region', { name: 'Conversations' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent)

/** A conversation in the list. */
export const conversation = async (name: string): Promise<HTMLElement> =>
  within(await screen.findByRole('region', { name: 'Conversations' })).findByRole('button', { name: new RegExp(name) })
