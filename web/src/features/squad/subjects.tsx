import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '../../lib/navigation/Link.tsx'
import { subjectName, type SubjectKind } from '../../../../domain/comments.ts'
import { recordUrl } from '../../../../domain/record-links.ts'
import { keys } from '../../lib/data/keys.ts'
import { rowsById } from '../../lib/data/rows-by-id.ts'
import { kept } from '../../lib/offline/kept-query.ts'
import { tables } from '../../lib/session/client.ts'
import type { About, SquadMessage } from './messages.ts'

/** A record that a message is about. */
export interface Subject extends About {
  readonly title: string
  /** Of a goal. */
  readonly period: string | null
}

const subjectsQuery = (founder: string, ids: readonly string[]) =>
  kept(
    queryOptions({
      queryKey: keys.squadMessages.subjects(founder, ids),
      queryFn: async () => {
        const records = (await tables()).from('founder_records').select('id, kind, title, period')
        return (await records.eq('user_id', founder).in('id', ids).throwOnError()).data as Subject[]
      },
      select: rowsById,
      enabled: ids.length > 0,
      placeholderData: keepPreviousData,
    }),
  )

/** The records that messages are about, by id, in one query; undefined until they are loaded. */
export function useSubjects(founder: string, messages: readonly SquadMessage[] = []) {
  const ids = [...new Set(messages.flatMap(({ about_id }) => about_id ?? []))].toSorted()
  return useQuery(subjectsQuery(founder, ids)).data
}

/** Tabs of a founder's details. */
const adminTabs: Readonly<Record<SubjectKind, string>> = {
  'check-in': 'overview',
  decision: 'decisions',
  goal: 'goals',
}

/** Where a founder has the record. */
export const ownUrl = (subject: Subject): string => recordUrl(subject)

/** Where the squad has it. */
export const detailsUrl =
  (founder: string) =>
  ({ kind }: Subject): string =>
    `/admin/users?founder=${founder}&tab=${adminTabs[kind]}`

interface AboutLineProps {
  message: Pick<SquadMessage, 'about_kind' | 'about_id'>
  subjects: ReadonlyMap<string, Subject> | undefined
  owner: 'your' | 'the'
  urlOf: (subject: Subject) => string
}

/** What a message is about, and the way there. One line before and after it is loaded. */
export function AboutLine({ message: { about_kind, about_id }, subjects, owner, urlOf }: AboutLineProps) {
  if (!about_kind || !about_id) return null
  const subject = subjects?.get(about_id)
  const text = subject
    ? `On ${owner} ${subjectName(subject)}`
    : `On ${subjects ? `a ${about_kind} that was deleted` : `${owner} ${about_kind}`}`
  return (
    <p className="mb-1 truncate text-xs">
      {subject ? (
        <Link
          to={urlOf(subject)}
          className="inline-block max-w-full min-h-6 truncate leading-6 underline pointer-coarse:min-h-11 pointer-coarse:leading-11"
        >
          {text}
        </Link>
      ) : (
        <span className="leading-6 pointer-coarse:leading-11">{text}</span>
      )}
    </p>
  )
}
