import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import type { Client } from 'pg'
import type { Log } from '../log.ts'
import { lockFolder } from './data-dir-lock.ts'
import type { Database, Listener } from './database.ts'
import { Lanes } from './lanes.ts'
import { limitMessages } from './message-limit.ts'
import { types } from './pg-types.ts'
import { EngineSocket } from './pglite-socket.ts'
import type { EngineOptions, FromEngine, ToEngine } from './pglite-worker.ts'
import { createDatabase } from './sql-database.ts'

/** Milliseconds a statement may take, and one that brings the database up to date. */
const LONGEST_STATEMENT_MS = 10_000
/**
 * Milliseconds a caller's statement may take while others wait for the one session: behind what a request composes they are
 * served within 2 s, the new start of the engine included. A function that writes is the product's own and has longer: to
 * delete an account with 30,000 messages takes a second, and three on a slow machine.
 */
const LONGEST_CALLER_STATEMENT_MS = { read: 1000, write: 1200, 'writing-call': 4000 } as const
const LONGEST_SETUP_MS = 600_000
/** Enough that the engine never waits for its next read, few enough that little is lost when it has to be stopped. */
const READS_IN_FLIGHT = 16
/** There is one session: in turn, so that nobody stands behind a whole screen of somebody else. */
const MOST_PER_CALLER = 2
/** Milliseconds an engine has to close its files. */
const LONGEST_CLOSE_MS = 5000

/**
 * Opens the embedded database.
 *
 * @param dataDir where it lives, locked for as long as it is open; undefined: in memory, for tests
 * @param setUp brings the database up to date, before anybody else uses it
 * @throws {FolderInUse} when another process has the folder open
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
  /** Of the batches that each engine has answered. */
  const counters = new WeakMap<Worker, Int32Array>()

  const start = async (): Promise<Worker> => {
    const answered = new Int32Array(new SharedArrayBuffer(4))
    const worker = await startEngine({ folder, answered })
    counters.set(worker, answered)
    worker.once('exit', () => replace(worker, 'the engine stopped'))
    return worker
  }
  /** Once per thread: when it is told to stop, or when it stopped by itself. */
  const replace = (worker: Worker, reason: string): void => {
    if (closing || replaced.has(worker)) return
    replaced.add(worker)
    log({ kind: 'database-lost', reason })
    for (const listener of everyListener()) listener.lost()
    engine = worker.terminate().then(start)
    engine.then(
      () => log({ kind: 'database-restored' }),
      (error: unknown) => log({ kind: 'database-lost', reason: String(error) }),
    )
  }
  const replaced = new WeakSet<Worker>()
  let engine = start()
  await engine

  const connect = async (limitMs: number): Promise<Client> => {
    const worker = await engine
    const client = new pg.Client({
      stream: () =>
        new EngineSocket({
          engine: worker,
          answered: counters.get(worker) ?? new Int32Array(1),
          limitMs,
          callerLimitMs: LONGEST_CALLER_STATEMENT_MS,
          isWaitedFor: () => lanes.hasWaiting,
          onBroken: (reason) => replace(worker, reason),
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

  const lanes = new Lanes(() => open(), 1, READS_IN_FLIGHT)
  const setUpClient = await connect(LONGEST_SETUP_MS)
  try {
    await setUp(setUpClient)
  } finally {
    await setUpClient.end()
  }

  // The one session speaks on one connection, and notices arrive on it too.
  let isFirst = true
  const open = async (): Promise<Client> => {
    const client = await connect(LONGEST_STATEMENT_MS)
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
    callers: lanes,
    own: lanes,
    mostPerCaller: MOST_PER_CALLER,
    listen: async (channel, listener) => {
      const others = listeners.get(channel) ?? new Set()
      listeners.set(channel, others.add(listener))
      await database.query(`listen ${pg.escapeIdentifier(channel)}`)
      return async () => {
        others.delete(listener)
      }
    },
    close: async () => {
      closing = true
      await lanes.close()
      await closeEngine(await engine)
      await unlock?.()
    },
  })
  return database
}

/**
 * The folder of the database itself. A new one is created beside its place and moved there when it is whole, so that a
 * crash in the middle leaves nothing that looks like a database; and in a thread of its own, whose memory (twice what
 * the database needs later) ends with it.
 */
async function prepareFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'database')
  if (existsSync(folder)) return folder
  const unfinished = join(dataDir, 'database.new')
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await closeEngine(await startEngine({ folder: unfinished, answered: new Int32Array(1) }))
  await rename(unfinished, folder)
  return folder
}

/** In the bundle the thread's source is a file beside this one; from the sources it is TypeScript, which tsx loads. */
function newWorker(workerData: EngineOptions): Worker {
  const source = new URL('./pglite-worker.ts', import.meta.url)
  if (import.meta.url.endsWith('.ts')) {
    const load = `import('tsx/esm/api').then(({ tsImport }) => tsImport(${JSON.stringify(source.href)}, ${JSON.stringify(import.meta.url)}))`
    return new Worker(load, { eval: true, workerData })
  }
  return new Worker(new URL('./pglite-worker.js', import.meta.url), { workerData })
}

function startEngine(options: EngineOptions): Promise<Worker> {
  const worker = newWorker(options)
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', function started(message: FromEngine) {
      if (message.kind === 'failed') reject(new Error(`the database did not open: ${message.message}`))
      if (message.kind !== 'open') return
      worker.off('message', started)
      worker.off('error', reject)
      worker.on('error', () => undefined)
      resolve(worker)
    })
  })
}

async function closeEngine(worker: Worker): Promise<void> {
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, LONGEST_CLOSE_MS)
    worker.on('message', (message: FromEngine) => {
      if (message.kind !== 'closed') return
      clearTimeout(late)
      resolve()
    })
    worker.postMessage('close' satisfies ToEngine)
  })
  await worker.terminate()
}
