import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue } from 'react'
import { basisOf } from '../../../../domain/answer-basis.ts'
import { proposalsIn } from '../../../../domain/proposals.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useAccount } from '../../lib/session.tsx'
import { Basis } from './Basis.tsx'
import { Markdown } from './Markdown.tsx'
import { Records } from './RecordLink.tsx'
import { recordsIn, recordsQuery, withoutHalfReference, wordsOf } from './references.ts'

const none: ReadonlyMap<string, never> = new Map<string, never>()

const Proposals = lazyPart(() => import('./Proposals.tsx'), 'Proposals')

interface AnswerProps {
  /** The id of the message. */
  id: string
  text: string
  isComplete: boolean
  /** Asks for the rest of an answer that was cut. */
  onContinue?: (() => void) | undefined
}

/** An answer, complete or growing, with what it proposes. Rendering it is deferred, so that typing stays responsive. */
export function Answer({ id, text, isComplete, onContinue }: AnswerProps) {
  const shown = useDeferredValue(text)
  const proposals = isComplete ? proposalsIn(shown) : []
  const records = useQuery(recordsQuery(useAccount().id, recordsIn(shown)))
  return (
    <Records value={records.data ?? none}>
      <Markdown text={withoutHalfReference(wordsOf(shown))} />
      {proposals.length > 0 && (
        <Suspense>
          <Proposals message={id} proposals={proposals} />
        </Suspense>
      )}
      {isComplete && <Basis basis={basisOf(shown)} onContinue={onContinue} />}
    </Records>
  )
}
