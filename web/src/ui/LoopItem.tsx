import { formatCount } from '../../../domain/numbers.ts'
import { LOOP_COUNTS, LOOP_STATUSES, type Counts, type LoopStatus } from '../../../domain/traction.ts'
import { Badge, type Tone } from './Badge.tsx'

interface LoopItemProps {
  loop: Counts & { readonly name: string; readonly status: LoopStatus }
}

const tones: Record<LoopStatus, Tone> = { running: 'success', scaling: 'primary', paused: 'neutral' }

export const LoopStatusBadge = ({ status }: { status: LoopStatus }) => (
  <Badge tone={tones[status]}>{LOOP_STATUSES.find(({ id }) => id === status)?.label}</Badge>
)

/** One loop, read-only. */
export const LoopItem = ({ loop }: LoopItemProps) => (
  <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0 font-medium wrap-anywhere">{loop.name}</p>
      <LoopStatusBadge status={loop.status} />
    </div>
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {LOOP_COUNTS.map(({ id, label }) => (
        <div key={id} className="flex items-baseline gap-1.5">
          <dt>{label}</dt>
          <dd className="text-base font-semibold text-foreground tabular-nums">{formatCount(loop[id])}</dd>
        </div>
      ))}
    </dl>
  </li>
)
