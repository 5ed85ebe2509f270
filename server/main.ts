import { databaseOf, readConfig } from './config.ts'
import { FolderInUse } from './database/data-dir-lock.ts'
import { MigrationFailed } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { SecretsLocked } from './database/secrets.ts'
import { listen } from './http/listen.ts'
import { createLog } from './log.ts'
import { ensureFirstAdmin } from './operations/first-admin.ts'
import { admitOperators } from './operations/operator.ts'
import { accountLines, startMessage } from './operations/start-message.ts'
import { createServer } from './server.ts'

/** Milliseconds after which a stop that hangs is forced. */
const STOP_MS = 15_000

// What is written is for this user alone: the embedded database holds password hashes and keys.
process.umask(0o077)

const startedAt = performance.now()
const read = readConfig(process.env)
if (!read.ok) leave(read.failure)
const config = read.value
const log = createLog(config.LOG_LEVEL)
process.on('uncaughtException', (cause) => {
  log({ kind: 'crashed', cause })
  if (process.stdout.isTTY) console.error(cause)
  process.exit(1)
})

let showAccounts: (() => void) | undefined
try {
  const database = await openDatabase(databaseOf(config), log)
  const server = await createServer(config, database, log)
  const firstAdmin = await ensureFirstAdmin(server, config, { unproven: process.argv.includes('--unproven') })
  const sample = process.argv.includes('--demo')
    ? await (await import('./operations/demo/cohort.ts')).ensureCohort(server, config)
    : undefined
  // At a terminal the message at the end shows them, unless the start fails before.
  showAccounts = () => accountLines({ firstAdmin, sample }).forEach((line) => console.log(line))
  if (!process.stdout.isTTY) showAccounts()
  const listening = await listen(server.answer, server.upgrade, { port: config.PORT, host: config.HOST })
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
    // npm and service managers send a signal to a process and to its parents, which pass it on: it comes twice.
    if (isStopping) return
    isStopping = true
    log({ kind: 'stopping', signal })
    setTimeout(() => process.exit(1), STOP_MS).unref()
    void Promise.all([dismissOperators(), listening.close(), server.close()])
      .then(() => database.close())
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  if (process.stdout.isTTY) showAccounts?.()
  if (error instanceof FolderInUse || error instanceof MigrationFailed || error instanceof SecretsLocked) {
    leave(error.message)
  }
  const { code, message, name } = error as NodeJS.ErrnoException
  if (name === 'NotADemo') leave(message)
  if (code === 'EADDRINUSE') leave(`PORT ${config.PORT} is in use on ${config.HOST}: choose another`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') leave(`HOST ${config.HOST} is not an address of this machine`)
  if (message.startsWith('SUPABASE_')) leave(message)
  if (config.DATABASE_URL !== undefined && isOfConnecting(error)) leave(`DATABASE_URL cannot be used: ${message}`)
  throw error
}

function leave(message: string): never {
  console.error(`upswing: ${message}`)
  process.exit(1)
}

function isOfConnecting(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return /^(ECONN|ETIMEDOUT|EHOST|ENET|EAI_|28|3D|08|42501)/.test(code ?? '') || /timeout|terminated/.test(message)
}
