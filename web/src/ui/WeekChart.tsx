import { scaleBand, scaleLinear, type ScaleBand, type ScaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { IsoDate } from '../../../domain/week.ts'
import { classNames } from './class-names.ts'
import { planPath } from './plan-path.ts'

export interface ChartWeek {
  /** Its Monday. */
  readonly week: IsoDate
  /** Undefined where nothing is known: a gap. */
  readonly value: number | undefined
}

/** A second line, to compare with. */
interface Comparison {
  /** The titles of the first and the second line. */
  readonly names: readonly [string, string]
  /** A missing week is a gap. */
  readonly values: ReadonlyMap<IsoDate, number>
}

interface WeekChartProps {
  /** Names the chart for assistive technology. */
  label: string
  /** The header of a value's column in the table. */
  valueLabel: string
  /** Oldest first, without a missing week. */
  weeks: readonly ChartWeek[]
  look: 'bars' | 'line'
  /** The week that is not over: what it has so far seems to fall. */
  present?: IsoDate | undefined
  comparison?: Comparison | undefined
  /** Values that weeks should reach, as a line; what is said of them stands beside the chart. */
  plan?: ReadonlyMap<IsoDate, number> | undefined
  format: (value: number) => string
  /** The same for the axis, in at most six letters; default: `format`. */
  formatValueTick?: ((value: number) => string) | undefined
  formatWeek: (week: IsoDate) => string
  /** The same for the axis, in at most ten letters. */
  formatTick: (week: IsoDate) => string
  /** The ends of the axis; default: from zero to the largest value. */
  range?: readonly [number, number] | undefined
  /** Pixels for the axis's values, which stand left of the chart. */
  axisWidth?: number
}

const HEIGHT = 200
const MARGIN = { top: 10, right: 4, bottom: 26 } as const
/** Until the width is known: that of the chart before, which is mostly the same. */
let firstWidth = 640
/** Pixels of a label on the axis, and between two of them. */
const LABEL_WIDTH = 60
const LABEL_SPACING = 90

/**
 * A value by week. One week is read out above the chart: the one under the pointer, or chosen with the arrow keys, or the
 * latest. A table says the same.
 */
export function WeekChart({
  label,
  valueLabel,
  weeks,
  look,
  present,
  comparison,
  plan,
  format,
  formatValueTick = format,
  formatWeek,
  formatTick,
  range,
  axisWidth = 44,
}: WeekChartProps) {
  const [frame, width] = useWidth()
  const [chosen, setChosen] = useState<IsoDate>()
  // Closed, it would be most of what is rendered.
  const [isTableOpen, setIsTableOpen] = useState(false)
  const found = weeks.findIndex(({ week }) => week === chosen)
  const index = found === -1 ? weeks.length - 1 : found
  const others = comparison && weeks.map(({ week }) => ({ week, value: comparison.values.get(week) }))
  const [x, y] = scalesOf([...weeks, ...(others ?? [])], [axisWidth, width], { range, plan })
  const levels = weeks.map(({ week }) => {
    const [value, from] = [plan?.get(week), middleOf(x, week) - x.step() / 2]
    return value === undefined ? undefined : { from, to: from + x.step(), y: y(value) }
  })
  const valueText = (value: number | undefined) => (value === undefined ? 'nothing recorded' : format(value))
  const cellText = (value: number | undefined) => (value === undefined ? '–' : format(value))
  const textOf = ({ week, value }: ChartWeek) => {
    const text = `Week of ${formatWeek(week)}${week === present ? ', so far' : ''}: ${valueText(value)}`
    return comparison ? `${text} (${comparison.names[1]}: ${valueText(comparison.values.get(week))})` : text
  }
  const readout = weeks[index] && textOf(weeks[index])

  const choose = (at: number) => setChosen(weeks[Math.min(weeks.length - 1, Math.max(0, at))]?.week)
  const onKeyDown = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(index, weeks.length)
    if (next === undefined) return
    event.preventDefault()
    choose(next)
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = event.currentTarget.getBoundingClientRect().left + axisWidth
    choose(Math.floor((event.clientX - from) / x.step()))
  }

  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <p aria-hidden className="text-sm text-muted tabular-nums">
        {readout}
      </p>
      <div
        ref={frame}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the slider is the chart itself
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={weeks.length - 1}
        aria-valuenow={index}
        aria-valuetext={readout}
        // Its size is the figure’s, not that of what is drawn.
        className="touch-pan-y rounded-sm [contain:inline-size]"
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setChosen(undefined)}
      >
        <svg aria-hidden width={width} height={HEIGHT} className="block text-xs">
          <Axes
            weeks={weeks}
            x={x}
            y={y}
            left={axisWidth}
            right={width - MARGIN.right}
            formatValueTick={formatValueTick}
            formatTick={formatTick}
          />
          {look === 'bars' ? (
            <Bars weeks={weeks} x={x} y={y} chosen={index} present={present} />
          ) : (
            <Line weeks={weeks} x={x} y={y} chosen={index} />
          )}
          {others && <Line weeks={others} x={x} y={y} chosen={index} isSecond />}
          {plan && <path d={planPath(levels)} strokeWidth={1.5} {...lookOf(true)} />}
        </svg>
      </div>
      {comparison && <Legend names={comparison.names} />}
      <details className="text-sm" onToggle={({ currentTarget }) => setIsTableOpen(currentTarget.open)}>
        <summary className="w-fit cursor-pointer rounded-sm py-1 text-muted pointer-coarse:py-3">
          Show as a table
        </summary>
        {isTableOpen && (
          <section
            aria-label={`${label}, as a table`}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
            tabIndex={0}
            className="max-h-72 overflow-auto rounded-sm"
          >
            <table className="w-full tabular-nums">
              <caption className="sr-only">{label}</caption>
              <thead>
                <tr className="text-start text-muted">
                  <th scope="col" className="py-1 font-medium">
                    Week of
                  </th>
                  {(comparison?.names ?? [valueLabel]).map((name) => (
                    <th key={name} scope="col" className="py-1 pl-3 text-right font-medium wrap-anywhere">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {weeks.toReversed().map(({ week, value }) => (
                  <tr key={week} className="border-t border-border">
                    <th scope="row" className="py-1 text-start font-normal">
                      {formatWeek(week)}
                      {week === present && ' (so far)'}
                    </th>
                    <td className="py-1 pl-3 text-right">{cellText(value)}</td>
                    {comparison && <td className="py-1 pl-3 text-right">{cellText(comparison.values.get(week))}</td>}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )}
      </details>
    </figure>
  )
}

/** Which line is which, by dashes and not by colour alone. */
const Legend = ({ names }: Pick<Comparison, 'names'>) => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
    {names.map((name, index) => (
      <li key={name} className="flex min-w-0 items-center gap-2 wrap-anywhere">
        <svg aria-hidden width={24} height={8} className="shrink-0">
          <line x1={0} x2={24} y1={4} y2={4} strokeWidth={2} {...lookOf(index === 1)} />
        </svg>
        {name}
      </li>
    ))}
  </ul>
)

const lookOf = (isSecond: boolean) =>
  isSecond
    ? { className: 'fill-none stroke-chart-2', strokeDasharray: '5 4' }
    : { className: 'fill-none stroke-primary' }

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  ArrowUp: (index) => index + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

interface Drawn {
  readonly weeks: readonly ChartWeek[]
  readonly x: ScaleBand<IsoDate>
  readonly y: ScaleLinear<number, number>
}

function scalesOf(
  weeks: readonly ChartWeek[],
  [left, right]: readonly [number, number],
  { range, plan }: Pick<WeekChartProps, 'range' | 'plan'>,
) {
  const values = [...(plan?.values() ?? []), ...weeks.flatMap(({ value }) => value ?? [])]
  const x = scaleBand(weeks.map(({ week }) => week), [left, right - MARGIN.right]).padding(0.25) // prettier-ignore
  const y = scaleLinear(range ?? [Math.min(0, ...values), Math.max(1, ...values)], [HEIGHT - MARGIN.bottom, MARGIN.top])
  return [x, range ? y : y.nice(4)] as const
}

function Axes({
  weeks,
  x,
  y,
  left,
  right,
  formatValueTick,
  formatTick,
}: Drawn &
  Required<Pick<WeekChartProps, 'formatTick'>> & {
    left: number
    right: number
    formatValueTick: (value: number) => string
  }) {
  const every = Math.max(1, Math.ceil((weeks.length * LABEL_SPACING) / Math.max(LABEL_SPACING, right - left)))
  return (
    <g>
      {y.ticks(4).map(
        (tick) =>
          Number.isInteger(tick) && (
            <g key={tick} transform={`translate(0,${y(tick)})`}>
              <line x1={left} x2={right} className={tick === 0 ? 'stroke-field' : 'stroke-border'} />
              <text x={left - 8} dy="0.32em" textAnchor="end" className="fill-muted tabular-nums">
                {formatValueTick(tick)}
              </text>
            </g>
          ),
      )}
      {weeks.map(
        ({ week }, index) =>
          (weeks.length - 1 - index) % every === 0 && (
            <text
              key={week}
              x={Math.min(middleOf(x, week), right - LABEL_WIDTH / 2)}
              y={HEIGHT - 8}
              textAnchor="middle"
              className="fill-muted"
            >
              {formatTick(week)}
            </text>
          ),
      )}
    </g>
  )
}

const Bars = ({ weeks, x, y, chosen, present }: Drawn & { chosen: number; present: IsoDate | undefined }) => (
  <g>
    {weeks.map(({ week, value }, index) => {
      if (value === undefined) return null
      const [top, bottom] = [y(Math.max(0, value)), y(Math.min(0, value))]
      return (
        <rect
          key={week}
          x={x(week)}
          y={top}
          width={x.bandwidth()}
          height={Math.max(value === 0 ? 0 : 1, bottom - top)}
          rx={Math.min(2, x.bandwidth() / 4)}
          className={classNames(
            index === chosen ? 'fill-primary' : 'fill-primary/60',
            week === present && 'stroke-primary [fill-opacity:0.2] [stroke-dasharray:3_3]',
          )}
        />
      )
    })}
  </g>
)

function Line({ weeks, x, y, chosen, isSecond = false }: Drawn & { chosen: number; isSecond?: boolean }) {
  const path = line<ChartWeek>()
    .defined(({ value }) => value !== undefined)
    .x(({ week }) => middleOf(x, week))
    .y(({ value }) => y(value ?? 0))(weeks)
  return (
    <g>
      <path d={path ?? ''} strokeWidth={2} strokeLinejoin="round" {...lookOf(isSecond)} />
      {weeks.map(
        ({ week, value }, index) =>
          value !== undefined && (
            <circle
              key={week}
              cx={middleOf(x, week)}
              cy={y(value)}
              r={index === chosen ? 5 : 3}
              className={isSecond ? 'fill-chart-2' : 'fill-primary'}
            />
          ),
      )}
    </g>
  )
}

const middleOf = (x: ScaleBand<IsoDate>, week: IsoDate): number => (x(week) ?? 0) + x.bandwidth() / 2

/** The width of an element, as it changes. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(firstWidth)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth((firstWidth = Math.floor(entry.contentRect.width)))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
