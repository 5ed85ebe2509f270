import type { ReactNode } from 'react'
import { formatCount } from '../../../domain/numbers.ts'
import { LOOP_COUNTS, LOOP_STATUSES, type Counts, type LoopStatus } from '../../../domain/traction.ts'
import { Badge, type Tone } from './Badge.tsx'

interface LoopItemProps {
  loop: Counts & { readonly name: string; readonly status: LoopStatus }
  children?: ReactNode
}

const tones: Record<LoopStatus, Tone> = { running: 'success', scaling: 'primary', paused: 'neutral' }

/** One loop, read-only. */
export const LoopItem = ({ loop, children }: LoopItemProps) => (
  <li className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
    <div className="flex items-start justify-between gap-3">
      <p className="min-w-0 font-medium wrap-anywhere">{loop.name}</p>
      <Badge tone={tones[loop.status]}>{LOOP_STATUSES.find(({ id }) => id === loop.status)?.label}</Badge>
    </div>
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {LOOP_COUNTS.map(({ id, label }) => (
        <div key={id} className="flex gap-1.5">
          <dt>{label}</dt>
          <dd className="font-medium text-foreground tabular-nums">{formatCount(loop[id])}</dd>
        </div>
      ))}
    </dl>
    {children}
  </li>
)
