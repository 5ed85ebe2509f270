import { createContext, use, type ReactNode } from 'react'
import { Link } from 'react-router'
import { REFERENCES } from '../../../../domain/records.ts'
import { formatDate } from '../../lib/dates.ts'
import { placeOf } from '../../lib/places.ts'
import type { FounderRecord } from './references.ts'

/** The records that an answer may refer to, by id. */
export const Records = createContext<ReadonlyMap<string, FounderRecord>>(new Map())

/** Brackets are Markdown, so references pass through it between two characters without a meaning. */
const MARKED = /\uE000(?<kind>[a-z-]+):(?<id>[\da-f-]+)\uE001/g

export const markReferences = (text: string): string => text.replaceAll(REFERENCES, '\uE000$<kind>:$<id>\uE001')

export const hasMarks = (text: string): boolean => text.includes('\uE000')

/** Renders references as links to the founder's own records; other references are hidden. */
export function withLinks(text: string): ReactNode[] {
  const shown: ReactNode[] = []
  let end = 0
  for (const { 0: mark, index, groups } of text.matchAll(MARKED)) {
    const { kind = '', id = '' } = groups ?? {}
    shown.push(text.slice(end, index), <RecordLink key={index} id={id} kind={kind} />)
    end = index + mark.length
  }
  return [...shown, text.slice(end)]
}

function RecordLink({ id, kind }: { id: string; kind: string }) {
  const record = use(Records).get(id)
  if (record?.kind !== kind) return null
  const title = record.kind === 'check-in' ? `Week of ${formatDate(record.title)}` : record.title
  return <Link to={placeOf(record)}>{title}</Link>
}
