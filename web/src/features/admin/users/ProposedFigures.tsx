import { useId, type SubmitEvent } from 'react'
import {
  parseRunway,
  RUNWAY_AMOUNTS,
  runwayMonths,
  runwayText,
  type TypedRunway,
} from '../../../../../domain/runway.ts'
import { useDraft } from '../../../lib/offline/drafts.ts'
import { useAccount } from '../../../lib/session/session.tsx'
import { formatDate, formatDay } from '../../../lib/texts/dates.ts'
import { formatUsd } from '../../../../../domain/money.ts'
import { AmountFields } from '../../../ui/AmountFields.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useDismissProposal, useKeepProposal, type Runway, type RunwayAmounts, type RunwayProposal } from './api.ts'

interface ProposedFiguresProps {
  founder: string
  proposal: RunwayProposal
  recorded: Runway | null
  /** Of the recorded figures. */
  day: string | undefined
}

/** Null: nothing is corrected. */
const UNCHANGED: TypedRunway | null = null

/** What the founder proposes: recorded in one press, or after a correction, or dismissed. */
export function ProposedFigures({ founder, proposal, recorded, day }: ProposedFiguresProps) {
  const id = useId()
  const { created_at, as_of } = proposal
  const [draft, setDraft] = useDraft(useAccount().id, `figures-${founder}-${created_at}`, UNCHANGED)
  const { mutate: keep, isPending: isKeeping } = useKeepProposal(founder)
  const { mutate: dismiss, isPending: isDismissing } = useDismissProposal(founder)
  const isPending = isKeeping || isDismissing
  const typed = draft ?? typedOf(proposal)
  const amounts = amountsOf(typed)
  const isCorrected = !amounts || RUNWAY_AMOUNTS.some(({ id: amount }) => amounts[amount] !== proposal[amount])

  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (amounts && !isPending) keep({ created_at, ...amounts })
  }

  return (
    <section aria-labelledby={id} className="rounded-md border border-primary/40 bg-primary-soft/40 p-4">
      <form className="flex flex-col gap-3" onSubmit={submit}>
        <div>
          <h3 id={id} className="text-base">
            Proposed by the founder
          </h3>
          <p className="text-sm text-muted">
            As of {formatDate(as_of)}, sent {formatDay(created_at)}.
            {amounts && ` Runway: ${runwayText(runwayMonths(amounts))}.`}
            {day !== undefined &&
              as_of < day &&
              ` Older than what is recorded (${formatDate(day)}): goes into the history alone.`}
          </p>
        </div>
        <AmountFields
          typed={typed}
          hint={(amount) => recorded && `now ${formatUsd(recorded[amount])}`}
          onChange={(change) => setDraft({ ...typed, ...change })}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={!amounts} aria-disabled={isPending}>
            {isCorrected ? 'Save Corrected' : 'Keep'}
          </Button>
          <Button variant="ghost" aria-disabled={isPending} onClick={() => !isPending && dismiss({ created_at })}>
            Dismiss
          </Button>
        </div>
      </form>
    </section>
  )
}

const typedOf = ({ bank_balance, monthly_revenue, monthly_burn }: RunwayAmounts): TypedRunway => ({
  bank_balance: String(bank_balance),
  monthly_revenue: String(monthly_revenue),
  monthly_burn: String(monthly_burn),
})

function amountsOf(typed: TypedRunway): RunwayAmounts | undefined {
  const { bank_balance, monthly_revenue, monthly_burn } = parseRunway(typed)
  return bank_balance === undefined || monthly_revenue === undefined || monthly_burn === undefined
    ? undefined
    : { bank_balance, monthly_revenue, monthly_burn }
}
