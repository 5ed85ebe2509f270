import { formatCount } from '../../../domain/numbers.ts'
import { classNames } from './class-names.ts'

interface ProgressProps {
  label: string
  current: number
  target: number
  /** 0 to 100. */
  percent: number
  /** Beside the label. */
  note?: { readonly text: string; readonly isGood: boolean } | undefined
}

export function Progress({ label, current, target, percent, note }: ProgressProps) {
  return (
    <div>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          <span className="font-medium">{label}</span>
          {note && (
            <span className={classNames('ms-2 text-sm tabular-nums', note.isGood ? 'text-success' : 'text-muted')}>
              {note.text}
            </span>
          )}
        </span>
        <span className="text-sm text-muted tabular-nums">
          <span className="text-xl font-semibold text-foreground">{formatCount(current)}</span> / {formatCount(target)}
        </span>
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the native element cannot be styled alike everywhere
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${formatCount(current)} of ${formatCount(target)}, ${percent}%`}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-primary transition-[width] duration-500"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
