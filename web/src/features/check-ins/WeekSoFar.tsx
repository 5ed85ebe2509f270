import { PRIORITY_OUTCOMES, type PriorityOutcome } from '../../../../domain/check-ins.ts'
import type { WeekSoFar } from './week-so-far.ts'
import { formatDate } from '../../lib/texts/dates.ts'
import { classNames } from '../../ui/class-names.ts'
import { RadioRow } from '../../ui/RadioRow.tsx'
import { LinkedText } from '../../ui/LinkedText.tsx'

interface LastPriorityProps {
  priority: NonNullable<WeekSoFar['priority']>
  outcome: PriorityOutcome | undefined
  onChange: (outcome: PriorityOutcome) => void
}

/** The priority of the last check-in, and whether it happened. */
export const LastPriority = ({ priority, outcome, onChange }: LastPriorityProps) => (
  <div className="flex flex-col gap-3 rounded-md border border-border p-3">
    <div>
      <p className="text-sm text-muted">Your priority since the week of {formatDate(priority.week_of)}</p>
      <p className="line-clamp-4 font-medium wrap-anywhere whitespace-pre-wrap">
        <LinkedText text={priority.text} />
      </p>
    </div>
    <RadioRow
      legend="Did it happen?"
      options={PRIORITY_OUTCOMES}
      value={outcome ?? null}
      onChange={onChange}
      className="grid-cols-3"
    />
  </div>
)

interface PossibleWinsProps {
  possible: readonly string[]
  /** Of a week that is corrected. */
  isPast: boolean
  /** The text of the wins. */
  wins: string
  onToggle: (win: string) => void
}

/** Events of the week: a press puts one into the wins, or takes it out. */
export function PossibleWins({ possible, isPast, wins, onToggle }: PossibleWinsProps) {
  if (possible.length === 0) return null
  const lines = wins.split('\n')
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm text-muted">Pick your wins from {isPast ? 'that' : 'this'} week:</legend>
      <div className="-m-1 flex fade-below max-h-44 flex-wrap gap-1.5 overflow-y-auto p-1">
        {possible.map((win) => {
          const isAdded = lines.includes(win)
          return (
            <button
              key={win}
              type="button"
              aria-pressed={isAdded}
              className={classNames(
                'min-h-7 rounded-2xl border px-3 py-1 text-start text-sm wrap-anywhere pointer-coarse:min-h-11',
                isAdded ? 'border-primary bg-primary-soft text-primary' : 'border-border bg-background hover:bg-sunken',
              )}
              onClick={() => onToggle(win)}
            >
              {win}
            </button>
          )
        })}
      </div>
    </fieldset>
  )
}
