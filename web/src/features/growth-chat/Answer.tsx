import { FileText } from 'lucide-react'
import { Suspense, useDeferredValue } from 'react'
import { basisOf, type AnswerBasis } from '../../../../domain/answer-basis.ts'
import { withoutMarks } from '../../../../domain/answer-marks.ts'
import { documentIn, documentPlace } from '../../../../domain/documents.ts'
import { proposalsIn } from '../../../../domain/proposals.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { RecordText } from './RecordText.tsx'
import { withoutHalfReference } from './references.ts'

const Proposals = lazyPart(() => import('./Proposals.tsx'), 'Proposals')

interface AnswerProps {
  /** The id of the message. */
  id: string
  text: string
  isComplete: boolean
}

/** An answer, complete or growing, with what it offers. Rendering it is deferred, so that typing stays responsive. */
export function Answer({ id, text, isComplete }: AnswerProps) {
  const shown = useDeferredValue(text)
  return (
    <>
      <RecordText text={withoutHalfReference(withoutMarks(shown))} />
      {isComplete && <Offered id={id} answer={shown} />}
    </>
  )
}

/** What stands under a complete answer. */
function Offered({ id, answer }: { id: string; answer: string }) {
  const proposals = proposalsIn(answer)
  const document = documentIn(answer)
  return (
    <>
      {document && (
        <ButtonLink variant="outline" size="sm" className="mt-3 max-sm:min-h-11" to={documentPlace(document)}>
          <FileText aria-hidden />
          Open as a document
        </ButtonLink>
      )}
      {proposals.length > 0 && (
        <Suspense>
          <Proposals message={id} proposals={proposals} />
        </Suspense>
      )}
      <Basis {...basisOf(answer)} />
    </>
  )
}

const Basis = ({ records, unverified }: AnswerBasis) =>
  records.length > 0 && (
    <footer className="mt-3 border-t border-border pt-2 text-sm text-muted">
      {unverified.length > 0 && <p>Not in your records: {unverified.join(', ')}. Check before you rely on it.</p>}
      <p>Based on {records.join(', ')}.</p>
    </footer>
  )
