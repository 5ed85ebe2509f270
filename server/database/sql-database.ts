import pg from 'pg'
import type { Client } from 'pg'
import { fail, succeed, type Result } from '../../domain/result.ts'
import { CallerQuery } from './caller-query.ts'
import type { Log } from '../log.ts'
import type { Caller } from './caller.ts'
import {
  DatabaseError,
  type CallerOptions,
  type Database,
  type DatabaseFailure,
  type Listener,
  type Statement,
  type TextRows,
  type Transaction,
} from './database.ts'
import type { FreeSpace } from './free-space.ts'
import { CallerPaused, PerCallerLimiter } from './per-caller-limiter.ts'
import type { SessionTime } from './session-time.ts'
import { PoolOverloaded, PoolUnavailable, type ConnectionPool, type PooledStatement } from './connection-pool.ts'

const SHARE_SPENT = 'Slow statements of your network have used up its time'

/** Message and `Retry-After` for a caller with too many unsent responses (backpressure). */
const BACKPRESSURE = 'Too many bytes of earlier responses are unread'
const BACKPRESSURE_SECONDS = 5

/** Statements of the server's own that may wait for the rows of one user or session, at the same time. */
const MAX_PER_LOCKED = 2

interface Engine {
  readonly name: Database['engine']
  /** Runs the statements of requests. */
  readonly callerPool: ConnectionPool
  /** Runs the server's own statements; the same pool where the engine has a single session. */
  readonly serverPool: ConnectionPool
  /** Statements of one signed-in caller at the same time. */
  readonly maxPerCaller: number
  /** Time that callers have used of a single session. */
  readonly sessionTime?: SessionTime
  /** The disk of an embedded database. */
  readonly freeSpace?: Pick<FreeSpace, 'isLow'> | undefined
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  close(): Promise<void>
  readonly log: Log
}

/** The part that both engines share: they differ in how they connect and how notifications arrive. */
export function createDatabase(engine: Engine): Database {
  const limiter = new PerCallerLimiter(engine.maxPerCaller)
  const lockLimiter = new PerCallerLimiter(MAX_PER_LOCKED)
  const whenUnlocked = <Value>(locks: string | undefined, work: () => Promise<Value>) =>
    lockLimiter.run(locks, async () => {
      // While it was queued, another one may have waited too long.
      lockLimiter.refuseWhilePaused(locks)
      return work().catch((error: unknown) => {
        if (isLockTimeout(error)) lockLimiter.penalize(locks)
        throw error
      })
    })
  const run: typeof runOn = (pool, access, work, statement) =>
    runOn(pool, access, work, statement).catch((error: unknown) => {
      if (isDamage(error)) engine.log({ kind: 'database-damaged', reason: error.message })
      throw error
    })
  return {
    engine: engine.name,
    asCaller: (caller, statement, options = {}) =>
      asCaller({ ...engine, run, pool: engine.callerPool, limiter }, caller, statement, options),
    query: (text, values = [], { access = 'write', locks } = {}) =>
      withDatabaseErrors(
        whenUnlocked(locks, () =>
          repeatedOnConflict(() => run(engine.serverPool, access, (client) => rowsOf(client, text, values))),
        ),
      ),
    transaction: (work) =>
      withDatabaseErrors(
        repeatedOnConflict(() => run(engine.serverPool, 'write', (client) => inTransaction(client, work))),
      ),
    listen: engine.listen,
    close: engine.close,
  }
}

interface ForCallers extends Pick<Engine, 'sessionTime' | 'freeSpace'> {
  readonly run: typeof runOn
  readonly pool: ConnectionPool
  readonly limiter: PerCallerLimiter
}

async function asCaller(
  { run, pool, limiter, sessionTime, freeSpace }: ForCallers,
  caller: Caller,
  statement: Statement,
  options: CallerOptions,
): Promise<Result<TextRows, DatabaseFailure>> {
  const time = sessionTime?.of(caller.userId, options.network)
  const attempt = (isAdditional: boolean, isAlone = false) => {
    const work = (client: Client) => {
      // While it was queued, another statement of the caller may have timed out.
      limiter.refuseWhilePaused(caller.userId)
      if (options.isAdmitted?.() === false) throw new CallerPaused(BACKPRESSURE_SECONDS, BACKPRESSURE)
      if (options.access !== 'read' && freeSpace?.isLow) throw new DatabaseError(noRoom)
      return submit(client, caller, statement, { ...options, time })
    }
    const pooled = { isAdditional, text: statement.text, ...(time && { rank: () => time.overdrawnMs }) }
    // No one is put behind a statement of a caller that has used up its share.
    if ((isAlone || time?.spent === 'account') && options.access === 'read') return pool.run('exclusive', work, pooled)
    return run(pool, options.access, work, pooled)
  }
  const withPlanRetry = (isAdditional: boolean) =>
    attempt(isAdditional).catch((error: unknown) =>
      // On a connection of its own, where no statement before it can fail.
      isStalePlan(error) ? attempt(isAdditional, true) : Promise.reject(error),
    )
  // The embedded engine may have been restarted, or the caller's network have used up its share meanwhile.
  const mayRetry = (error: unknown) => isConnectionError(error) || (isCancelled(error) && time?.isNetworksFault)
  const withReadRetry = (isAdditional: boolean) =>
    withPlanRetry(isAdditional).catch((error: unknown) =>
      options.access === 'read' && mayRetry(error) ? withPlanRetry(isAdditional) : Promise.reject(error),
    )
  try {
    return succeed(
      await limiter.run(caller.userId, (isAdditional) => repeatedOnConflict(() => withReadRetry(isAdditional))),
    )
  } catch (error) {
    if (!isCancelled(error)) return fail(failureOf(error))
    // Without room PostgreSQL may not come to an end, which is not its caller's fault.
    if (freeSpace?.isLow) return fail(noRoom)
    if (time?.isNetworksFault) {
      return fail({ kind: 'overloaded', message: SHARE_SPENT, retryAfterSeconds: time.secondsToRepay })
    }
    limiter.penalize(caller.userId)
    return fail(failureOf(error))
  }
}

const isLockTimeout = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '55P03'

const isCancelled = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014'

const isConnectionError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ? endsConnection(error) : isBrokenConnection(error)

/**
 * Reads share connections. A write has one to itself, so that its outcome is known as soon as it is done. When its server
 * turns out to be read-only, the pool leaves it: connecting again finds the new primary.
 */
async function runOn<Value>(
  pool: ConnectionPool,
  access: CallerOptions['access'],
  work: (client: Client) => Promise<Value>,
  statement?: PooledStatement,
): Promise<Value> {
  if (access === 'read') return pool.run('shared', work, statement)
  const write = (client: Client) =>
    work(client).catch((error: unknown) => {
      if (!isReadOnlyServer(error)) throw error
      pool.drop((other, isIdle) => isIdle || other === client)
      throw new ReadOnlyServer('the database is read-only', { cause: error })
    })
  return pool.run('exclusive', write, statement)
}

class ReadOnlyServer extends Error {}

/** When a caller's transaction asks to write, 0A000 is what a standby answers, and 25001 a database that is read-only. */
function isReadOnlyServer(error: unknown): boolean {
  const sqlState = sqlStateOf(error)
  if (sqlState === '25006' || sqlState === '25001') return true
  return sqlState === '0A000' && (error as Error).message.includes('during recovery')
}

const sqlStateOf = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? error.sqlState : error instanceof pg.DatabaseError ? error.code : undefined

/** Runs work once more when PostgreSQL has rolled it back for another transaction (deadlock, serialization failure). */
const repeatedOnConflict = <Value>(work: () => Promise<Value>): Promise<Value> =>
  work().catch((error: unknown) => (/^40(001|P01)$/.test(sqlStateOf(error) ?? '') ? work() : Promise.reject(error)))

const NO_ROOM = 'The database has no room left, please try again later'

/** Messages for PostgreSQL's temporary errors, by SQLSTATE. Its own have numbers of processes, or names of files. */
const temporary: Readonly<Record<string, string>> = {
  '40001': 'Another change was made at the same time, please try again',
  '40P01': 'Another change was made at the same time, please try again',
  '53100': NO_ROOM,
  '53200': 'The database has no memory left, please try again later',
  '55P03': 'Another change is taking long, please try again',
}

const noRoom: DatabaseFailure = { kind: 'temporary', sqlState: '53100', message: NO_ROOM }

const READ_ONLY = 'Nothing can be saved at the moment, please try again later'

function submit(
  client: Client,
  caller: Caller,
  statement: Statement,
  options: ConstructorParameters<typeof CallerQuery>[2],
): Promise<TextRows> {
  return new Promise((resolve, reject) => {
    client.query(
      new CallerQuery(caller, statement, options, (error, rows) => (rows ? resolve(rows) : reject(error ?? undefined))),
    )
  })
}

/**
 * A plan from before a migration, or a prepared statement that was lost with a failed one before it. Nothing ran, so it
 * is safe to prepare and send the statement again.
 */
function isStalePlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  return error.code === '26000' || (error.code === '0A000' && error.message.includes('cached plan'))
}

async function rowsOf<Row extends object>(client: Client, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { rows } = await client.query<Row>(text, [...values])
  return rows
}

async function inTransaction<Value>(
  client: Client,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  await client.query('begin')
  try {
    const value = await work({
      query: (text, values = []) => withDatabaseErrors(rowsOf(client, text, values)),
    })
    await client.query('commit')
    return value
  } catch (error) {
    // PostgreSQL rolls back by itself when the connection broke.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Turns every error of the server's own statements into a DatabaseError. */
async function withDatabaseErrors<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DatabaseError || !isDatabaseError(error)) throw error
    throw new DatabaseError(failureOf(error), { cause: error })
  }
}

const isDatabaseError = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ||
  error instanceof PoolUnavailable ||
  error instanceof PoolOverloaded ||
  error instanceof CallerPaused ||
  error instanceof ReadOnlyServer ||
  isBrokenConnection(error)

function failureOf(error: unknown): DatabaseFailure {
  if (error instanceof DatabaseError) return error.failure
  if (error instanceof PoolOverloaded) return { kind: 'overloaded', message: error.message }
  if (error instanceof CallerPaused) {
    return { kind: 'overloaded', message: error.message, retryAfterSeconds: error.seconds }
  }
  if (error instanceof ReadOnlyServer) return { kind: 'temporary', sqlState: '25006', message: READ_ONLY }
  if (error instanceof pg.DatabaseError && !endsConnection(error)) {
    const sqlState = error.code ?? 'XX000'
    const message = temporary[sqlState]
    if (message !== undefined) return { kind: 'temporary', sqlState, message }
    return {
      kind: 'postgres',
      sqlState,
      // The embedded engine is cancelled as by a request, and PostgreSQL would say so.
      message: error.message.replace('due to user request', 'due to statement timeout'),
      detail: error.detail ?? null,
      hint: error.hint ?? null,
      constraint: error.constraint ?? null,
    }
  }
  if (error instanceof PoolUnavailable || error instanceof pg.DatabaseError || isBrokenConnection(error)) {
    return { kind: 'unavailable', message: (error as Error).message }
  }
  throw error
}

/** A file that is missing (58P01), unreadable (58030), or whose content is not what PostgreSQL wrote (XX001, XX002). */
export const isDamage = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && /^(58P01|58030|XX00[12])$/.test(error.code ?? '')

/**
 * The server closes the connection (57P: shutdown, crash, starting up) or refuses it (08, 53300). Poolers have codes of
 * their own, such as XX000, but after a fatal error the connection is closed.
 */
const endsConnection = ({ code = '', severity }: pg.DatabaseError): boolean =>
  severity === 'FATAL' || severity === 'PANIC' || /^(57P0[1-5]$|08|53300$)/.test(code)

/** pg reports a broken connection as a plain error, known by its text or its system call's code. */
function isBrokenConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = (error as NodeJS.ErrnoException).code
  return (
    /^E(CONNREFUSED|CONNRESET|PIPE|TIMEDOUT|NOTFOUND|HOSTUNREACH|NETUNREACH)$/.test(code ?? '') ||
    /^(Connection terminated|Client (has encountered|was closed)|Query read timeout|timeout expired)/.test(
      error.message,
    )
  )
}
