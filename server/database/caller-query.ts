import pg from 'pg'
import type { Connection } from 'pg'
import { serialize } from 'pg-protocol'
import type { Caller, CallerRole } from './caller.ts'
import type { CallerOptions, Statement, TextRows } from './database.ts'
import { PreparedStatements } from './prepared-statements.ts'
import type { CallerTime } from './session-time.ts'

/** Statement timeout (slow query timeout) by role: the query is cancelled with 57014. */
const STATEMENT_TIMEOUT_MS = {
  anon: 3000,
  authenticated: 8000,
  connected_app: 8000,
  service_role: 8000,
} as const satisfies Record<CallerRole, number>

const SYNC = serialize.sync()
const EXECUTE = serialize.execute({ portal: '', rows: 0 })

/** Properties that decide how long a caller's statement may keep others waiting. */
export interface CallerStatement {
  readonly kind: 'read' | 'write' | 'writing-call'
  readonly time?: CallerTime | undefined
}

/** The stream of the embedded engine, which limits callers' statements. */
type CallerStream = Connection['stream'] & { writeForCaller?(bytes: Buffer, statement: CallerStatement): void }

type Done = (error: Error | null, rows?: TextRows) => void

const preparedOn = new WeakMap<object, Pick<PreparedStatements, 'take' | 'forget'>>()

/** Parses every statement each time: behind a pooler the next statement may run on another connection. */
export const disablePreparedStatements = (connection: Connection): void => void preparedOn.set(connection, unnamed)

const unnamed = {
  take: () => ({ name: '', isNew: true, closed: [] }),
  forget: () => undefined,
}

/**
 * Role, claims and statement before one Sync: PostgreSQL runs them as one implicit transaction, so a request is one
 * round trip and the settings end with it. Both statements stay prepared on their connection. The statement's name
 * includes the role, since PostgreSQL plans again whenever another role runs a plan under row level security.
 *
 * `done` is called at ReadyForQuery and not before: a deferred constraint fails at the Sync, after CommandComplete.
 */
export class CallerQuery extends pg.Query {
  readonly #settings: readonly [names: string, values: string[]]
  readonly #statement: Statement
  readonly #key: string
  readonly #done: Done
  readonly #forCaller: CallerStatement
  readonly #rows: (string | null)[][] = []
  #commandsComplete = 0
  #prepared: Pick<PreparedStatements, 'take' | 'forget'> | undefined

  constructor(
    caller: Caller,
    statement: Statement,
    options: CallerOptions & Pick<CallerStatement, 'time'>,
    done: Done,
  ) {
    super('')
    this.#settings = settingsOf(caller, options)
    this.#statement = statement
    this.#key = `${caller.role}:${statement.text}`
    this.#done = done
    const kind = options.access === 'read' ? 'read' : options.kind === 'call' ? 'writing-call' : 'write'
    this.#forCaller = { kind, time: options.time }
  }

  override submit = (connection: Connection): void => {
    const prepared = preparedOn.get(connection) ?? new PreparedStatements()
    preparedOn.set(connection, prepared)
    this.#prepared = prepared
    const [settingsText, settingsValues] = this.#settings
    const messages = [
      ...messagesFor(prepared, settingsText, settingsText, settingsValues),
      ...messagesFor(prepared, this.#key, this.#statement.text, this.#statement.values),
      SYNC,
    ]
    // In one write, which is one system call.
    const bytes = Buffer.concat(messages)
    const stream = connection.stream as CallerStream
    if (stream.writeForCaller) stream.writeForCaller(bytes, this.#forCaller)
    else stream.write(bytes)
  }

  handleRowDescription(): void {
    // Row descriptions are not requested: every value stays the text that PostgreSQL sent.
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#commandsComplete === 1) this.#rows.push(message.fields)
  }

  handleCommandComplete(): void {
    this.#commandsComplete++
  }

  handleEmptyQuery(): void {
    // No statement is empty: the engine has lost it, and handleReadyForQuery fails it.
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.#commandsComplete === 2) return this.#done(null, { rows: this.#rows })
    // An engine whose stack overflowed is ready without having run the statement, and is no longer reliable.
    const error = new Error('Connection terminated: the statement was not answered')
    connection.stream.destroy(error)
    this.#done(error)
  }

  handleError(error: Error): void {
    // When the parse failed, the name does not exist on this connection.
    this.#prepared?.forget(this.#key)
    this.#done(error)
  }
}

/** Parses a statement unless it is prepared, binds its values, and executes it. */
function messagesFor(
  prepared: Pick<PreparedStatements, 'take'>,
  key: string,
  text: string,
  values: readonly (string | null)[],
): Buffer[] {
  const { name, isNew, closed } = prepared.take(key)
  return [
    ...closed.map((old) => serialize.close({ type: 'S', name: old })),
    ...(isNew ? [serialize.parse({ name, text })] : []),
    serialize.bind({ statement: name, values: [...values] }),
    EXECUTE,
  ]
}

/** The statement that sets role and claims, and its values. */
function settingsOf(caller: Caller, { access = 'write', settings = {} }: CallerOptions): [string, string[]] {
  const all = {
    role: caller.role,
    'request.jwt.claims': caller.claims,
    statement_timeout: String(STATEMENT_TIMEOUT_MS[caller.role]),
    transaction_read_only: access === 'read' ? 'on' : 'off',
    ...settings,
  }
  return [settingsText(Object.keys(all)), Object.values(all)]
}

const settingsTexts = new Map<string, string>()

/** Cached: requests use only a few sets of names. */
function settingsText(names: readonly string[]): string {
  const key = names.join()
  const known = settingsTexts.get(key)
  if (known !== undefined) return known
  // set_config returns its value, claims included: in a condition that is never true, nothing is sent back.
  const calls = names.map((name, index) => `set_config('${settingName(name)}', $${index + 1}, true) is null`)
  const text = `select where ${calls.join(' or ')}`
  settingsTexts.set(key, text)
  return text
}

function settingName(name: string): string {
  if (!/^[a-z_]+(\.[a-z_]+)*$/.test(name)) throw new Error(`not a setting's name: ${name}`)
  return name
}
