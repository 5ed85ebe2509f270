import { existsSync, readFileSync } from 'node:fs'
import { databaseOf, readConfig } from './config.ts'
import { NoUsableHost } from './database/connect.ts'
import { DatabaseError } from './database/database.ts'
import { FolderInUse } from './database/data-dir-lock.ts'
import { MigrationFailed } from './database/migrations.ts'
import { openDatabase } from './database/open.ts'
import { DatabaseUnusable } from './database/pglite.ts'
import { WrongPooler } from './database/poolers.ts'
import { SecretsLocked } from './database/secrets.ts'
import { createMetrics } from './http/health.ts'
import { listen } from './http/listen.ts'
import { createLog, type LogEvent } from './log.ts'
import { ensureFirstAdmin } from './operations/first-admin.ts'
import { admitOperators } from './operations/operator.ts'
import { accountLines, startMessage } from './operations/start-message.ts'
import { removeUnfinishedBackups } from './operations/unfinished-backups.ts'
import { createServer } from './server.ts'

/** Failures of a start whose message is for the operator. */
const saysWhatToDo = [DatabaseUnusable, FolderInUse, MigrationFailed, SecretsLocked, WrongPooler]

/** Milliseconds before a shutdown that hangs is forced. */
const SHUTDOWN_TIMEOUT_MS = 15_000

/** Files that may be open: the embedded database has about 300 at its first start, and each connection is one. */
const MIN_DESCRIPTORS = 512

// Files are for this user alone: the embedded database holds password hashes and keys.
process.umask(0o077)

const startedAt = performance.now()
const read = readConfig(process.env)
if (!read.ok) exitWith(read.failure)
const config = read.value
if (config.DATABASE_URL === undefined) requireDescriptors()
const log = createLog(config.LOG_LEVEL)
const metrics = createMetrics()
const logCounted = (event: LogEvent) => {
  metrics.count(event)
  log(event)
}
// Without a listener it would be an uncaught exception, and one founder's question could end the answers of all.
process.on('unhandledRejection', (cause) => logCounted({ kind: 'rejection-unhandled', cause }))
process.on('uncaughtException', (cause) => {
  log({ kind: 'crashed', cause })
  if (process.stdout.isTTY) console.error(cause)
  process.exit(1)
})

let showAccounts: (() => void) | undefined
try {
  const database = await openDatabase(databaseOf(config), logCounted)
  // It holds the lock of the folder.
  if (database.engine === 'pglite') await removeUnfinishedBackups(config.DATA_DIR)
  const server = await createServer(config, database, log, { metrics })
  const firstAdmin = await ensureFirstAdmin(server, config, { unproven: process.argv.includes('--unproven') })
  const sample = process.argv.includes('--demo')
    ? await (await import('./operations/demo/cohort.ts')).ensureCohort(server, config)
    : undefined
  // At a terminal the start message shows them, unless the start fails before.
  showAccounts = () => accountLines({ firstAdmin, sample }).forEach((line) => console.log(line))
  if (!process.stdout.isTTY) showAccounts()
  const listening = await listen(server.handle, server.upgrade, { port: config.PORT, host: config.HOST })
  const dismissOperators = await admitOperators(config, server, listening.port)
  await server.startRuns()
  log({
    kind: 'listening',
    url: config.PUBLIC_URL,
    engine: database.engine,
    readyMs: Math.round(performance.now() - startedAt),
  })
  if (process.stdout.isTTY) {
    console.log(startMessage(config, { engine: database.engine, firstAdmin, sample }))
    showAccounts = undefined
  }

  let isStopping = false
  const stop = (signal: string) => {
    // npm and service managers signal a process and its parents, which forward it: it arrives twice.
    if (isStopping) return
    isStopping = true
    log({ kind: 'stopping', signal })
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref()
    void Promise.all([dismissOperators(), listening.close(), server.close()])
      .then(() => database.close())
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  if (process.stdout.isTTY) showAccounts?.()
  if (saysWhatToDo.some((kind) => error instanceof kind)) exitWith((error as Error).message)
  const { code, message, name } = error as NodeJS.ErrnoException
  if (name === 'NotADemo') exitWith(message)
  if (code === 'EADDRINUSE') exitWith(`PORT ${config.PORT} is in use on ${config.HOST}: choose another`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    exitWith(`HOST ${config.HOST} is not an address of this machine`)
  if (message.startsWith('SUPABASE_')) exitWith(message)
  if (code === 'ENOSPC' || message.startsWith('No space left'))
    exitWith(`DATA_DIR ${config.DATA_DIR} cannot be written: No space left on device, or no inodes`)
  if (config.DATABASE_URL !== undefined && isConnectionError(error)) exitWith(`DATABASE_URL cannot be used: ${message}`)
  if (error instanceof DatabaseError && error.failure.kind === 'unavailable') {
    const variable = config.DATABASE_POOLER_URL === undefined ? 'DATABASE_URL' : 'DATABASE_POOLER_URL'
    exitWith(`${variable} cannot be used: ${firstCause(error).message}`)
  }
  throw error
}

function firstCause(error: Error): Error {
  return error.cause instanceof Error ? firstCause(error.cause) : error
}

function exitWith(message: string): never {
  console.error(`upswing: ${message}`)
  process.exit(1)
}

/** Without them a first start would fail half-way, with whatever could not be opened then. Node.js has set the limit as high as it may. */
function requireDescriptors(): void {
  const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : ''
  const most = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity)
  if (most < MIN_DESCRIPTORS)
    exitWith(
      `${most} open files are too few for the embedded database: allow ${MIN_DESCRIPTORS} or more (ulimit -n, LimitNOFILE=)`,
    )
}

function isConnectionError(error: unknown): boolean {
  if (error instanceof NoUsableHost) return true
  const { code, message } = error as NodeJS.ErrnoException
  return (
    /^(ECONN|ETIMEDOUT|EHOST|ENET|EAI_|25006|28|3D|08|42501)/.test(code ?? '') ||
    /timeout|terminated|^SASL/.test(message)
  )
}
