import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { bars, verdict, type Bar, type BarId } from './bars.ts'
import type { Figures } from './load.ts'
import { median } from './statistics.ts'

/** Collects the measured figures: those of the bars, and the details. */
export class Report {
  readonly #bars = new Map<BarId, number>()
  readonly #figures: (readonly [figure: string, value: string])[] = []

  bar(id: BarId, value: number): void {
    this.#bars.set(id, value)
  }

  /** Printed at once, since a whole run takes minutes. */
  figure(figure: string, value: string): void {
    this.#figures.push([figure, value])
    console.log(`  ${figure.padEnd(62)} ${value}`)
  }

  /** @returns the tables as Markdown */
  markdown(conditions: readonly string[]): string {
    const rows = (Object.entries(bars) as [BarId, Bar][]).map(([id, bar]) => {
      const value = this.#bars.get(id)
      const sign = bar.better === 'higher' ? '≥' : '≤'
      const limits = `${sign} ${bar.first} | ${sign} ${bar.goal}`
      return `| ${bar.name} (${bar.unit}) | ${value === undefined ? '–' : short(value)} | ${limits} | ${verdict(bar, value)} |`
    })
    return [
      ...['| bar | measured | first | goal | |', '|---|---|---|---|---|', ...rows, ''],
      ...['| figure | |', '|---|---|', ...this.#figures.map(([figure, value]) => `| ${figure} | ${value} |`), ''],
      ...conditions.map((condition) => `- ${condition}`),
      '',
    ].join('\n')
  }

  /** Writes both forms to bench/results/. @returns the path without its ending */
  write(date: Date, conditions: readonly string[]): string {
    mkdirSync('bench/results', { recursive: true })
    const path = `bench/results/${date.toISOString().slice(0, 16).replace(':', '')}`
    const barred = (Object.keys(bars) as BarId[]).map((id) => {
      const value = this.#bars.get(id)
      return { id, ...bars[id], value: value ?? null, verdict: verdict(bars[id], value) }
    })
    const figures = Object.fromEntries(this.#figures)
    writeFileSync(`${path}.json`, `${JSON.stringify({ date, conditions, bars: barred, figures }, null, 2)}\n`)
    writeFileSync(`${path}.md`, `# Benchmarks of ${date.toISOString().slice(0, 16)}Z\n\n${this.markdown(conditions)}`)
    return path
  }
}

export const machine = (): string =>
  `Node.js ${process.version}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}); client, server and database share them.`

/** The measured commit. */
export function commit(): string {
  const { stdout, status } = spawnSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' })
  return status === 0 ? `Commit ${stdout.trim()}.` : 'Not a clone: the commit is not known.'
}

export function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** The median, and the range of all rounds. */
export function spread(rounds: readonly number[], unit: string): string {
  const [least, most] = [Math.min(...rounds), Math.max(...rounds)]
  return `${short(median(rounds))}${unit}${rounds.length > 1 ? ` (${short(least)} to ${short(most)})` : ''}`
}

const rates = (rounds: readonly number[]): string => spread(rounds, '/s')

/** Formats rate, median and 99th percentile. */
export function formatFigures(rounds: readonly Figures[]): string {
  const of = (figure: keyof Figures) => rounds.map((figures) => figures[figure])
  return `${rates(of('perSecond'))}, p50 ${ms(median(of('p50Ms')))}, p99 ${ms(median(of('p99Ms')))}`
}

export const ms = (value: number): string => `${short(value)} ms`

/** Formats a baseline, and the ratio of the measured rate to it. */
export const against = (rounds: readonly Figures[], floor: string, rate: readonly number[]): string =>
  `${floor} ${rates(rate)}: ${short(median(rounds.map(({ perSecond }) => perSecond)) / median(rate))} ×`
