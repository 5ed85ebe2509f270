import { formatDay } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { impactLabel, impactTones } from '../../../ui/impact.ts'
import { EmptyState } from '../../../ui/states.tsx'
import type { Decision } from './api.ts'
import { NewestOnly } from './NewestOnly.tsx'

export const DecisionsTab = ({ decisions, total }: { decisions: readonly Decision[]; total: number }) =>
  decisions.length === 0 ? (
    <EmptyState title="No decisions yet." />
  ) : (
    <>
      <NewestOnly shown={decisions.length} total={total} />
      <ul className="divide-y divide-border">
        {decisions.map(({ id, title, reason, category, impact, result, created_at }) => (
          <li key={id} className="py-3">
            <div className="flex flex-wrap items-center gap-2">
              <h3 className="min-w-0 text-base wrap-anywhere">{title}</h3>
              <Badge>{category}</Badge>
              <Badge tone={impactTones[impact]}>{impactLabel(impact)}</Badge>
              <span className="text-sm text-muted">{formatDay(created_at)}</span>
            </div>
            <p className="mt-1 wrap-anywhere whitespace-pre-wrap text-muted">{reason}</p>
            {result && <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{result}</p>}
          </li>
        ))}
      </ul>
    </>
  )
