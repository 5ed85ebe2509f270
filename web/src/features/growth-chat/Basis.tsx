import type { AnswerBasis } from '../../../../domain/answer-basis.ts'
import { Button } from '../../ui/Button.tsx'

interface BasisProps {
  basis: AnswerBasis
  /** Asks for the rest of an answer that was cut; only the last answer can be continued. */
  onContinue?: (() => void) | undefined
}

/** The records that an answer is based on, and its gaps. */
export const Basis = ({ basis: { records, unverified, isCut }, onContinue }: BasisProps) =>
  (records.length > 0 || isCut) && (
    <footer className="mt-3 border-t border-border pt-2 text-sm text-muted">
      {isCut && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          This answer was cut off at its length limit.
          {onContinue && (
            <Button variant="outline" size="sm" onClick={onContinue}>
              Continue
            </Button>
          )}
        </p>
      )}
      {unverified.length > 0 && <p>Not in your records: {unverified.join(', ')}. Check before you rely on it.</p>}
      {records.length > 0 && <p>Based on {records.join(', ')}.</p>}
    </footer>
  )
