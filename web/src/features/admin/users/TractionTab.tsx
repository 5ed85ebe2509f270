import { formatCount } from '../../../../../domain/numbers.ts'
import { LOOP_COUNTS, totalsOf } from '../../../../../domain/traction.ts'
import { LoopItem } from '../../../ui/LoopItem.tsx'
import { Stat } from '../../../ui/Stat.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import type { FounderData } from './api.ts'

export function TractionTab({ loops, weeklyTargets }: Pick<FounderData, 'loops' | 'weeklyTargets'>) {
  if (loops.length === 0) return <EmptyState title="No traction loops yet." hint="You add them under Traction Mgmt." />
  const totals = totalsOf(loops)
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid gap-3 sm:grid-cols-3">
        {LOOP_COUNTS.map(({ id, label }) => (
          <Stat
            key={id}
            label={label}
            value={totals[id]}
            {...(weeklyTargets?.[id] && { note: `Target: ${formatCount(weeklyTargets[id])} a week` })}
          />
        ))}
      </dl>
      <ul className="divide-y divide-border">
        {loops.map((loop) => (
          <LoopItem key={loop.id} loop={loop} />
        ))}
      </ul>
    </div>
  )
}
