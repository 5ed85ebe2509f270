import type { Result } from '../../domain/result.ts'
import type { Caller } from './caller.ts'

/**
 * The one way to the data. Two engines implement it with the same SQL: PostgreSQL through a set of connections, and
 * PGlite in a worker thread behind the same driver.
 */
export interface Database {
  readonly engine: 'postgres' | 'pglite'

  /**
   * Runs one statement as a caller: role, claims and statement travel together and are one implicit transaction, so
   * a request costs one round trip and a failing statement leaves nothing behind.
   */
  asCaller(caller: Caller, statement: Statement, options?: CallerOptions): Promise<Result<TextRows, DatabaseFailure>>

  /**
   * Runs one statement of the server's own; one that says it only reads may share a connection with other reads.
   * @throws {DatabaseError}
   */
  query<Row extends object>(
    text: string,
    values?: readonly unknown[],
    options?: Pick<CallerOptions, 'access'>,
  ): Promise<Row[]>

  /** Runs `work` in one transaction of the server's own; an exception rolls it back. @throws {DatabaseError} */
  transaction<Value>(work: (transaction: Transaction) => Promise<Value>): Promise<Value>

  /** Hears `notify` on a channel until the returned function is called. */
  listen(channel: string, listener: Listener): Promise<() => Promise<void>>

  close(): Promise<void>
}

/** SQL with `$1`, `$2` … in it. Identifiers come from the catalogue, values only from here. */
export interface Statement {
  readonly text: string
  /** Text-format parameters; PostgreSQL casts them to the type the statement asks for. */
  readonly values: readonly (string | null)[]
}

export interface CallerOptions {
  /** `read` runs in a read-only transaction. Default `write`. */
  readonly access?: 'read' | 'write'
  /** What the statement is: composed from a request, or a call of a function, whose work its author has bounded. */
  readonly kind?: 'composed' | 'call'
  /** Further settings, local to the transaction, e.g. `request.method`. */
  readonly settings?: Readonly<Record<string, string>>
  /** Asked when the statement's turn has come; `false` refuses it as overloaded, with seconds to wait. */
  readonly isAdmitted?: () => boolean
}

/** Rows as PostgreSQL's own text: nothing is parsed on the way through. */
export interface TextRows {
  readonly rows: readonly (readonly (string | null)[])[]
}

export interface Transaction {
  /** @throws {DatabaseError} */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

export interface Listener {
  notified(payload: string): void
  /** The connection is gone: notices may have been missed from here on. */
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
  /** No connection, or it broke before the answer: whether a write took place is unknown. */
  | { readonly kind: 'unavailable'; readonly message: string }
  /** Nobody took the statement up in time; with seconds when it is the caller who has to pause. */
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
    return this.failure.kind === 'postgres' ? this.failure.sqlState : undefined
  }
}
