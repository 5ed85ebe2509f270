import type { ReactNode } from 'react'
import { formatCount } from '../../../domain/numbers.ts'
import { cardLook } from './Card.tsx'
import { classNames } from './class-names.ts'

interface StatProps {
  label: string
  /** Undefined while it is unknown. */
  value: number | string | undefined
  note?: string
  /** How it has changed, under the figure. */
  trend?: ReactNode
}

/** One figure, inside a `dl`. */
export const Stat = ({ label, value, note, trend }: StatProps) => (
  <div className={classNames(cardLook, 'p-4 sm:p-5')}>
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="mt-1">
      <span className="text-2xl font-semibold tracking-tight tabular-nums">
        {typeof value === 'number' ? formatCount(value) : (value ?? '–')}
      </span>
      {note && <span className="block text-sm text-muted">{note}</span>}
    </dd>
    {trend && <dd className="mt-2 min-h-7">{trend}</dd>}
  </div>
)
