import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

const WIDTH = 72
const HEIGHT = 28
/** Room for half of the line's width. */
const EDGE = 2

interface SparklineProps {
  /** Null is a gap. */
  values: readonly (number | null)[]
  /** The least and the most that a value can be; otherwise the line fills its height. */
  range?: readonly [number, number]
}

/** A small line without axes. It says nothing that the text beside it does not say. */
export function Sparkline({ values, range }: SparklineProps) {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [EDGE, WIDTH - EDGE])
  const known = values.filter((value) => value !== null)
  const [least, most] = range ?? [Math.min(...known), Math.max(...known)]
  const y = scaleLinear([least, most === least ? least + 1 : most], [HEIGHT - EDGE, EDGE])
  const drawn = line<number | null>((_, index) => x(index), (value) => y(value ?? 0)).defined((value) => value !== null) // prettier-ignore
  const last = values.findLastIndex((value) => value !== null)
  return (
    <svg aria-hidden width={WIDTH} height={HEIGHT} className="shrink-0 overflow-visible">
      <path
        d={drawn(values) ?? ''}
        className="fill-none stroke-primary"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last !== -1 && <circle cx={x(last)} cy={y(values[last] ?? 0)} r={2} className="fill-primary" />}
    </svg>
  )
}
