import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useAccount } from '../../lib/session.tsx'
import { Markdown } from './Markdown.tsx'
import { Records } from './RecordLink.tsx'
import { recordsIn, recordsQuery, withoutHalfReference } from './references.ts'

const none: ReadonlyMap<string, never> = new Map<string, never>()

/** The text of an answer, complete or growing. Rendering it is deferred, so that typing stays responsive. */
export function Answer({ text }: { text: string }) {
  const shown = useDeferredValue(text)
  const records = useQuery(recordsQuery(useAccount().id, recordsIn(shown)))
  return (
    <Records value={records.data ?? none}>
      <Markdown text={withoutHalfReference(shown)} />
    </Records>
  )
}
