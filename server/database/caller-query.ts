import pg from 'pg'
import type { Connection } from 'pg'
import { serialize } from 'pg-protocol'
import type { Caller, CallerRole } from './caller.ts'
import type { CallerOptions, Statement, TextRows } from './database.ts'
import { PreparedStatements } from './prepared-statements.ts'

/** Milliseconds one statement of a caller may take. */
const STATEMENT_TIMEOUT_MS = { anon: 3000, authenticated: 8000, service_role: 8000 } as const satisfies Record<
  CallerRole,
  number
>

const SYNC = serialize.sync()
const EXECUTE = serialize.execute({ portal: '', rows: 0 })

/** A statement of a caller, by how long it may keep others waiting. */
export type CallerStatement = 'read' | 'write' | 'writing-call'

/** A stream that treats statements of callers apart: the embedded engine's. */
type CallerStream = Connection['stream'] & { writeForCaller?(bytes: Buffer, kind: CallerStatement): void }

type Done = (error: Error | null, rows?: TextRows) => void

const preparedOn = new WeakMap<object, Pick<PreparedStatements, 'take' | 'forget'>>()

/** Has every statement parsed anew: behind a pooler the next one may meet a connection that knows none of them. */
export const prepareNothing = (connection: Connection): void => void preparedOn.set(connection, unnamed)

const unnamed = {
  take: () => ({ name: '', isNew: true, closed: [] }),
  forget: () => undefined,
}

/**
 * Role, claims and statement before one Sync: PostgreSQL runs them as one implicit transaction, so a request is one
 * round trip and the settings end with it. Both statements stay prepared on their connection. The statement's name
 * carries the role, since PostgreSQL plans again whenever another role runs a plan under row level security.
 *
 * `done` is called at ReadyForQuery and not before: a deferred constraint fails at the Sync, after the command said
 * it was complete.
 */
export class CallerQuery extends pg.Query {
  readonly #settings: readonly [names: string, values: string[]]
  readonly #statement: Statement
  readonly #key: string
  readonly #done: Done
  readonly #kind: CallerStatement
  readonly #rows: (string | null)[][] = []
  #commandsComplete = 0
  #prepared: Pick<PreparedStatements, 'take' | 'forget'> | undefined

  constructor(caller: Caller, statement: Statement, options: CallerOptions, done: Done) {
    super('')
    this.#settings = settingsOf(caller, options)
    this.#statement = statement
    this.#key = `${caller.role}:${statement.text}`
    this.#done = done
    this.#kind = options.access === 'read' ? 'read' : options.kind === 'call' ? 'writing-call' : 'write'
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
    // In one piece: each write is a call of the system.
    const bytes = Buffer.concat(messages)
    const stream = connection.stream as CallerStream
    if (stream.writeForCaller) stream.writeForCaller(bytes, this.#kind)
    else stream.write(bytes)
  }

  handleRowDescription(): void {
    // Never asked for: every value stays the text that PostgreSQL sent.
  }

  handleDataRow(message: { fields: (string | null)[] }): void {
    if (this.#commandsComplete === 1) this.#rows.push(message.fields)
  }

  handleCommandComplete(): void {
    this.#commandsComplete++
  }

  handleEmptyQuery(): void {
    // No statement here is empty: an engine that says so has lost it, and is found out when it says it is ready.
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.#commandsComplete === 2) return this.#done(null, { rows: this.#rows })
    // Ready, and yet not done: an engine whose stack overran says so. Nothing it says can be believed any more.
    const error = new Error('Connection terminated: the statement was not answered')
    connection.stream.destroy(error)
    this.#done(error)
  }

  handleError(error: Error): void {
    // The parse itself may have failed, and then the name does not exist on this connection.
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

/** The statement that says who asks, and its values. */
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

/** The few sets of names that there are come again with every request. */
function settingsText(names: readonly string[]): string {
  const key = names.join()
  const known = settingsTexts.get(key)
  if (known !== undefined) return known
  // Each call answers what it set, the claims too: as a condition that never holds, nothing of that is sent back.
  const calls = names.map((name, index) => `set_config('${settingName(name)}', $${index + 1}, true) is null`)
  const text = `select where ${calls.join(' or ')}`
  settingsTexts.set(key, text)
  return text
}

function settingName(name: string): string {
  if (!/^[a-z_]+(\.[a-z_]+)*$/.test(name)) throw new Error(`not a setting's name: ${name}`)
  return name
}
