import { FileText } from 'lucide-react'
import { Suspense, useDeferredValue } from 'react'
import { basisOf } from '../../../../domain/answer-basis.ts'
import { withoutMarks } from '../../../../domain/answer-marks.ts'
import { documentIn, documentPlace } from '../../../../domain/documents.ts'
import { proposalsIn } from '../../../../domain/proposals.ts'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Basis } from './Basis.tsx'
import { RecordText } from './RecordText.tsx'
import { withoutHalfReference } from './references.ts'

const Proposals = lazyPart(() => import('./Proposals.tsx'), 'Proposals')

interface AnswerProps {
  /** The id of the message. */
  id: string
  text: string
  isComplete: boolean
  /** Asks for the rest of an answer that was cut. */
  onContinue?: (() => void) | undefined
}

/** An answer, complete or growing, with what it offers. Rendering it is deferred, so that typing stays responsive. */
export function Answer({ id, text, isComplete, onContinue }: AnswerProps) {
  const shown = useDeferredValue(text)
  return (
    <>
      <RecordText text={withoutHalfReference(withoutMarks(shown))} isGrowing={!isComplete} />
      {isComplete && <Offered id={id} answer={shown} onContinue={onContinue} />}
    </>
  )
}

/** Document, proposals and basis under a complete answer. */
function Offered({ id, answer, onContinue }: { id: string; answer: string } & Pick<AnswerProps, 'onContinue'>) {
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
      <Basis basis={basisOf(answer)} onContinue={onContinue} />
    </>
  )
}
