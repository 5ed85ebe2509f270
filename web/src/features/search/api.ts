import { withoutMarks } from '../../../../domain/answer-marks.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  Brain,
  ClipboardCheck,
  MessageCircleQuestion,
  MessagesSquare,
  Notebook,
  NotebookPen,
  Target,
  TrendingUp,
  User,
  type LucideIcon,
} from 'lucide-react'
import type { Database } from '../../../../domain/database.types.ts'
import { tables } from '../../lib/session/client.ts'
import { formatDate, formatDay } from '../../lib/texts/dates.ts'
import { LOOP_STATUSES } from '../../../../domain/traction.ts'
import { keys } from '../../lib/data/keys.ts'
import type { Loop } from '../../lib/data/loops.ts'
import { recordUrl, type LinkedRecord } from '../../../../domain/record-links.ts'
import { namedExcerpt } from '../../../../domain/squad.ts'
import { conversationUrl, founderUrl } from '../../lib/navigation/founder-urls.ts'
import { fullName } from '../../lib/session/profile.ts'
import { hasWords } from '../../lib/texts/words.ts'
import type { Result, ResultGroup } from './results.ts'

/** Records or messages that a search shows at most. */
const MAX_RECORDS = 20

/** Founders that an admin's search shows at most. */
const MAX_FOUNDERS = 8

type FoundRecord = Database['public']['Functions']['find_records']['Returns'][number]

type FoundKind = Exclude<LinkedRecord['kind'], 'loop'>

interface Look {
  readonly icon: LucideIcon
  readonly label: string
  readonly titleOf?: (title: string) => string
}

const looks: Record<FoundKind, Look> = {
  goal: { icon: Target, label: 'Goal' },
  note: { icon: NotebookPen, label: 'Note' },
  'own-note': { icon: Notebook, label: 'My Notes' },
  decision: { icon: Brain, label: 'Decision' },
  'check-in': { icon: ClipboardCheck, label: 'Check-in', titleOf: (week) => `Week of ${formatDate(week)}` },
  'squad-message': {
    icon: MessagesSquare,
    label: 'Growth Squad',
    titleOf: (sender) => (sender ? `${sender} wrote` : 'You wrote to the squad'),
  },
  'cofounder-message': {
    icon: MessageCircleQuestion,
    label: 'AI Co-Founder',
    titleOf: (role) => (role === 'user' ? 'You asked' : 'AI Co-Founder answered'),
  },
}

/**
 * An answer as a line of text: what it proposes, and its Markdown, say nothing here. The database has joined its lines, so
 * the items of a list are kept apart.
 */
const plainAnswer = (excerpt: string): string =>
  withoutMarks(excerpt)
    .replaceAll(/\*\*|`+/g, '')
    .replaceAll(/(?<!\S)(?:#{1,6}|>) /g, '')
    .replaceAll(/(?<!\S)[*+-] /g, '· ')
    .replace(/^(… )?· /, '$1')

/** How the excerpt of a kind is shown. */
const plain: Partial<Record<FoundKind, (excerpt: string) => string>> = {
  'cofounder-message': plainAnswer,
  'squad-message': namedExcerpt,
}

/**
 * A note of the founder's own has no title: its beginning is shown as one. The excerpt continues after it, and a word that
 * the title cuts off is the excerpt's.
 */
function continued(beginning: string, excerpt: string): Pick<Result, 'title' | 'excerpt'> {
  const whole = beginning.replaceAll(/\s+/g, ' ').trim()
  // An excerpt from the middle of the text.
  if (!excerpt.startsWith(whole)) return { title: whole, excerpt }
  const isCut = /^\S/.test(excerpt.slice(whole.length))
  const title = (isCut && whole.replace(/ \S*$/, '')) || whole
  const rest = excerpt.slice(title.length).trim()
  return rest ? { title: `${title} …`, excerpt: `… ${rest}` } : { title, excerpt: '' }
}

const isKind = (kind: string): kind is FoundKind => kind in looks

/** A record as a result; nothing for a kind that this version of the app does not know. */
function resultOf({ kind, id, title, excerpt, period, created_at }: FoundRecord): Result[] {
  if (!isKind(kind)) return []
  const { icon, label, titleOf } = looks[kind]
  const text = plain[kind]?.(excerpt) ?? excerpt
  const shown = titleOf?.(title) ?? title
  return [
    {
      id,
      icon,
      ...(kind === 'own-note' ? continued(title, text) : { title: shown, excerpt: text === shown ? '' : text }),
      note: `${label} · ${formatDay(created_at)}`,
      to: recordUrl({ kind, id, period }),
    },
  ]
}

async function findRecords(search: string): Promise<ResultGroup[]> {
  const found = (await tables()).rpc('find_records', { search, max_rows: MAX_RECORDS })
  return groupOf('Your records', (await found.throwOnError()).data.flatMap(resultOf))
}

/** A founder has few loops, so the browser finds them: the database has no index of their names. */
export const loopsNamed = (loops: readonly Loop[], words: readonly string[]): ResultGroup[] =>
  groupOf(
    'Traction loops',
    loops
      .filter(({ name }) => hasWords(name, words))
      .slice(0, MAX_RECORDS)
      .map(({ id, name, status }) => ({
        id: `loop-${id}`,
        icon: TrendingUp,
        title: name,
        note: LOOP_STATUSES.find((one) => one.id === status)?.label ?? status,
        to: recordUrl({ kind: 'loop', id, period: null }),
      })),
  )

async function findFounders(search: string): Promise<ResultGroup[]> {
  const all = await tables()
  const { data: founders } = await all.rpc('find_founders', { search, page_size: MAX_FOUNDERS }).throwOnError()
  const ids = founders.map(({ id }) => id)
  const conversations = all.from('squad_conversations').select('user_id, preview, last_message_at').in('user_id', ids)
  const last = new Map((await conversations.throwOnError()).data.map((one) => [one.user_id, one]))
  const shown = founders.map((founder) => ({
    name: fullName(founder),
    founder,
    conversation: last.get(founder.id),
  }))
  return [
    ...groupOf(
      'Founders',
      shown.map(({ name, founder }) => ({
        id: `founder-${founder.id}`,
        icon: User,
        title: name,
        note: `Joined ${formatDay(founder.created_at)}`,
        to: founderUrl(founder.id),
      })),
    ),
    ...groupOf(
      'Conversations',
      shown.flatMap(({ name, founder, conversation }) =>
        conversation
          ? [
              {
                id: `conversation-${founder.id}`,
                icon: MessagesSquare,
                title: name,
                excerpt: conversation.preview,
                note: formatDay(conversation.last_message_at),
                to: conversationUrl(founder.id),
              },
            ]
          : [],
      ),
    ),
  ]
}

async function findMessages(search: string): Promise<ResultGroup[]> {
  const found = (await tables()).rpc('find_messages', { search, max_rows: MAX_RECORDS })
  return groupOf(
    'Messages',
    (await found.throwOnError()).data.map(
      ({ id, user_id, first_name, last_name, email, sender_name, excerpt, created_at }) => ({
        id,
        icon: MessagesSquare,
        title: fullName({ first_name, last_name, email }),
        excerpt: namedExcerpt(excerpt),
        note: `${sender_name ? `${sender_name} · ` : ''}${formatDay(created_at)}`,
        to: conversationUrl(user_id, id),
      }),
    ),
  )
}

const findForAdmin = async (search: string): Promise<ResultGroup[]> =>
  (await Promise.all([findFounders(search), findMessages(search)])).flat()

const groupOf = (label: string, results: readonly Result[]): ResultGroup[] =>
  results.length > 0 ? [{ label, results }] : []

/** Founders find their own records, admins find founders, their conversations and the messages in them. An empty search finds nothing. */
export const resultsQuery = (area: 'founder' | 'admin', user: string, search: string) =>
  queryOptions({
    queryKey: keys.search(user, area, search),
    queryFn: () => (area === 'founder' ? findRecords(search) : findForAdmin(search)),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    // Earlier results may have changed.
    gcTime: 0,
  })
