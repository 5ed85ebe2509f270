import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { connect, live, tables } from '../lib/session/client.ts'
import { setConfig, type Config } from '../lib/session/config.ts'
import { clearUserData } from '../lib/session/clear-user-data.ts'
import { setOffline } from '../lib/offline/network.ts'
import { local, tab } from '../lib/offline/storage.ts'
import { toasts } from '../lib/texts/toasts.ts'
import { emitChange, goLive, LiveSocket, liveTables, liveTokens, resetLive } from './live.ts'
import { FOUNDER } from './people.ts'
import { changeRow, withDefaults, type AnyRows, type Row } from './rows.ts'
import { answerTable, failure, type TableRows } from './tables.ts'

/** Of the server, and of the web app. */
const ORIGIN = 'http://localhost:3000'

/** The app's configuration unless a test sets another. */
const CONFIG: Config = {
  supabaseUrl: ORIGIN,
  supabaseKey: 'sb_publishable_test',
  productName: 'Upswing',
  productTagline: '',
  landingPath: '/',
  signIn: { providers: [] },
  signUp: 'open',
  calendar: { configured: false },
  booking: {},
  squad: { holidays: [] },
  ai: { configured: false },
}

/** How long it may take to load the client of live changes, and how often that is looked for. */
const JOIN = { timeout: 10_000, interval: 5 }

/** A request that was sent. */
export interface SentRequest {
  /** `GET goals`, `POST rpc/settle_goals`, `POST functions/cofounder`, `GET auth/user`. */
  readonly name: string
  readonly query: URLSearchParams
  readonly headers: Headers
  /** The parsed JSON; of a GET to a function of the database its arguments. */
  readonly body: unknown
  readonly signal: AbortSignal | undefined
}

/** A response, or what is sent as JSON; undefined: without a body. */
type Handler = (request: SentRequest) => unknown

/** A name of a request, or a pattern of the name with its query: `/^GET goals\?.*period=eq\.weekly/`. */
type Which = string | RegExp

/** Stands between a request and its response. */
interface Fault {
  readonly which: Which
  timesLeft: number
  readonly run: (answer: () => Promise<Response>) => Promise<Response>
}

interface Refusal {
  readonly status?: number
  readonly code?: string
  readonly message?: string
  readonly hint?: string
  readonly details?: string
}

interface FaultOptions {
  /** How many requests it concerns. Default: all until it is undone. */
  readonly times?: number
}

type GivenRows = { readonly [Name in keyof AnyRows]?: readonly Partial<AnyRows[Name]>[] }

/** A stub of the server: the requests that a test needs. */
export class TestServer {
  /** All that were sent, the first one first. */
  readonly requests: SentRequest[] = []
  readonly #tables: TableRows = new Map()
  readonly #handlers = new Map<string, Handler>()
  readonly #unprepared = new Set<string>()
  #faults: Fault[] = []
  #isReachable = true

  /** Adds rows to tables, which exist from then on; columns that are left out get a default. */
  has(given: GivenRows): void {
    for (const [table, rows] of Object.entries(given))
      this.#tables.set(table, [...this.rowsOf(table), ...rows.map((row) => withDefaults(table, row as Row))])
  }

  /** The rows of a table now. */
  rows<Name extends keyof AnyRows>(table: Name): AnyRows[Name][] {
    return this.rowsOf(table) as unknown as AnyRows[Name][]
  }

  /** The first row of a table. @throws {Error} when there is none */
  row<Name extends keyof AnyRows>(table: Name): AnyRows[Name] {
    const [row] = this.rows(table)
    if (!row) throw new Error(`The test has no row of ${table}`)
    return row
  }

  private rowsOf(table: string): Row[] {
    return this.#tables.get(table) ?? []
  }

  /** Answers a request: `server.on('POST functions/cofounder', () => ({ text: 'Yes' }))`. */
  on(name: string, handler: Handler): void {
    this.#handlers.set(name, handler)
  }

  /** Answers a function of the database, whether it is called with GET or POST. */
  rpc(name: string, handler: (given: Row, request: SentRequest) => unknown): void {
    for (const method of ['GET', 'POST'])
      this.on(`${method} rpc/${name}`, (request) => handler(request.body as Row, request))
  }

  /** Changes the server's public configuration. */
  configure(change: Partial<Config>): void {
    setConfig({ ...CONFIG, ...change })
  }

  /** The requests of that name so far. */
  sent(which: Which): SentRequest[] {
    return this.requests.filter((request) => isOne(which, request))
  }

  /** Refuses requests with an error that no retry helps, as without a permission. @returns what undoes it */
  refuse(
    which: Which,
    { status = 403, code = '42501', message = 'no', hint, details }: Refusal = {},
    options?: FaultOptions,
  ): () => void {
    return this.#fault(which, () => Promise.resolve(failure(status, code, message, { hint, details })), options)
  }

  /** Fails requests as a lost connection does, while the server is reachable. @returns what undoes it */
  lose(which: Which, options?: FaultOptions): () => void {
    return this.#fault(which, () => Promise.reject(new TypeError('Failed to fetch')), options)
  }

  /** Stores what requests write, but loses their responses. @returns what undoes it */
  loseAnswers(which: Which, options?: FaultOptions): () => void {
    return this.#fault(which, async (answer) => {
      await answer()
      throw new TypeError('Failed to fetch')
    }, options) // prettier-ignore
  }

  /** Lets no request through until the returned function is called. */
  hold(which: Which, options?: FaultOptions): () => void {
    const { released, release } = gate()
    const undo = this.#fault(which, (answer) => released.then(answer), options)
    return () => {
      undo()
      release()
    }
  }

  /** Lets requests through, but keeps their responses back until the returned function is called. */
  holdAnswers(which: Which, options?: FaultOptions): () => void {
    const { released, release } = gate()
    const undo = this.#fault(which, async (answer) => {
      const response = await answer()
      await released
      return response
    }, options) // prettier-ignore
    return () => {
      undo()
      release()
    }
  }

  /** Takes the network away, or brings it back; the app notices at once. */
  setReachable(isReachable: boolean): void {
    this.#isReachable = isReachable
    setOffline(!isReachable)
  }

  /** Joins the channels of the screen, and reports changes from now on: waits until those of these tables are joined. */
  async goLive(...tables: (keyof AnyRows)[]): Promise<void> {
    goLive()
    await vi.waitFor(() => {
      const missing = tables.filter((table) => !liveTables().includes(table))
      if (missing.length > 0) throw new Error(`The screen has not subscribed to ${missing.join(', ')}`)
    }, JOIN) // prettier-ignore
  }

  /** The access tokens that channels were joined with. */
  readonly liveTokens = liveTokens

  /** Reports a change of the app's own to a table. */
  reports(table: keyof AnyRows, type: 'INSERT' | 'UPDATE' | 'DELETE', row: Row = { user_id: FOUNDER.id }): void {
    emitChange(table, row, type)
  }

  /** Someone else inserts a row. */
  inserts<Name extends keyof AnyRows>(table: Name, given: Partial<AnyRows[Name]>): void {
    const row = withDefaults(table, given)
    this.#tables.set(table, [...this.rowsOf(table), row])
    emitChange(table, row, 'INSERT')
  }

  /** Someone else changes all rows of a table that `isOne` selects. */
  updates<Name extends keyof AnyRows>(
    table: Name,
    change: Partial<AnyRows[Name]>,
    isOne: (row: AnyRows[Name]) => boolean = () => true,
  ): void {
    for (const row of this.rowsOf(table)) {
      if (!isOne(row as unknown as AnyRows[Name])) continue
      changeRow(table, row, change)
      emitChange(table, row, 'UPDATE')
    }
  }

  /** Someone else deletes rows of a table. */
  deletes<Name extends keyof AnyRows>(table: Name, isOne: (row: AnyRows[Name]) => boolean = () => true): void {
    const gone = this.rowsOf(table).filter((row) => isOne(row as unknown as AnyRows[Name]))
    this.#tables.set(table, this.rowsOf(table).filter((row) => !gone.includes(row))) // prettier-ignore
    for (const row of gone) emitChange(table, row, 'DELETE')
  }

  #fault(which: Which, run: Fault['run'], { times = Infinity }: FaultOptions = {}): () => void {
    const fault: Fault = { which, timesLeft: times, run }
    this.#faults.unshift(fault)
    return () => (this.#faults = this.#faults.filter((other) => other !== fault))
  }

  /** In place of the browser's. */
  readonly fetch: typeof fetch = async (input, init) => {
    const request = await readRequest(new URL(String(input instanceof Request ? input.url : input), ORIGIN), init)
    if (!this.#isReachable) throw new TypeError('Failed to fetch')
    // A probe of the network.
    if (request.name.startsWith('HEAD /') || request.name === 'HEAD auth/health') return new Response()
    this.requests.push(request)
    const fault = this.#faults.find(({ which, timesLeft }) => timesLeft > 0 && isOne(which, request))
    const answer = async () => this.#answer(request)
    if (!fault) return unlessAborted(answer(), request)
    fault.timesLeft--
    return unlessAborted(fault.run(answer), request)
  }

  async #answer(request: SentRequest): Promise<Response> {
    const handler = this.#handlers.get(request.name)
    if (handler) return responseOf(await handler(request))
    const [method = '', table = ''] = request.name.split(' ')
    const response = answerTable(this.#tables, { ...request, method, table })
    if (response) return response
    this.#unprepared.add(request.name)
    return failure(501, 'UNPREPARED', `The test has not prepared ${request.name}`)
  }

  /** @throws {Error} when requests were sent that the test has not prepared */
  verify(): void {
    if (this.#unprepared.size > 0) throw new Error(`The test has not prepared: ${[...this.#unprepared].join(', ')}`)
  }

  /** Without rows, handlers and faults, as a test begins. */
  reset(): void {
    this.requests.length = 0
    for (const prepared of [this.#tables, this.#handlers, this.#unprepared]) prepared.clear()
    this.#faults = []
    this.setReachable(true)
  }
}

const isOne = (which: Which, { name, query }: SentRequest): boolean =>
  typeof which === 'string' ? which === name : which.test(`${name}?${query}`)

function gate() {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  return { released, release: () => release() }
}

/** Paths of the server's APIs, and how requests to them are named. */
const APIS = [
  [/^\/rest\/v1\//, ''],
  [/^\/functions\/v1\//, 'functions/'],
  [/^\/auth\/v1\//, 'auth/'],
] as const

async function readRequest(url: URL, init: RequestInit = {}): Promise<SentRequest> {
  const { method = 'GET', body, signal } = init
  const [api, prefix] = APIS.find(([path]) => path.test(url.pathname)) ?? [/^/, '']
  const query = url.searchParams
  const isCall = method === 'GET' && url.pathname.includes('/rpc/')
  return {
    name: `${method} ${prefix}${url.pathname.replace(api, '')}`,
    query,
    headers: new Headers(init.headers),
    body: isCall ? Object.fromEntries(query) : typeof body === 'string' ? JSON.parse(body) : body,
    signal: signal ?? undefined,
  }
}

function responseOf(answer: unknown): Response {
  if (answer instanceof Response) return answer
  return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer)
}

function unlessAborted(answer: Promise<Response>, { signal }: SentRequest): Promise<Response> {
  if (!signal) return answer
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(signal.reason as Error)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
  return Promise.race([answer, aborted])
}

let connected: Promise<void> | undefined

/** Builds the clients, which are kept from one test to the next with the accounts and the websocket that they know. */
async function connectClients(server: TestServer): Promise<void> {
  connect()
  server.has({ goals: [] })
  // The client of live changes waits for a response.
  await (await tables()).from('goals').select('id')
  await live()
  server.reset()
}

/** Puts a stub of the server in place of the network for each test of a file. */
export function stubServer(): TestServer {
  const server = new TestServer()
  beforeEach(async () => {
    server.reset()
    vi.stubGlobal('fetch', server.fetch)
    vi.stubGlobal('WebSocket', LiveSocket)
    setConfig(CONFIG)
    await (connected ??= connectClients(server))
    vi.spyOn(console, 'error').mockImplementation(logUnexpected)
  })
  // Hooks are those of the file that calls this: the module is shared by the files.
  afterEach(async () => {
    cleanup()
    vi.useRealTimers()
    // Requests that the screen has just begun are still sent to the stub.
    await new Promise((resolve) => setTimeout(resolve))
    for (const storage of [localStorage, sessionStorage]) storage.clear()
    local.forget()
    tab.forget()
    clearUserData()
    for (const { id } of toasts.current()) toasts.dismiss(id)
    resetLive()
    setOffline(false)
    vi.unstubAllGlobals()
    server.verify()
  })
  return server
}

const log = console.error

/** The app logs failures, which tests cause, as errors. Warnings of React are texts. */
function logUnexpected(...what: unknown[]): void {
  const isWarning = typeof what[0] === 'string' && !what.some((one) => one instanceof Error)
  if (isWarning && !String(what[0]).includes('not wrapped in act')) log(...what)
}
