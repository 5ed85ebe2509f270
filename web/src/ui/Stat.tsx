import type { ReactNode } from 'react'
import { formatCount } from '../../../domain/numbers.ts'
import { cardLook } from './Card.tsx'
import { classNames } from './class-names.ts'

interface StatProps {
  label: string
  /** Undefined while it is unknown. */
  value: number | string | undefined
  note?: string
  /** Beside figures that matter more. */
  isSmall?: boolean
  /** How it has changed, under the figure. */
  trend?: ReactNode
}

/** Characters of a figure that are too wide in the usual size. */
const LONG = 9

/** One figure, inside a `dl`. */
export function Stat({ label, value, note, isSmall, trend }: StatProps) {
  const text = typeof value === 'number' ? formatCount(value) : (value ?? '–')
  return (
    <div className={classNames(cardLook, isSmall ? 'px-4 py-3' : 'p-4 sm:p-5')}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1">
        <span
          className={classNames(
            'font-semibold tracking-tight tabular-nums wrap-anywhere',
            // Two beside each other on a phone.
            isSmall ? 'text-lg' : text.length > LONG ? 'text-lg sm:text-2xl' : 'text-2xl',
          )}
        >
          {text}
        </span>
        {note && <span className="block text-sm text-muted">{note}</span>}
      </dd>
      {trend && <dd className="mt-2 min-h-7">{trend}</dd>}
    </div>
  )
}
