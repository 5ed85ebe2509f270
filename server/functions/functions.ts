import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { Hono, type Context } from 'hono'
import { fail, succeed, type Result } from '../../domain/result.ts'
import { tokenErrorMessage, type Caller, type Identify } from '../database/caller.ts'
import { isTemporary, type Database } from '../database/database.ts'
import type { ApiEnv } from '../http/context.ts'
import { refuseBody, refuseForNow } from '../http/gate.ts'
import { networkOf } from '../http/network.ts'
import type { Log } from '../log.ts'
import { FunctionBody } from './body.ts'
import type { Message } from '../mail/mail.ts'
import { createPost, type Post } from './outgoing-post.ts'
import { startRuns } from './runs.ts'

/** The second argument of a function's handler, as supabase/functions/_shared/function.ts declares it. */
interface FunctionContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly supabaseUrl: string
  readonly fetch: typeof fetch
  readonly publishableKey: string
  readonly secretKey: string
  readonly userOf: (token: string) => Promise<Result<string, TokenRefusal>>
  readonly appOf: (token: string) => Promise<Result<ConnectedApp, TokenRefusal>>
  readonly mcpUrl: string
  readonly clientAddress: string
  readonly waitUntil: (work: Promise<unknown>) => void
  readonly sendMail: (message: Message) => Promise<boolean>
  readonly post: Post
}

interface TokenRefusal {
  readonly status: 401 | 503
  readonly reason: string
}

/** A connected app, by its token. */
interface ConnectedApp {
  readonly userId: string
  readonly clientId: string
  readonly scopes: readonly string[]
  /** Unix seconds. */
  readonly expiresAt: number
}

type Handler = (request: Request, context: FunctionContext) => Promise<Response>

export interface FunctionsOptions extends Omit<
  FunctionContext,
  'clientAddress' | 'waitUntil' | 'userOf' | 'appOf' | 'post'
> {
  readonly database: Database
  readonly identify: Identify
  readonly identifyWithApps: Identify
  readonly log: Log
}

/**
 * Milliseconds after the start at which all functions are loaded. Node.js remembers a failed import: one that is first
 * tried while the process has no free descriptors would fail until the next start.
 */
const LOAD_AFTER_MS = 1000

/** Grace period of background work at a shutdown, milliseconds. */
const SHUTDOWN_GRACE_MS = 9000

export interface Functions {
  readonly app: Hono<ApiEnv>
  /** Answers a request with a function, for those that have an address of their own besides. */
  call(c: Context<ApiEnv>, name: string): Promise<Response>
  /** Waits for background work, for the grace period. */
  close(): Promise<void>
  /**
   * Starts running functions in the background: those that PostgreSQL notifies on the channel `functions`, and those with
   * a `schedule.json` (`{"everySeconds": 60}`). @returns a function that stops it @throws {DatabaseError}
   */
  startRuns(): Promise<() => Promise<void>>
}

/** In the bundle each handler is a file beside this one; from the sources it is TypeScript in supabase/functions. */
const isSource = import.meta.url.endsWith('.ts')
const sources = new URL('../../supabase/functions/', import.meta.url)
const bundled = new URL('./functions/', import.meta.url)
const addressOf = (name: string): URL =>
  isSource ? new URL(`${name}/handler.ts`, sources) : new URL(`${name}.js`, bundled)
const namesOf = (): string[] =>
  isSource
    ? readdirSync(sources).filter((name) => existsSync(addressOf(name)))
    : readdirSync(bundled).flatMap((file) => (file.endsWith('.js') ? file.slice(0, -3) : []))

/** Runs the handlers of `supabase/functions/*` in this process. The gate does CORS and limits the body. */
export function createFunctions({ database, identify, identifyWithApps, log, ...given }: FunctionsOptions): Functions {
  const names = new Set(namesOf())
  const post = createPost()
  const loaded = new Map<string, Promise<Handler>>()
  const load = (name: string): Promise<Handler> => {
    const handler =
      loaded.get(name) ?? import(addressOf(name).href).then((module: { default: Handler }) => module.default)
    loaded.set(name, handler)
    return handler
  }

  const userOf: FunctionContext['userOf'] = async (token) => {
    let signedCaller: Caller | undefined
    let factorIsDue = Promise.resolve(false)
    const caller = await identify({ keyRole: undefined, token }, (signed) => {
      signedCaller = signed
      factorIsDue = isFactorDue(signed)
      factorIsDue.catch(() => undefined)
    })
    if (!caller.ok) {
      return fail({
        status: caller.failure.kind === 'unavailable' ? 503 : 401,
        reason: tokenErrorMessage(caller.failure),
      })
    }
    const { userId } = caller.value
    if (userId === undefined) return fail({ status: 401, reason: 'Not a user' })
    // The session may have been downgraded to aal1 since its token was issued.
    if (caller.value !== signedCaller) factorIsDue = isFactorDue(caller.value)
    if (await factorIsDue) return fail({ status: 401, reason: 'A second factor is due' })
    return succeed(userId)
  }

  const appOf: FunctionContext['appOf'] = async (token) => {
    const caller = await identifyWithApps({ keyRole: undefined, token })
    if (!caller.ok) {
      const status = caller.failure.kind === 'unavailable' ? 503 : 401
      return fail({ status, reason: tokenErrorMessage(caller.failure) })
    }
    const { role, claims, userId, expiresAt } = caller.value
    const { client_id, scope, aud } = JSON.parse(claims) as { client_id?: string; scope?: string; aud?: unknown }
    const isForApps = Array.isArray(aud) && aud.includes(given.mcpUrl)
    if (role !== 'connected_app' || !userId || !client_id || !expiresAt || !isForApps) {
      return fail({ status: 401, reason: 'Not the token of a connected app' })
    }
    // One that was added since: then the user connects the app again, in a session that has passed it.
    if (await isFactorDue(caller.value)) return fail({ status: 401, reason: 'A second factor is due' })
    return succeed({ userId, clientId: client_id, scopes: scope?.split(' ') ?? [], expiresAt })
  }

  /** Functions also query as the service role, where no policy requires the second factor. */
  async function isFactorDue({ userId, claims }: Caller): Promise<boolean> {
    if ((JSON.parse(claims) as { aal?: unknown }).aal === 'aal2') return false
    const [row] = await database.query<{ has: boolean }>('select server.has_verified_factor($1) as has', [userId], {
      access: 'read',
    })
    return row?.has ?? false
  }

  const background = new Set<Promise<unknown>>()
  const runInBackground = (work: Promise<unknown>, fail: (cause: unknown) => void) => {
    const done = work.catch(fail).finally(() => background.delete(done))
    background.add(done)
  }
  const close = async () => {
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise((resolve) => (timer = setTimeout(resolve, SHUTDOWN_GRACE_MS)))
    await Promise.race([Promise.all(background), timeout])
    clearTimeout(timer)
  }

  const call = async (c: Context<ApiEnv>, name: string): Promise<Response> => {
    if (!names.has(name)) return c.json({ error: `There is no function ${name}` }, 404)
    const logFailure = (cause: unknown) =>
      log({ kind: 'request-failed', requestId: c.get('requestId'), path: c.req.path, cause })
    try {
      const handler = await load(name)
      const clientAddress = networkOf(c.get('clientAddress'))
      const body = new FunctionBody(c)
      const response = await handler(body.request, {
        ...given,
        clientAddress,
        userOf,
        appOf,
        post,
        waitUntil: (work) => runInBackground(work, logFailure),
      })
      return body.refused ? refuseBody(c, body.refused.failure) : response
    } catch (cause) {
      if (isTemporary(cause)) return refuseForNow(c)
      logFailure(cause)
      return c.json({ error: 'The function failed' }, 500)
    }
  }
  const app = new Hono<ApiEnv>().all('/:name', (c) => call(c, c.req.param('name')))

  const run = async (name: string, signal: AbortSignal): Promise<void> => {
    const address = new URL(`/functions/v1/${name}`, given.supabaseUrl)
    const headers = { Authorization: `Bearer ${given.secretKey}` }
    try {
      await (await given.fetch(address, { method: 'POST', headers, signal })).text()
    } catch (cause) {
      log({ kind: 'request-failed', requestId: '', path: address.pathname, cause })
    }
  }
  return {
    app,
    call,
    close,
    startRuns: async () => {
      const stop = await startRuns({ database, names, schedules: readSchedules(names), run })
      const loading = setTimeout(() => void loadAll(), LOAD_AFTER_MS)
      return () => {
        clearTimeout(loading)
        return stop()
      }
    },
  }

  async function loadAll(): Promise<void> {
    // A failure is logged when the function is called.
    for (const name of names) await load(name).catch(() => undefined)
  }
}

/** Seconds between runs, by function. The schedule is a file of its own, so that no function is loaded to read it. */
function readSchedules(names: ReadonlySet<string>): Map<string, number> {
  const scheduled = [...names].filter((name) => existsSync(new URL(`${name}/schedule.json`, sources)))
  return new Map(
    scheduled.map((name) => {
      const text = readFileSync(new URL(`${name}/schedule.json`, sources), 'utf8')
      return [name, (JSON.parse(text) as { everySeconds: number }).everySeconds]
    }),
  )
}
