import { DECISION_LIMITS, IMPACTS } from '../../../../../domain/decisions.ts'
import { DecisionTexts } from '../../../ui/DecisionTexts.tsx'
import { RecordComments } from '../../../ui/record-comments.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { isStored, useRateDecision, type Decision } from './api.ts'
import { SavedOnBlur } from './SavedOnBlur.tsx'
import { LinkedText } from '../../../ui/LinkedText.tsx'

interface RateDecisionsProps {
  founder: string
  decisions: readonly Decision[]
}

export function RateDecisionsTab({ founder, decisions }: RateDecisionsProps) {
  const { mutateAsync: rate } = useRateDecision(founder)
  if (decisions.length === 0)
    return <EmptyState title="No decisions yet." hint="You rate what the founder has logged." />
  return (
    <ul className="flex flex-col gap-3">
      {decisions.map(({ id, title, reason, impact, result, ...review }) => (
        <li key={id} aria-label={title} className="grid gap-4 rounded-lg border border-border p-4 sm:grid-cols-2">
          <div className="min-w-0">
            <h3 className="min-w-0 text-base wrap-anywhere">{title}</h3>
            <p className="mt-1 line-clamp-6 wrap-anywhere whitespace-pre-wrap text-muted">
              <LinkedText text={reason} />
            </p>
            <DecisionTexts decision={{ ...review, result: '' }} reviewOn={null} />
            <div className="-ms-2.5 mt-2 flex">
              <RecordComments founder={founder} record={{ kind: 'decision', id, title }} />
            </div>
          </div>
          <div className="flex flex-col gap-3">
            <Select
              label="Impact"
              options={IMPACTS}
              value={impact}
              onChange={(chosen) => chosen !== impact && void isStored(rate({ id, rating: { impact: chosen } }))}
            />
            <SavedOnBlur
              label="Result notes"
              name={`decision-${id}-result`}
              lines="many"
              value={result}
              limit={DECISION_LIMITS.result}
              parse={(text) => text.trim()}
              overtaken={adminTexts.resultOvertaken}
              onSave={(result, known) => isStored(rate({ id, rating: { result }, known }))}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}
