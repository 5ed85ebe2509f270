import { netBurn, parseAmount, RUNWAY_AMOUNTS, runwayMonths, runwayText } from '../../../../../domain/runway.ts'
import { formatDate } from '../../../lib/texts/dates.ts'
import { formatUsd } from '../../../../../domain/money.ts'
import { Stat } from '../../../ui/Stat.tsx'
import { isStored, useSaveRunway, type Runway, type RunwayAmounts, type RunwayProposal } from './api.ts'
import { ProposedFigures } from './ProposedFigures.tsx'
import { SavedOnBlur } from './SavedOnBlur.tsx'

const NOTHING: RunwayAmounts = { bank_balance: 0, monthly_revenue: 0, monthly_burn: 0 }

interface RunwayTabProps {
  founder: string
  runway: Runway | null
  /** Of the recorded amounts. */
  day: string | undefined
  proposal: RunwayProposal | null
}

/** What the founder proposes, three amounts that are saved on blur, and the derived figures. */
export function RunwayTab({ founder, runway, day, proposal }: RunwayTabProps) {
  const { mutateAsync: save } = useSaveRunway(founder)
  const amounts = runway ?? NOTHING
  const burn = netBurn(amounts)
  const months = runwayMonths(amounts)
  return (
    <div className="flex flex-col gap-6">
      {proposal && (
        <ProposedFigures key={proposal.created_at} founder={founder} proposal={proposal} recorded={runway} day={day} />
      )}
      <div className="grid gap-3 sm:grid-cols-3">
        {RUNWAY_AMOUNTS.map(({ id, label }) => (
          <SavedOnBlur
            key={id}
            label={label}
            hint="US dollars"
            name={`runway-${founder}-${id}`}
            value={amounts[id]}
            inputMode="decimal"
            parse={parseAmount}
            onSave={(amount) => isStored(save({ [id]: amount }))}
          />
        ))}
      </div>
      {runway ? (
        <dl className="grid gap-3 sm:grid-cols-2">
          <Stat
            label="Net burn"
            value={formatUsd(Math.abs(burn))}
            note={burn > 0 ? 'leaves the bank each month' : 'stays in the bank each month'}
          />
          <Stat
            label="Runway"
            value={runwayText(months)}
            note={`${months === undefined ? 'revenue covers the burn' : 'at this pace'}${day === undefined ? '' : `, as of ${formatDate(day)}`}`}
          />
        </dl>
      ) : (
        <p className="text-muted">No runway data recorded yet. The first amount begins the record.</p>
      )}
    </div>
  )
}
