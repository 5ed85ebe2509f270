import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { SubjectKind } from '../../../../../domain/comments.ts'
import type { BookableId } from '../../../../../domain/squad.ts'
import type { Tables } from '../../../../../domain/tables.ts'
import type { IsoDate } from '../../../../../domain/week.ts'
import { adminKeys } from '../../../lib/data/admin-keys.ts'
import { lastShown } from '../../../lib/data/pages.ts'
import { useLiveRows } from '../../../lib/data/use-live-rows.ts'
import { tables } from '../../../lib/session/client.ts'
import type { CallOutcome } from '../calls/call-outcomes.ts'
import { founderPageTexts } from './founder-page-texts.ts'

/** What the timeline can be limited to; the kinds are those of the database's `founder_timeline`. */
export const TIMELINE_FILTERS = [
  { id: 'check-ins', label: 'Check-ins', kinds: ['check-in'] },
  { id: 'goals', label: 'Goals', kinds: ['goal'] },
  { id: 'decisions', label: 'Decisions', kinds: ['decision'] },
  { id: 'notes', label: 'Notes', kinds: ['note', 'internal-note'] },
  { id: 'calls', label: 'Calls', kinds: ['call'] },
  { id: 'messages', label: 'Messages', kinds: ['message'] },
  { id: 'traction', label: 'Traction', kinds: ['traction'] },
] as const

export type TimelineFilter = (typeof TIMELINE_FILTERS)[number]['id']

/** Entries of a page. */
export const TIMELINE_PAGE_SIZE = 50

/** What happened, with what its record says; texts are whole. */
type RecordedEvent =
  | {
      readonly kind: 'check-in'
      readonly event: 'made'
      readonly record: Pick<
        Tables['weekly_checkins'],
        'mood' | 'wins' | 'blockers' | 'next_priority' | 'corrected_at'
      > & {
        readonly week_of: IsoDate
      }
    }
  | {
      readonly kind: 'goal'
      readonly event: 'added' | 'done'
      readonly record: Pick<Tables['goals'], 'text' | 'period' | 'target' | 'progress' | 'unit' | 'completed'>
    }
  | {
      readonly kind: 'decision'
      readonly event: 'made' | 'reviewed'
      readonly record: Pick<
        Tables['decisions'],
        'title' | 'category' | 'reason' | 'impact' | 'result' | 'outcome' | 'was_right' | 'edited_at'
      >
    }
  | {
      readonly kind: 'note'
      readonly event: 'written'
      readonly record: Pick<Tables['notes'], 'title' | 'category' | 'content'>
    }
  | {
      readonly kind: 'internal-note'
      readonly event: 'written'
      /** The author's name; null when the account is gone. */
      readonly record: { readonly content: string; readonly author: string | null }
    }
  | {
      readonly kind: 'call'
      readonly event: 'booked'
      readonly record: {
        readonly member: BookableId
        readonly ends_at: string
        readonly topic: string
        readonly cancelled: boolean
        /** What came of it, where that is recorded. */
        readonly outcome: { readonly outcome: CallOutcome; readonly content: string } | null
      }
    }
  | {
      readonly kind: 'message'
      readonly event: 'sent'
      readonly record: Pick<Tables['squad_messages'], 'sender_type' | 'sender_name' | 'content'> & {
        readonly about: SubjectKind | null
      }
    }
  | {
      readonly kind: 'traction'
      readonly event: 'changed'
      readonly record: {
        readonly week_of: IsoDate
        /** The loops that changed in the week; what is null is not known. */
        readonly loops: readonly {
          readonly id: string
          readonly name: string
          readonly status: string | null
          readonly conversions: number | null
          readonly demos: number | null
          readonly messages: number | null
        }[]
      }
    }

export type TimelineEntry = RecordedEvent & {
  /** Of the entry: a goal that was done has two. */
  readonly id: string
  readonly record_id: string
  /** ISO date and time; of a week of traction, noon of its last day with a change. */
  readonly at: string
}

async function selectTimeline(
  founder: string,
  filters: readonly TimelineFilter[],
  after: TimelineEntry | null,
): Promise<TimelineEntry[]> {
  const kinds = TIMELINE_FILTERS.filter(({ id }) => filters.includes(id)).flatMap((filter) => filter.kinds)
  const found = (await tables()).rpc('founder_timeline', {
    founder,
    page_size: TIMELINE_PAGE_SIZE + 1,
    ...(kinds.length > 0 && { kinds }),
    ...(after && { after_at: after.at, after_id: after.record_id }),
  })
  return (await found.throwOnError()).data.map(
    ({ id, ...entry }) => ({ ...entry, id: `${id}-${entry.event}`, record_id: id }) as unknown as TimelineEntry,
  )
}

const timelineQuery = (founder: string, filters: readonly TimelineFilter[]) =>
  infiniteQueryOptions({
    queryKey: [...adminKeys.timeline(founder), ...filters],
    queryFn: ({ pageParam }) => selectTimeline(founder, filters, pageParam),
    initialPageParam: null as TimelineEntry | null,
    getNextPageParam: (page) => lastShown(page, TIMELINE_PAGE_SIZE),
    select: ({ pages }) => shown(pages),
    // Not of another founder.
    placeholderData: (previous, query) => (query?.queryKey[2] === founder ? keepPreviousData(previous) : undefined),
    meta: { failed: founderPageTexts.timelineFailed },
  })

/** Without the extra entry of each page, which is the first of the next one. */
const shown = (pages: readonly (readonly TimelineEntry[])[]): readonly TimelineEntry[] => [
  ...new Map(pages.flatMap((page) => page.slice(0, TIMELINE_PAGE_SIZE)).map((entry) => [entry.id, entry])).values(),
]

/** Tables with the records of a timeline; the points of traction change with the loops. */
const SOURCES = [
  'weekly_checkins',
  'goals',
  'decisions',
  'notes',
  'internal_notes',
  'squad_bookings',
  'call_outcomes',
  'squad_messages',
  'traction_loops',
] as const

/** What happened with a founder, newest first, page by page, with live updates; no filter: everything. */
export function useTimeline(founder: string, filters: readonly TimelineFilter[]) {
  useLiveRows(SOURCES, founder, adminKeys.timeline(founder))
  return useInfiniteQuery(timelineQuery(founder, filters))
}
