import { circlePath, rectanglePath } from './paths.ts'

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
  const x = (index: number) => (WEEKS - shown.length + index) * STEP + 1
  const bars = shown.map((value = 0, index) => {
    const height = round(Math.max(2, (value / most) * (HEIGHT - 1)))
    return value > 0 && rectanglePath({ x: x(index), y: HEIGHT - 1 - height, width: BAR, height, radius: 1 })
  })
  const dots = shown.map((value, index) => value === undefined && circlePath(x(index) + BAR / 2, HEIGHT - 4, 1))
  return (
    <svg
      role="img"
      aria-label={`${label}: ${shown.map((value) => value ?? 'not recorded').join(', ')}`}
      width={WEEKS * STEP}
      height={HEIGHT}
      className="shrink-0"
    >
      <line x2={WEEKS * STEP} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-border" />
      <path d={joined(bars.slice(0, -1))} className="fill-primary/50" />
      <path d={joined(bars.slice(-1))} className="fill-primary" />
      <path d={joined(dots)} className="fill-muted" />
    </svg>
  )
}

/** Hundredths of a pixel. */
const round = (pixels: number) => Math.round(pixels * 100) / 100

const joined = (paths: readonly (string | false)[]) => paths.filter(Boolean).join('')
