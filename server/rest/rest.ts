import type { HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'
import type { Caller, Identify } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import type { ApiEnv } from '../http/context.ts'
import { networkOf } from '../http/network.ts'
import { UnsentAnswers } from '../http/unsent-answers.ts'
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
  /** The schemas that requests may reach, the default one first. Default `public` alone. */
  readonly schemas?: readonly string[]
  /** Multiplies the limits of writes, RATE_LIMIT_FACTOR. Default 1. */
  readonly rateLimitFactor?: number
}

type Resource = RestRequest['resource']

/** The tables API, as `@supabase/postgrest-js` speaks it; to be mounted at `/rest/v1`. */
export function createRest({ database, identify, log, schemas = ['public'], rateLimitFactor = 1 }: RestDependencies): {
  app: Hono<ApiEnv>
} {
  const writeLimit = new WriteLimit(rateLimitFactor)
  const unsent = new UnsentAnswers()
  const catalogue = new CurrentCatalogue(database, log, schemas)

  async function answer(context: Context<ApiEnv>, resource: Resource): Promise<Response> {
    const caller = await identify(context.var.credentials)
    if (!caller.ok) return refusal(context.req.method, { kind: 'token', failure: caller.failure })
    context.set('userId', caller.value.userId)
    const { method } = context.req
    const current = await catalogue.get()
    if (!current) return refusal(method, { kind: 'catalogue-unavailable' })
    const request = await requestOf(context, resource)
    const reader = readerOf(caller.value, context)
    const isAdmitted = () => reader === undefined || !unsent.isFull(reader)
    const at = { database, catalogue: current, caller: caller.value, schemas, writeLimit, isAdmitted }
    const answered = await handleRest(request, at)
    if (reader === undefined) return responseOf(answered)
    const bytes = answered.body?.length ?? 0
    // What a write did is told in any case.
    if (method === 'GET' && !unsent.fits(reader, bytes)) return refusal(method, { kind: 'too-much-unread' })
    const { outgoing } = (context.env ?? {}) as Partial<HttpBindings>
    if (outgoing) unsent.hold(reader, bytes, outgoing)
    return responseOf(answered)
  }

  const app = new Hono<ApiEnv>()
    .all('/rpc/:name', (context) => answer(context, { kind: 'function', name: context.req.param('name') }))
    .all('/:name', (context) => answer(context, { kind: 'table', name: context.req.param('name') }))
    .all('*', (context) => refusal(context.req.method, { kind: 'bad-path' }))
  return { app }
}

/** Whose unsent answers are counted together; nobody's for the operator's own key. */
const readerOf = ({ role, userId }: Caller, { var: { clientAddress } }: Context<ApiEnv>): string | undefined =>
  role === 'service_role' ? undefined : (userId ?? networkOf(clientAddress))

async function requestOf({ req }: Context<ApiEnv>, resource: Resource): Promise<RestRequest> {
  const start = req.url.indexOf('?')
  const hasBody = req.method === 'POST' || req.method === 'PATCH' || req.method === 'PUT'
  return {
    method: req.method,
    resource,
    query: start === -1 ? '' : req.url.slice(start + 1),
    header: (name) => req.header(name),
    body: hasBody ? await req.text() : '',
  }
}

/** A refusal that does not depend on who asks. */
const refusal = (method: string, failure: RestFailure) => responseOf(errorReply(failure, 'anon', method))

const responseOf = ({ status, headers, body }: Reply) => new Response(body, { status, headers })
