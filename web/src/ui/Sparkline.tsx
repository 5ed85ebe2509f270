import { scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'

const WIDTH = 72
const HEIGHT = 28
/** Room for half of the line's width. */
const EDGE = 2

/** A small line without axes. It says nothing that the text beside it does not say. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [EDGE, WIDTH - EDGE])
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const y = scaleLinear([least, most === least ? least + 1 : most], [HEIGHT - EDGE, EDGE])
  const path = line<number>((_, index) => x(index), (value) => y(value))(values) // prettier-ignore
  const last = values.at(-1)
  return (
    <svg aria-hidden width={WIDTH} height={HEIGHT} className="shrink-0 overflow-visible">
      <path d={path ?? ''} className="fill-none stroke-primary" strokeWidth={1.5} strokeLinejoin="round" />
      {last !== undefined && <circle cx={x(values.length - 1)} cy={y(last)} r={2} className="fill-primary" />}
    </svg>
  )
}
