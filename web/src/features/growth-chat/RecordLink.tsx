import { createContext, use, type ReactNode } from 'react'
import { Link } from '../../lib/navigation/Link.tsx'
import { quotedAmong } from '../../../../domain/quotes.ts'
import { REFERENCES } from '../../../../domain/records.ts'
import { formatDate } from '../../lib/texts/dates.ts'
import { recordUrl } from '../../../../domain/record-links.ts'
import type { FounderRecord } from './references.ts'

/** The records that an answer may refer to, by id. */
export const Records = createContext<ReadonlyMap<string, FounderRecord>>(new Map())

/** Brackets are Markdown, so references pass through it between two characters without a meaning. */
const MARKED = /\uE000(?<kind>[a-z-]+):(?<id>[\da-f-]+)\uE001/g

export const markReferences = (text: string): string => text.replaceAll(REFERENCES, '\uE000$<kind>:$<id>\uE001')

export const hasMarks = (text: string): boolean => text.includes('\uE000')

/** Name of a record right before its reference: a quote of its title, or the week of a check-in. */
const NAME = /(?:“[^“”]+”|(?:\p{L}{3} \d{1,2},|\d{1,2} \p{L}+) \d{4}) ?$/u

/** Renders references as links to the founder's own records, under the name before them if there is one; others are hidden. */
export function withLinks(text: string): ReactNode[] {
  const shown: ReactNode[] = []
  let end = 0
  for (const { 0: mark, index, groups } of text.matchAll(MARKED)) {
    const { kind = '', id = '' } = groups ?? {}
    const before = text.slice(end, index)
    const name = NAME.exec(before)?.[0] ?? ''
    shown.push(before.slice(0, before.length - name.length), <RecordLink key={index} id={id} kind={kind} name={name} />)
    end = index + mark.length
  }
  return [...shown, text.slice(end)]
}

/** @param name what stands before the reference, and becomes the link if it names the record */
function RecordLink({ id, kind, name }: { id: string; kind: string; name: string }) {
  const record = use(Records).get(id)
  if (record?.kind !== kind) return name.trimEnd()
  if (isNameOf(name.trimEnd(), record)) return <Link to={recordUrl(record)}>{name.trimEnd()}</Link>
  const title = record.kind === 'check-in' ? `Week of ${formatDate(record.title)}` : record.title
  return (
    <>
      {name}
      <Link to={recordUrl(record)}>{title}</Link>
    </>
  )
}

const isNameOf = (name: string, record: FounderRecord): boolean =>
  record.kind === 'check-in'
    ? isDate(name) && new Date(`${name} UTC`).toISOString().startsWith(record.title)
    : quotedAmong(name, [record], ({ title }) => title) !== undefined

const isDate = (text: string): boolean => !Number.isNaN(Date.parse(`${text} UTC`))
