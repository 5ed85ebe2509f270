import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import type { Caller, Identify } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import { IN_PROCESS, type ApiEnv } from '../http/context.ts'
import { networkOf } from '../http/network.ts'
import { ResponseBackpressure } from '../http/response-backpressure.ts'
import type { Log } from '../log.ts'
import { CurrentCatalogue } from './current-catalogue.ts'
import type { RestFailure } from './failure.ts'
import { handleRest } from './handle.ts'
import type { RestRequest } from './parse.ts'
import { errorReply, type Reply } from './reply.ts'
import { WriteLimit } from './write-limit.ts'

export interface RestDependencies {
  readonly database: Database
  readonly identify: Identify
  readonly log: Log
  /** RATE_LIMIT_FACTOR, multiplies the limits of writes. Default 1. */
  readonly rateLimitFactor?: number
}

/** The schemas that `Accept-Profile` and `Content-Profile` may name, the default one first. */
const EXPOSED_SCHEMAS = ['public']

type Resource = RestRequest['resource']

/** The tables API of PostgREST, as `@supabase/postgrest-js` uses it; mounted at `/rest/v1`. */
export function createRest({ database, identify, log, rateLimitFactor = 1 }: RestDependencies): {
  app: Hono<ApiEnv>
} {
  const writeLimit = new WriteLimit(rateLimitFactor)
  const backpressure = new ResponseBackpressure()
  const catalogue = new CurrentCatalogue(database, log, EXPOSED_SCHEMAS)

  async function handle(context: Context<ApiEnv>, resource: Resource): Promise<Response> {
    const caller = await identify(context.var.credentials)
    if (!caller.ok) return refusal(context.req.method, { kind: 'token', failure: caller.failure })
    context.set('userId', caller.value.userId)
    const { method } = context.req
    const current = await catalogue.get()
    if (!current) return refusal(method, { kind: 'catalogue-unavailable' })
    const request = await requestOf(context, resource)
    const reader = readerOf(caller.value, context)
    const isAdmitted = () => reader === undefined || !backpressure.isFull(reader)
    const { clientAddress } = context.var
    const network = clientAddress === IN_PROCESS ? '' : networkOf(clientAddress)
    const at = {
      database,
      catalogue: current,
      caller: caller.value,
      network,
      schemas: EXPOSED_SCHEMAS,
      writeLimit,
      isAdmitted,
    }
    const result = await handleRest(request, at)
    if (reader === undefined) return responseOf(result)
    const bytes = result.body?.length ?? 0
    // The result of a write is always sent.
    if (method === 'GET' && !backpressure.fits(reader, bytes)) return refusal(method, { kind: 'backpressure' })
    const { outgoing } = (context.env ?? {}) as Partial<HttpBindings>
    if (outgoing) backpressure.hold(reader, bytes, outgoing)
    return responseOf(result)
  }

  const app = new Hono<ApiEnv>()
    .all('/rpc/:name', (context) => handle(context, { kind: 'function', name: context.req.param('name') }))
    .all('/:name', (context) => handle(context, { kind: 'table', name: context.req.param('name') }))
    .all('*', (context) => refusal(context.req.method, { kind: 'bad-path' }))
  return { app }
}

/** Characters from which a body is sent as bytes. */
const LONG_BODY = 64 * 1024

/** The caller whose unsent responses are limited (backpressure): a user or a network; undefined for the secret key. */
const readerOf = ({ role, userId }: Caller, { var: { clientAddress } }: Context<ApiEnv>): string | undefined =>
  role === 'service_role' ? undefined : (userId ?? networkOf(clientAddress))

async function requestOf({ req, var: { readText } }: Context<ApiEnv>, resource: Resource): Promise<RestRequest> {
  const start = req.url.indexOf('?')
  const hasBody = req.method === 'POST' || req.method === 'PATCH' || req.method === 'PUT'
  return {
    method: req.method,
    resource,
    query: start === -1 ? '' : req.url.slice(start + 1),
    header: (name) => req.header(name),
    body: hasBody ? await readText() : '',
  }
}

/** An error response that does not depend on the caller. */
const refusal = (method: string, failure: RestFailure) => responseOf(errorReply(failure, 'anon', method))

/**
 * A long body is sent as bytes: Node.js keeps a string that the client has not read on the heap, besides its bytes, and a
 * few slow readers of long lists would fill a small heap.
 */
const responseOf = ({ status, headers, body }: Reply) => {
  const isLong = body !== null && body.length >= LONG_BODY
  return new Response(isLong ? Buffer.from(body) : body, { status, headers })
}
