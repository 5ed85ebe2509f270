import { formatUsd } from '../../../lib/money.ts'
import { Stat } from '../../../ui/Stat.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { Runway } from './api.ts'

export function RunwayTab({ runway }: { runway: Runway | null }) {
  if (!runway) return <EmptyState title="No runway data recorded." />
  const { bank_balance, monthly_revenue, monthly_burn } = runway
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      <Stat label="Bank balance" value={formatUsd(bank_balance)} />
      <Stat label="Monthly revenue" value={formatUsd(monthly_revenue)} />
      <Stat label="Monthly burn" value={formatUsd(monthly_burn)} />
    </dl>
  )
}
