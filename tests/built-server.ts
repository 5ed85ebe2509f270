import { execFile, spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { FolderInUse, lockFolder } from '../server/database/data-dir-lock.ts'
import type { OwnDatabase } from './engines.ts'

/** Milliseconds a start may take before it counts as failed. */
const LONGEST_START_MS = 60_000

/** The server as an operator runs it: the build in `dist/`, in a process of its own. */
export interface BuiltServer {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Milliseconds from the start of the process to the first answer of /healthz. */
  readonly readyMs: number
  /** Output so far: JSON lines, and perhaps a last line. */
  printed(): string
  /** Sends the signal. @returns how the process ended, and after how many milliseconds */
  end(signal: NodeJS.Signals): Promise<Ended>
}

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly ms: number
}

/** Working directory and user: this repository, and this user, unless given. */
type Place = Pick<SpawnOptions, 'cwd' | 'uid' | 'gid'>

type Env = Readonly<Record<string, string>> & { readonly DATA_DIR: string }

/** WebAssembly of a server that lives for a minute is not worth its optimization: half of its processor time. */
export const SHORT_LIVED: readonly string[] = ['--liftoff-only']

/**
 * Starts the build and waits until it serves.
 * @param env with `PORT`, unless any free one will do
 * @param nodeOptions none for a server that is measured: as its operator starts it
 * @param options of the server's own, such as `--demo`
 * @throws {Error} with what it printed, when it does not
 */
export async function startBuilt(
  env: Env,
  nodeOptions = SHORT_LIVED,
  options: readonly string[] = [],
  place: Place = {},
): Promise<BuiltServer> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const startedAt = performance.now()
  const { child, printed, ended } = launch({ PORT: String(port), ...env }, nodeOptions, options, place)
  const url = `http://127.0.0.1:${port}`
  while (!(await isHealthy(`${url}/healthz`))) {
    if (child.exitCode !== null) throw new Error(`the server did not start: ${printed()}`)
    if (performance.now() - startedAt > LONGEST_START_MS) throw new Error(`the server does not answer: ${printed()}`)
    await sleep(20)
  }
  const readyMs = performance.now() - startedAt
  return {
    url,
    port,
    pid: child.pid ?? 0,
    readyMs,
    printed,
    end: async (signal) => {
      const at = performance.now()
      child.kill(signal)
      const { code, signal: by } = await ended
      return { code, signal: by, ms: performance.now() - at }
    },
  }
}

/**
 * Starts the build where it leaves by itself, or is killed.
 * @param killed the moment when it is; at the latest when a start would have failed
 * @returns its exit code and what it printed
 */
export async function runBuilt(
  env: Env,
  killed?: Promise<unknown>,
): Promise<{ code: number | null; printed: string; ms: number }> {
  const at = performance.now()
  const { child, printed, ended } = launch({ PORT: String(await freePort()), ...env })
  const kill = () => child.kill('SIGKILL')
  const late = setTimeout(kill, LONGEST_START_MS)
  void killed?.then(kill, kill)
  const { code } = await ended
  clearTimeout(late)
  return { code, printed: printed(), ms: performance.now() - at }
}

let built: Promise<void> | undefined

/** Builds what has changed, once in a process: to find it out all sources are read. */
export const ensureBuilt = (): Promise<void> => (built ??= build())

/** One process at a time. */
async function build(): Promise<void> {
  const unlock = await waitForLock(join(tmpdir(), 'upswing-test-build'))
  const script = `import { ensureBuilt } from './scripts/prepare.mjs'; await ensureBuilt()`
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).finally(unlock)
}

async function waitForLock(folder: string): Promise<() => Promise<void>> {
  for (;;) {
    try {
      return await lockFolder(folder)
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error
      await sleep(200)
    }
  }
}

/** The variables that start a server on this database. */
export const envOf = ({ config, dataDir }: OwnDatabase): Env => ({
  DATA_DIR: dataDir,
  // Tokens name their issuer: they have to be good on the next port too.
  PUBLIC_URL: 'http://localhost:3000',
  RATE_LIMIT_FACTOR: '1000',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'secret123',
  ...(config.kind === 'postgres' && { DATABASE_URL: config.url, ALLOW_INSECURE_CONNECTIONS: 'database' }),
})

let launches = 0

/** Output goes to a file: a pipe that is not read would block the server. */
function launch(env: Env, nodeOptions = SHORT_LIVED, options: readonly string[] = [], place: Place = {}) {
  mkdirSync(env.DATA_DIR, { recursive: true })
  const file = join(env.DATA_DIR, `printed-${process.pid}-${++launches}.log`)
  const output = openSync(file, 'w')
  const child: ChildProcess = spawn(process.execPath, [...nodeOptions, 'dist/server/main.js', ...options], {
    env: { ...(process.env['PATH'] !== undefined && { PATH: process.env['PATH'] }), ...env },
    stdio: ['ignore', output, output],
    ...place,
  })
  closeSync(output)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      process.off('exit', kill)
      resolve({ code, signal })
    })
  })
  return { child, printed: () => readFileSync(file, 'utf8'), ended }
}

export function isHealthy(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(url, { agent: false }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    }).on('error', () => resolve(false))
  })
}

export async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
