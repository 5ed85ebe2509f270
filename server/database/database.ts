import type { Result } from '../../domain/result.ts'
import type { Caller } from './caller.ts'

/**
 * The whole interface to the database. Two engines implement it with the same SQL: PostgreSQL through connection pools,
 * and PGlite in a worker thread behind the same driver.
 */
export interface Database {
  readonly engine: 'postgres' | 'pglite'

  /**
   * Runs one statement as a caller: role, claims and statement are one implicit transaction, so a request costs one
   * round trip and a failing statement changes nothing.
   */
  asCaller(caller: Caller, statement: Statement, options?: CallerOptions): Promise<Result<TextRows, DatabaseFailure>>

  /**
   * Runs one statement of the server's own; with access `read` it may share a connection with other reads.
   * @throws {DatabaseError}
   */
  query<Row extends object>(text: string, values?: readonly unknown[], options?: QueryOptions): Promise<Row[]>

  /** Runs `work` in one transaction of the server's own; an exception rolls it back. @throws {DatabaseError} */
  transaction<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value>

  /** Subscribes to a channel's notifications until the returned function is called. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>

  /**
   * Copies the embedded database, while it is used, into a DATA_DIR of its own. Undefined where a backup has a session
   * of its own. @throws {NoRoomForCopy | DatabaseError}
   */
  readonly copyTo?: (dataDir: string) => Promise<void>

  close(): Promise<void>
}

/** SQL with `$1`, `$2` … for its values. Identifiers come from the catalogue. */
export interface Statement {
  readonly text: string
  /** Text-format parameters; PostgreSQL casts them to the type the statement asks for. */
  readonly values: readonly (string | null)[]
}

export interface CallerOptions {
  /** `read` runs in a read-only transaction. Default `write`. */
  readonly access?: 'read' | 'write'
  /** Whether a request composed the statement, or it calls a function, whose author has bounded its work. */
  readonly kind?: 'composed' | 'call'
  /** Network of the client (`networkOf`), when a client asked. */
  readonly network?: string
  /** Further settings, local to the transaction, e.g. `request.method`. */
  readonly settings?: Readonly<Record<string, string>>
  /** Called when the statement leaves the queue; `false` refuses it as overloaded. */
  readonly isAdmitted?: () => boolean
}

export interface QueryOptions extends Pick<CallerOptions, 'access'> {
  /**
   * Id of the user or session whose locked rows it may wait for. Two such statements run at a time, the rest are queued; after
   * one has waited too long, further ones are refused as overloaded for a while.
   */
  readonly locks?: string
}

/** Rows as PostgreSQL's own text: nothing is parsed. */
export interface TextRows {
  readonly rows: readonly (readonly (string | null)[])[]
}

export interface Transaction {
  /** @throws {DatabaseError} */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

export interface Listener {
  notified(payload: string): void
  /** The connection broke: notifications may be missed from now on. */
  lost(): void
  /** Listening again. */
  restored(): void
}

export type DatabaseFailure =
  | {
      readonly kind: 'postgres'
      /** Five characters, https://www.postgresql.org/docs/current/errcodes-appendix.html */
      readonly sqlState: string
      readonly message: string
      readonly detail: string | null
      readonly hint: string | null
      readonly constraint: string | null
    }
  /** PostgreSQL changed nothing, and may do so soon: a lock, a conflict, no room, no writes. The message is our own. */
  | { readonly kind: 'temporary'; readonly sqlState: string; readonly message: string }
  /** No connection, or it broke before the response: whether a write took place is unknown. */
  | { readonly kind: 'unavailable'; readonly message: string }
  /** No connection was free in time; with seconds when the caller is paused. */
  | { readonly kind: 'overloaded'; readonly message: string; readonly retryAfterSeconds?: number }

/** A failure of the server's own statements. */
export class DatabaseError extends Error {
  readonly failure: DatabaseFailure

  constructor(failure: DatabaseFailure, options?: ErrorOptions) {
    super(failure.message, options)
    this.name = 'DatabaseError'
    this.failure = failure
  }

  /** The SQLSTATE, or undefined when PostgreSQL did not answer. */
  get sqlState(): string | undefined {
    return 'sqlState' in this.failure ? this.failure.sqlState : undefined
  }
}

/** Whether the same request may succeed in a moment. */
export const isTemporary = (error: unknown): boolean =>
  error instanceof DatabaseError && error.failure.kind !== 'postgres'
