/** Weeks that are drawn, and pixels. */
const WEEKS = 12
const STEP = 6
const BAR = 4
const HEIGHT = 28

interface WeekBarsProps {
  /** Names it for assistive technology, with its values. */
  label: string
  /** By week, oldest first; undefined where nothing is recorded, which is a dot. */
  values: readonly (number | undefined)[]
}

/** A bar for each of the last twelve weeks, in a line of text or a table. */
export function WeekBars({ label, values }: WeekBarsProps) {
  const shown = values.slice(-WEEKS)
  const most = Math.max(1, ...shown.map((value) => value ?? 0))
  const start = WEEKS - shown.length
  return (
    <svg
      role="img"
      aria-label={`${label}: ${shown.map((value) => value ?? 'not recorded').join(', ')}`}
      width={WEEKS * STEP}
      height={HEIGHT}
      className="shrink-0"
    >
      <line x2={WEEKS * STEP} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-border" />
      {shown.map((value, index) => {
        const x = (start + index) * STEP + 1
        const isLast = index === shown.length - 1
        if (value === undefined) return <circle key={x} cx={x + BAR / 2} cy={HEIGHT - 4} r={1} className="fill-muted" />
        const height = value <= 0 ? 0 : Math.max(2, (value / most) * (HEIGHT - 1))
        return (
          <rect
            key={x}
            x={x}
            y={HEIGHT - 1 - height}
            width={BAR}
            height={height}
            rx={1}
            className={isLast ? 'fill-primary' : 'fill-primary/50'}
          />
        )
      })}
    </svg>
  )
}
