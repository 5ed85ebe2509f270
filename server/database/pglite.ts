import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { Client } from 'pg'
import type { Log } from '../log.ts'
import { lockFolder } from './data-dir-lock.ts'
import type { Database, Listener } from './database.ts'
import { keepCheckpoints } from './checkpoints.ts'
import { ConnectionPool } from './connection-pool.ts'
import { FreeSpace } from './free-space.ts'
import { limitMessages } from './message-limit.ts'
import { copyOnline } from './online-copy.ts'
import { types } from './pg-types.ts'
import { EngineSocket } from './pglite-socket.ts'
import type { FromEngine, ToEngine, WorkerData } from './pglite-worker.ts'
import { compileEngine, ENGINE_MEMORY, type EngineMemory } from './engine-code.ts'
import { SessionTime } from './session-time.ts'
import { shareWithEngine, type SharedWithEngine } from './statement-cancel.ts'
import { createDatabase, isDamage } from './sql-database.ts'

/** Statement timeouts: of any statement, and of migrations. */
const STATEMENT_TIMEOUT_MS = 10_000
/**
 * Statement timeouts of callers while others wait for the one session. A function that writes is the product's own and
 * has longer: deleting an account with 30,000 messages takes a second, and three on a slow machine.
 */
const CALLER_TIMEOUT_MS = { read: 1000, write: 1200, 'writing-call': 4000 } as const
/** The same of a read whose network, or whose account, has used up its share of the session. */
const SPENT_TIMEOUT_MS = { network: 150, account: 500 } as const
const MIGRATION_TIMEOUT_MS = 600_000
/** Enough that the engine never waits for its next read; few, because what is sent can no longer be overtaken. */
const PIPELINE_DEPTH = 6
/** Statements of one caller in the queue of the one session, so that one page load cannot starve another. */
const MAX_PER_CALLER = 2
/** Milliseconds an engine has to close its files. */
const CLOSE_TIMEOUT_MS = 5000
/** Milliseconds before an engine that could not be started again is tried once more: descriptors may be free then. */
const RESTART_PAUSE_MS = 1000

/** The embedded database cannot be opened; the message says what the engine said, and what to do. */
export class DatabaseUnusable extends Error {
  constructor(dataDir: string, reason: string) {
    super(
      `the embedded database in ${dataDir} cannot be opened: ${reason}. If its files are damaged, ` +
        'restore the last backup into another DATA_DIR (docs/operating.md, "Damaged files")',
    )
    this.name = 'DatabaseUnusable'
  }
}

/**
 * Opens the embedded database.
 *
 * @param dataDir its folder, locked while it is open; undefined: in memory, for tests
 * @param setUp migrates the database, before any other statement runs
 * @throws {FolderInUse} when another process has the folder open
 * @throws {DatabaseUnusable} when its files are damaged, or cannot be opened
 */
export async function openPglite(
  dataDir: string | undefined,
  setUp: (client: Client) => Promise<void>,
  log: Log,
): Promise<Database> {
  const unlock = dataDir === undefined ? undefined : await lockFolder(dataDir)
  const folder = dataDir === undefined ? undefined : await prepareFolder(dataDir)
  const listeners = new Map<string, Set<Listener>>()
  const everyListener = () => [...listeners.values()].flatMap((set) => [...set])
  let closing = false

  const start = async (): Promise<Engine> => {
    const started = await startEngine(folder, folder === undefined ? 'private' : 'shared')
    started.worker.once('exit', () => replace(started, 'the engine stopped'))
    return started
  }
  /** Replaces an engine once: when it is stopped, or has exited by itself. */
  const replace = (lost: Engine, reason: string): void => {
    if (closing || replaced.has(lost)) return
    replaced.add(lost)
    log({ kind: 'database-lost', reason })
    for (const listener of everyListener()) listener.lost()
    restart(lost.worker.terminate())
  }
  const restart = (stopped: Promise<unknown>): void => {
    engine = stopped.then(start)
    engine.then(
      () => log({ kind: 'database-restored' }),
      (error: unknown) => {
        log({ kind: 'database-lost', reason: messageOf(error) })
        if (!closing) restart(sleep(RESTART_PAUSE_MS, undefined, { ref: false }))
      },
    )
  }
  const replaced = new WeakSet<Engine>()
  let engine = start()
  await engine.catch(async (error: unknown) => {
    await unlock?.()
    throw dataDir === undefined ? error : new DatabaseUnusable(dataDir, messageOf(error))
  })

  const connect = async (limitMs: number): Promise<Client> => {
    const connected = await engine
    const client = new pg.Client({
      stream: () =>
        new EngineSocket({
          ...connected,
          limitMs,
          callerLimitMs: CALLER_TIMEOUT_MS,
          spentLimitMs: SPENT_TIMEOUT_MS,
          hasQueued: () => pool.hasQueued,
          onBroken: (reason) => replace(connected, reason),
        }),
      user: 'postgres',
      database: 'postgres',
      password: '',
      ssl: false,
      pipeline: true,
      types,
    })
    client.on('error', () => undefined)
    await client.connect()
    limitMessages(client)
    return client
  }

  const pool = new ConnectionPool(() => open(), 1, PIPELINE_DEPTH)
  let stopCheckpoints = () => {}
  const close = async () => {
    closing = true
    stopCheckpoints()
    await pool.close()
    await engine.then(closeEngine, () => undefined)
    await unlock?.()
  }
  try {
    const setUpClient = await connect(MIGRATION_TIMEOUT_MS)
    await setUp(setUpClient).finally(() => setUpClient.end())
  } catch (error) {
    // Otherwise the thread and the lock would keep the process alive.
    await close()
    if (dataDir !== undefined && isDamage(causeOf(error))) throw new DatabaseUnusable(dataDir, messageOf(error))
    throw error
  }

  // The one session has one connection, which also receives the notifications.
  let isFirst = true
  const open = async (): Promise<Client> => {
    const client = await connect(STATEMENT_TIMEOUT_MS)
    client.on('notification', ({ channel, payload }) => {
      for (const listener of listeners.get(channel) ?? []) listener.notified(payload ?? '')
    })
    for (const channel of listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    if (!isFirst) for (const listener of everyListener()) listener.restored()
    isFirst = false
    return client
  }

  const database = createDatabase({
    name: 'pglite',
    callerPool: pool,
    serverPool: pool,
    maxPerCaller: MAX_PER_CALLER,
    sessionTime: new SessionTime(),
    freeSpace: dataDir === undefined ? undefined : new FreeSpace(dataDir, log),
    listen: async (channel, listener) => {
      const others = listeners.get(channel) ?? new Set()
      listeners.set(channel, others.add(listener))
      await database.query(`listen ${pg.escapeIdentifier(channel)}`)
      return async () => {
        others.delete(listener)
      }
    },
    close,
    log,
  })
  let copies = 0
  let lastCopy = Promise.resolve()
  stopCheckpoints = keepCheckpoints(database, () => copies > 0)
  if (folder === undefined) return database
  // One at a time: the session can only be in one backup.
  const copyTo = (target: string): Promise<void> => {
    copies++
    const copy = lastCopy.then(() => copyOnline(database, folder, join(target, 'database'))).finally(() => copies--)
    lastCopy = copy.catch(() => undefined)
    return copy
  }
  return { ...database, copyTo }
}

/** The cause of an error such as a failed migration; without one, the error itself. */
const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error)

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** From the sources there is no build, and no template. */
const isSource = import.meta.url.endsWith('.ts')

/** A new database that is up to date, which the build has made (`operations/commands/database-template.ts`). */
const TEMPLATE = new URL('../database/', import.meta.url)

/**
 * The folder of the database itself. A new one is made under another name and renamed when complete, so that a crash
 * leaves nothing that looks like a database.
 */
async function prepareFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'database')
  if (existsSync(folder)) {
    // Without it the engine would take the folder for an empty one, and create a database over the files in it.
    if (existsSync(join(folder, 'PG_VERSION'))) return folder
    throw new DatabaseUnusable(dataDir, 'the file database/PG_VERSION is missing')
  }
  const incomplete = join(dataDir, 'database.new')
  await rm(incomplete, { recursive: true, force: true })
  if (!isSource && existsSync(TEMPLATE)) copyTemplate(incomplete)
  else await createDatabaseIn(incomplete)
  await rename(incomplete, folder)
  return folder
}

/**
 * Copies the template for this process's user alone: the build may be read-only. The files reach the disk before anything
 * is acknowledged, since no checkpoint would write them.
 */
function copyTemplate(folder: string): void {
  const template = fileURLToPath(TEMPLATE)
  mkdirSync(folder, { mode: 0o700 })
  for (const entry of readdirSync(template, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name)
    const path = join(folder, relative(template, from))
    if (entry.isDirectory()) mkdirSync(path, { mode: 0o700 })
    else writeFileSync(path, readFileSync(from), { mode: 0o600, flush: true })
  }
}

/** In a thread of its own, to free its memory: twice what is needed later. */
async function createDatabaseIn(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await closeEngine(await startEngine(folder, 'private'))
}

/** In the bundle the worker is a file beside this one; from the sources it is TypeScript, which is bundled first. */
async function newWorker(workerData: WorkerData): Promise<Worker> {
  const file = isSource ? await bundleWorker() : new URL('./pglite-worker.js', import.meta.url)
  return new Worker(file, { workerData })
}

let bundledWorker: Promise<URL> | undefined

/** Bundles the worker once in a process: loading a TypeScript loader into each thread would double its start. */
function bundleWorker(): Promise<URL> {
  bundledWorker ??= import('esbuild').then(async ({ build }) => {
    const outfile = new URL(`../../node_modules/.cache/upswing/pglite-worker-${process.pid}.mjs`, import.meta.url)
    await build({
      entryPoints: [fileURLToPath(new URL('./pglite-worker.ts', import.meta.url))],
      outfile: fileURLToPath(outfile),
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
    })
    process.once('exit', () => rmSync(outfile, { force: true }))
    return outfile
  })
  return bundledWorker
}

/** An engine in its thread. */
interface Engine {
  readonly worker: Worker
  readonly shared: SharedWithEngine
}

async function startEngine(folder: string | undefined, memory: EngineMemory): Promise<Engine> {
  const shared = shareWithEngine(memory === 'shared' ? new WebAssembly.Memory(ENGINE_MEMORY) : undefined)
  const worker = await newWorker({ folder, shared, compiled: await compileEngine(memory) })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the engine stopped')))
    worker.on('message', function started(message: FromEngine) {
      if (message.kind === 'failed') reject(new Error(message.message))
      if (message.kind !== 'open') return
      worker.off('message', started)
      worker.off('error', reject)
      worker.on('error', () => undefined)
      resolve({ worker, shared })
    })
  })
}

async function closeEngine({ worker }: Engine): Promise<void> {
  await new Promise<void>((resolve) => {
    const timeout = setTimeout(resolve, CLOSE_TIMEOUT_MS)
    worker.on('message', (message: FromEngine) => {
      if (message.kind !== 'closed') return
      clearTimeout(timeout)
      resolve()
    })
    worker.postMessage('close' satisfies ToEngine)
  })
  await worker.terminate()
}
