import { netBurn, parseAmount, runwayMonths, runwayText } from '../../../../../domain/runway.ts'
import { formatUsd } from '../../../lib/texts/money.ts'
import { Stat } from '../../../ui/Stat.tsx'
import { isStored, useSaveRunway, type Runway, type RunwayAmounts } from './api.ts'
import { SavedOnBlur } from './SavedOnBlur.tsx'

const fields = [
  { id: 'bank_balance', label: 'Bank balance' },
  { id: 'monthly_revenue', label: 'Monthly revenue' },
  { id: 'monthly_burn', label: 'Monthly burn' },
] as const satisfies readonly { id: keyof RunwayAmounts; label: string }[]

const NOTHING: RunwayAmounts = { bank_balance: 0, monthly_revenue: 0, monthly_burn: 0 }

/** Three amounts that are saved on blur, and the derived figures. */
export function RunwayTab({ founder, runway }: { founder: string; runway: Runway | null }) {
  const { mutateAsync: save } = useSaveRunway(founder)
  const amounts = runway ?? NOTHING
  const burn = netBurn(amounts)
  const months = runwayMonths(amounts)
  return (
    <div className="flex flex-col gap-6">
      <div className="grid gap-3 sm:grid-cols-3">
        {fields.map(({ id, label }) => (
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
            note={months === undefined ? 'revenue covers the burn' : 'at this pace'}
          />
        </dl>
      ) : (
        <p className="text-muted">No runway data recorded yet. The first amount begins the record.</p>
      )}
    </div>
  )
}
