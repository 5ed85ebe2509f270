// An hour at half of what the server can do: whether memory, descriptors, delay and response times stay flat.
// Options: --minutes N, and --pglite for the embedded engine.
import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { BuiltServer } from '../tests/built-server.ts'
import { startChild } from './child.ts'
import { startModel } from './cofounder.ts'
import { READERS } from './cohort.ts'
import { seededDatabase } from './databases.ts'
import { residentMegabytes, startServer } from './process.ts'
import { commit, machine, ms, short } from './report.ts'
import type { Span, SpanFigures } from './soak-load.ts'
import { writeSoak, type Minute } from './soak-report.ts'

/** Seconds at full load that say what the server can do, after some to warm up. */
const FULL_SECONDS = 20
const WARM_UP_SECONDS = 20

const { values } = parseArgs({
  options: { soak: { type: 'boolean' }, minutes: { type: 'string', default: '60' }, pglite: { type: 'boolean' } },
})
const url = process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const minutes = Number(values.minutes)
if (!Number.isInteger(minutes) || minutes < 1) throw new Error('--minutes is a whole number')
await soak(values.pglite === true ? undefined : url)

/** @param at a PostgreSQL whose role may create databases; undefined: the embedded engine */
async function soak(at: string | undefined): Promise<void> {
  const model = await startModel()
  const seeded = await seededDatabase(at, { founders: READERS })
  // More questions than a day's budget.
  const server = await startServer({ ...seeded.env, AI_BASE_URL: model.url, AI_QUESTIONS_PER_DAY_TOTAL: '1000000' })
  const load = startChild<Span, SpanFigures>('./soak-load.ts')
  const span = { port: server.port, apiKey: seeded.apiKey, founders: seeded.readers }
  const measured: Minute[] = []
  const conditions = [`${at === undefined ? 'PGlite' : 'PostgreSQL'}. ${machine()}`, commit()]
  try {
    await load.ask({ ...span, seconds: WARM_UP_SECONDS, perSecond: undefined })
    const full = await load.ask({ ...span, seconds: FULL_SECONDS, perSecond: undefined })
    const perSecond = Math.round(full.perSecond / 2)
    conditions.push(
      `At full load ${short(full.perSecond)} requests/s; then ${perSecond}/s, started whether earlier ones were answered or not.`,
      'Of 1,000 requests: 930 reads, 57 writes, 7 questions, 3 refreshes, 2 sign-ins, 1 mail; 500 websockets.',
    )
    // Each reading of the event-loop delay begins a new one.
    await stateOf(server)
    for (let minute = 1; minute <= minutes; minute++) {
      const figures = await load.ask({ ...span, seconds: 60, perSecond })
      measured.push({ ...figures, ...(await stateOf(server)) })
      print(minute, measured.at(-1))
    }
  } catch (error) {
    conditions.push(`It ended with an error: ${String(error)}`)
    process.exitCode = 1
  } finally {
    // Keep the measurements so far.
    console.log(`Written to ${writeSoak(new Date(), conditions, measured)}.md and .svg`)
    load.stop()
    model.stop()
    await server.end('SIGTERM')
    await seeded.remove()
  }
}

/** State of the server's process at the end of a minute; only on Linux. */
async function stateOf({ url, pid }: BuiltServer) {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const [, lag] = /^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(metrics) ?? []
  const [, heap] = /^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics) ?? []
  return {
    residentMb: residentMegabytes(pid) ?? Number.NaN,
    heapMb: Number(heap) / 1024 / 1024,
    descriptors: openDescriptors(pid),
    loopDelayMs: Number(lag) * 1000,
  }
}

function openDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return Number.NaN
  }
}

function print(minute: number, figures: Minute | undefined): void {
  if (!figures) return
  const { residentMb, descriptors, loopDelayMs, perSecond, kinds, live, failures } = figures
  const missing = live.expected - live.arrived
  console.log(
    `  ${String(minute).padStart(3)} min: ${short(perSecond)}/s, reads p99 ${ms(kinds.read.p99Ms)}, writes p99 ${ms(kinds.write.p99Ms)}, live p99 ${ms(live.p99Ms)}${missing > 0 ? ` (${missing} MISSING)` : ''}, ${short(residentMb)} MB, ${descriptors} descriptors, loop ${ms(loopDelayMs)} ${Object.keys(failures).length > 0 ? JSON.stringify(failures) : ''}`,
  )
}
