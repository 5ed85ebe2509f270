import { existsSync, readdirSync } from 'node:fs'
import { Hono } from 'hono'
import type { ApiEnv } from '../http/context.ts'
import { networkOf } from '../http/network.ts'
import type { Log } from '../log.ts'

/** What a function is given besides the request: the contract of supabase/functions/_shared/function.ts. */
interface FunctionContext {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly supabaseUrl: string
  readonly fetch: typeof fetch
  readonly publishableKey: string
  readonly secretKey: string
  readonly clientAddress: string
}

type Handler = (request: Request, context: FunctionContext) => Promise<Response>

export interface FunctionsOptions extends Omit<FunctionContext, 'clientAddress'> {
  readonly log: Log
}

/** From the sources the handlers are TypeScript where they were written; in the bundle each is a file beside this one. */
const isSource = import.meta.url.endsWith('.ts')
const sources = new URL('../../supabase/functions/', import.meta.url)
const addressOf = (name: string): URL =>
  isSource ? new URL(`${name}/handler.ts`, sources) : new URL(`./functions/${name}.js`, import.meta.url)

/** Runs the handlers of `supabase/functions/*` in this process. CORS and the limit of a body are the gate's. */
export function createFunctions({ log, ...given }: FunctionsOptions): { app: Hono<ApiEnv> } {
  const names = new Set(readdirSync(sources).filter((name) => existsSync(new URL(`${name}/handler.ts`, sources))))
  const loaded = new Map<string, Promise<Handler>>()
  const load = (name: string): Promise<Handler> => {
    const handler =
      loaded.get(name) ?? import(addressOf(name).href).then((module: { default: Handler }) => module.default)
    loaded.set(name, handler)
    return handler
  }

  const app = new Hono<ApiEnv>()
  app.all('/:name', async (c) => {
    const { name } = c.req.param()
    if (!names.has(name)) return c.json({ error: `There is no function ${name}` }, 404)
    try {
      const handler = await load(name)
      return await handler(c.req.raw, { ...given, clientAddress: networkOf(c.get('clientAddress')) })
    } catch (cause) {
      log({ kind: 'request-failed', requestId: c.get('requestId'), path: c.req.path, cause })
      return c.json({ error: 'The function failed' }, 500)
    }
  })
  return { app }
}
