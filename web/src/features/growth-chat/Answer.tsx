import { useQuery } from '@tanstack/react-query'
import { Suspense, useDeferredValue } from 'react'
import { basisOf, type AnswerBasis } from '../../../../domain/answer-basis.ts'
import { withoutMarks } from '../../../../domain/answer-marks.ts'
import { askedQuestionsIn } from '../../../../domain/asked-questions.ts'
import { proposalsIn } from '../../../../domain/proposals.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useAccount } from '../../lib/session.tsx'
import { AskedQuestions } from './AskedQuestions.tsx'
import { Markdown } from './Markdown.tsx'
import { Records } from './RecordLink.tsx'
import { recordsIn, recordsQuery, withoutHalfReference } from './references.ts'

const none: ReadonlyMap<string, never> = new Map<string, never>()

const Proposals = lazyPart(() => import('./Proposals.tsx'), 'Proposals')

interface AnswerProps {
  /** The id of the message. */
  id: string
  text: string
  isComplete: boolean
}

/** An answer, complete or growing, with what it proposes and asks. Rendering it is deferred, so that typing stays responsive. */
export function Answer({ id, text, isComplete }: AnswerProps) {
  const shown = useDeferredValue(text)
  const proposals = isComplete ? proposalsIn(shown) : []
  const records = useQuery(recordsQuery(useAccount().id, recordsIn(shown)))
  return (
    <Records value={records.data ?? none}>
      <Markdown text={withoutHalfReference(withoutMarks(shown))} />
      {proposals.length > 0 && (
        <Suspense>
          <Proposals message={id} proposals={proposals} />
        </Suspense>
      )}
      {isComplete && <AskedQuestions questions={askedQuestionsIn(shown)} />}
      {isComplete && <Basis {...basisOf(shown)} />}
    </Records>
  )
}

const Basis = ({ records, unverified }: AnswerBasis) =>
  records.length > 0 && (
    <footer className="mt-3 border-t border-border pt-2 text-sm text-muted">
      {unverified.length > 0 && <p>Not in your records: {unverified.join(', ')}. Check before you rely on it.</p>}
      <p>Based on {records.join(', ')}.</p>
    </footer>
  )
