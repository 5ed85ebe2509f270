import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBuilt, type BuiltServer } from '../tests/built-server.ts'
import type { BarId } from './bars.ts'
import type { Seeded } from './databases.ts'
import { short } from './report.ts'
import type { Scene } from './rounds.ts'
import { median } from './statistics.ts'

/** Milliseconds without requests after a start, before the server's memory is read. */
const REST_MS = 2000

/** The server as an operator starts it, with WebAssembly that is optimized: tests save themselves that. */
export const startServer = (env: Seeded['env'], options: readonly string[] = []): Promise<BuiltServer> =>
  startBuilt(env, [], options)

/** Starts the server several times on data that is there, and leaves the last one running. */
export async function startMeasured(
  { report, rounds }: Scene,
  { env }: Seeded,
  { engine, start, memory }: { engine: string; start: BarId; memory: BarId },
): Promise<BuiltServer> {
  // The first start creates the admin.
  await (await startServer(env)).end('SIGTERM')
  const readySeconds: number[] = []
  for (let round = 1; ; round++) {
    const server = await startServer(env)
    readySeconds.push(server.readyMs / 1000)
    if (round < rounds) {
      await server.end('SIGTERM')
      continue
    }
    report.bar(start, median(readySeconds))
    report.figure(`Start to /healthz on existing data, ${engine}`, `${short(median(readySeconds))} s`)
    await sleep(REST_MS)
    const atRest = residentMegabytes(server.pid)
    if (atRest === undefined) return server
    report.bar(memory, atRest)
    report.figure(`Memory at rest, ${engine}`, `${short(atRest)} MB`)
    return server
  }
}

/**
 * Runs the work and measures the server's processor time, in milliseconds; NaN except on Linux. Unlike a rate it hardly
 * depends on the machine's other load.
 */
export async function processorMs<Value>(pid: number, work: () => Promise<Value>): Promise<[Value, number]> {
  const before = spentMs(pid)
  const value = await work()
  return [value, spentMs(pid) - before]
}

/** A tick of /proc is ten milliseconds. */
function spentMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return Number.NaN
  }
}

/** Only on Linux. */
export function residentMegabytes(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}
