import pg from 'pg'
import type { Client } from 'pg'
import { fail, succeed, type Result } from '../../domain/result.ts'
import { CallerQuery } from './caller-query.ts'
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
import { CallerPaused, FairShare } from './fair-share.ts'
import { LanesOverloaded, LaneUnavailable, type LaneUse, type Lanes } from './lanes.ts'

/** Why a caller is not admitted, and after how many seconds to try again. */
const TOO_MUCH_UNREAD = 'Too many bytes of earlier answers are still to be read'
const UNREAD_SECONDS = 5

interface Engine {
  readonly name: Database['engine']
  /** Connections that requests run on. */
  readonly callers: Lanes
  /** Connections for the server's own statements; the same ones where the engine has a single session. */
  readonly own: Lanes
  /** Statements of one signed-in caller at the same time. */
  readonly mostPerCaller: number
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** What both engines share: they differ in how a connection is made and in how notices arrive. */
export function createDatabase(engine: Engine): Database {
  const share = new FairShare(engine.mostPerCaller)
  return {
    engine: engine.name,
    asCaller: (caller, statement, options = {}) => asCaller(engine.callers, share, caller, statement, options),
    query: (text, values = [], { access = 'write' } = {}) =>
      own(engine.own.run(useFor(access), (client) => rowsOf(client, text, values))),
    transaction: (work) => own(engine.own.run('exclusive', (client) => inTransaction(client, work))),
    listen: engine.listen,
    close: engine.close,
  }
}

async function asCaller(
  lanes: Lanes,
  share: FairShare,
  caller: Caller,
  statement: Statement,
  options: CallerOptions,
): Promise<Result<TextRows, DatabaseFailure>> {
  const attempt = (isFurther: boolean) => {
    const run = (client: Client) => {
      // While it waited, another one of the same caller may have been stopped.
      share.refuseWhilePaused(caller.userId)
      if (options.isAdmitted?.() === false) throw new CallerPaused(UNREAD_SECONDS, TOO_MUCH_UNREAD)
      return submit(client, caller, statement, options)
    }
    return lanes.run(useFor(options.access), run, isFurther)
  }
  const oncePerPlan = (isFurther: boolean) =>
    attempt(isFurther).catch((error: unknown) => (isStalePlan(error) ? attempt(isFurther) : Promise.reject(error)))
  // A connection that broke under a read has changed nothing: the embedded engine ends with a statement that is stopped.
  const oncePerConnection = (isFurther: boolean) =>
    oncePerPlan(isFurther).catch((error: unknown) =>
      options.access === 'read' && isLostOnTheWay(error) ? oncePerPlan(isFurther) : Promise.reject(error),
    )
  try {
    return succeed(await share.run(caller.userId, oncePerConnection))
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === '57014') share.penalize(caller.userId)
    return fail(failureOf(error))
  }
}

const isLostOnTheWay = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ? isGoingDown(error.code) : isBrokenConnection(error)

/** What may write has a connection to itself, so that its outcome is known as soon as it is done. */
const useFor = (access: CallerOptions['access']): LaneUse => (access === 'read' ? 'shared' : 'exclusive')

function submit(client: Client, caller: Caller, statement: Statement, options: CallerOptions): Promise<TextRows> {
  return new Promise((resolve, reject) => {
    client.query(
      new CallerQuery(caller, statement, options, (error, rows) => (rows ? resolve(rows) : reject(error ?? undefined))),
    )
  })
}

/**
 * A plan from before a migration, or a name that a failed neighbour took along: nothing ran, so it is safe to prepare
 * the statement again and send it once more.
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
      query: (text, values = []) => own(rowsOf(client, text, values)),
    })
    await client.query('commit')
    return value
  } catch (error) {
    // A connection that broke has rolled back by itself.
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** Lets the server's own statements fail with one kind of error. */
async function own<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work
  } catch (error) {
    if (error instanceof DatabaseError || !isOfDatabase(error)) throw error
    throw new DatabaseError(failureOf(error), { cause: error })
  }
}

const isOfDatabase = (error: unknown): boolean =>
  error instanceof pg.DatabaseError ||
  error instanceof LaneUnavailable ||
  error instanceof LanesOverloaded ||
  isBrokenConnection(error)

function failureOf(error: unknown): DatabaseFailure {
  if (error instanceof LanesOverloaded) return { kind: 'overloaded', message: error.message }
  if (error instanceof CallerPaused) {
    return { kind: 'overloaded', message: error.message, retryAfterSeconds: error.seconds }
  }
  if (error instanceof pg.DatabaseError && !isGoingDown(error.code)) {
    return {
      kind: 'postgres',
      sqlState: error.code ?? 'XX000',
      message: error.message,
      detail: error.detail ?? null,
      hint: error.hint ?? null,
      constraint: error.constraint ?? null,
    }
  }
  if (error instanceof LaneUnavailable || error instanceof pg.DatabaseError || isBrokenConnection(error)) {
    return { kind: 'unavailable', message: (error as Error).message }
  }
  throw error
}

/** The server said good-bye (class 57P: shutdown, crash, starting up) or a connection-level refusal (08, 53300). */
const isGoingDown = (code: string | undefined): boolean =>
  code !== undefined && (/^57P0[1-5]$/.test(code) || code.startsWith('08') || code === '53300')

/** pg reports a broken connection as a plain error: by its text, or with the code of the system call. */
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
