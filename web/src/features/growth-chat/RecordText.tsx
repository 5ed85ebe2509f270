import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useAccount } from '../../lib/session/session.tsx'
import { Markdown } from './Markdown.tsx'
import { Records } from './RecordLink.tsx'
import { recordsIn, recordsQuery } from './references.ts'

const none: ReadonlyMap<string, never> = new Map<string, never>()

/** Markdown whose references are links to the founder's own records, by title. */
export function RecordText({ text, isGrowing }: ComponentProps<typeof Markdown>) {
  const records = useQuery(recordsQuery(useAccount().id, recordsIn(text)))
  return (
    <Records value={records.data ?? none}>
      <Markdown text={text} isGrowing={isGrowing} />
    </Records>
  )
}
