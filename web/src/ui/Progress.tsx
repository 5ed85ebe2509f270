import { formatCount } from '../../../domain/numbers.ts'

interface ProgressProps {
  label: string
  current: number
  target: number
  /** 0 to 100. */
  percent: number
}

export function Progress({ label, current, target, percent }: ProgressProps) {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <span className="font-medium">{label}</span>
        <span className="text-sm text-muted tabular-nums">
          <span className="text-lg font-semibold text-foreground">{formatCount(current)}</span> / {formatCount(target)}
        </span>
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the native element cannot be styled alike everywhere
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${current} of ${target}, ${percent}%`}
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
