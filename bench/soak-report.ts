import { mkdirSync, writeFileSync } from 'node:fs'
import { short } from './report.ts'
import type { SpanFigures } from './soak-load.ts'
import { median } from './statistics.ts'

/** Figures of one minute as the founders saw it, and the state of the server at its end. */
export interface Minute extends SpanFigures {
  readonly residentMb: number
  readonly heapMb: number
  readonly descriptors: number
  readonly loopDelayMs: number
}

interface Series {
  readonly name: string
  readonly unit: string
  readonly of: (minute: Minute) => number
}

const series: readonly Series[] = [
  { name: 'Memory', unit: 'MB', of: ({ residentMb }) => residentMb },
  { name: 'JavaScript heap', unit: 'MB', of: ({ heapMb }) => heapMb },
  { name: 'Open descriptors', unit: '', of: ({ descriptors }) => descriptors },
  { name: 'Event-loop delay, p99', unit: 'ms', of: ({ loopDelayMs }) => loopDelayMs },
  { name: 'Reads, p99', unit: 'ms', of: ({ kinds }) => kinds.read.p99Ms },
  { name: 'Writes, p99', unit: 'ms', of: ({ kinds }) => kinds.write.p99Ms },
  { name: 'Write to websocket, p99', unit: 'ms', of: ({ live }) => live.p99Ms },
]

/** Writes the table and the chart to bench/results/. @returns the path without its ending */
export function writeSoak(date: Date, conditions: readonly string[], minutes: readonly Minute[]): string {
  mkdirSync('bench/results', { recursive: true })
  const path = `bench/results/${date.toISOString().slice(0, 16).replace(':', '')}-soak`
  writeFileSync(`${path}.svg`, chart(minutes))
  writeFileSync(`${path}.md`, markdown(date, path, conditions, minutes))
  return path
}

function markdown(date: Date, path: string, conditions: readonly string[], minutes: readonly Minute[]): string {
  const sixth = Math.max(1, Math.floor(minutes.length / 6))
  // The first sixth warms up.
  const [early, late] = [minutes.slice(sixth, 2 * sixth), minutes.slice(-sixth)]
  const rows = series.map(({ name, unit, of }) => {
    const [before, after] = [median(early.map(of)), median(late.map(of))]
    const most = Math.max(...minutes.map(of).filter(Number.isFinite))
    return `| ${name} (${unit || 'number'}) | ${short(before)} | ${short(after)} | ${short(after / before)} × | ${short(most)} |`
  })
  const failures = minutes.flatMap((minute, index) =>
    Object.entries(minute.failures).map(([what, times]) => `- Minute ${index + 1}: ${times} × ${what}`),
  )
  const [expected, arrived] = (['expected', 'arrived'] as const).map((which) =>
    minutes.reduce((sum, { live }) => sum + live[which], 0),
  )
  const answers = minutes.flatMap(({ kinds }) => Object.values(kinds)).reduce((sum, kind) => sum + kind.answers, 0)
  return [
    `# Soak of ${date.toISOString().slice(0, 16)}Z`,
    '',
    ...conditions.map((condition) => `- ${condition}`),
    `- ${answers.toLocaleString('en')} answers; ${arrived?.toLocaleString('en')} of ${expected?.toLocaleString('en')} live changes arrived within 2 s.`,
    '',
    `![Each figure by minute](${path.split('/').at(-1)}.svg)`,
    '',
    `| | the second sixth | the last | ratio | most |`,
    '|---|---|---|---|---|',
    ...rows,
    '',
    failures.length === 0 ? 'No request failed.' : `Failed:\n\n${failures.join('\n')}`,
    '',
  ].join('\n')
}

const WIDTH = 720
const PANEL = 96

/** A line for each series, from zero, with its largest value. */
function chart(minutes: readonly Minute[]): string {
  const panels = series.map(({ name, unit, of }, index) => {
    const values = minutes.map(of)
    const most = Math.max(...values.filter(Number.isFinite), 0)
    const points = values.flatMap((value, minute) => {
      if (!Number.isFinite(value)) return []
      const x = (minute / Math.max(1, minutes.length - 1)) * WIDTH
      return `${x.toFixed(1)},${(PANEL - 8 - (value / (most || 1)) * (PANEL - 36)).toFixed(1)}`
    })
    return `<g transform="translate(12 ${index * PANEL})">
  <text y="18">${name}: at most ${short(most)} ${unit}</text>
  <path d="M0 ${PANEL - 8}H${WIDTH}" stroke="#bbb"/>
  <polyline points="${points.join(' ')}" fill="none" stroke="#2563eb" stroke-width="1.5"/>
</g>`
  })
  const height = series.length * PANEL + 12
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + 24} ${height}" font-family="sans-serif" font-size="13">
<title>Each figure of the soak by minute, from zero</title>
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
</svg>
`
}
