import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { bars, verdict, type Bar, type BarId } from './bars.ts'

/** What was measured so far: figures for the bars, and what stands behind them. */
export class Report {
  readonly #bars = new Map<BarId, number>()
  readonly #figures: (readonly [figure: string, value: string])[] = []

  bar(id: BarId, value: number): void {
    this.#bars.set(id, value)
  }

  /** Told at once, since a whole run takes minutes. */
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

export function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export const perSecond = (value: number): string => `${short(value)}/s`
export const ms = (value: number): string => `${short(value)} ms`
