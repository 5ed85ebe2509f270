import { Hono, type Context } from 'hono'
import type { Identify } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import type { ApiEnv } from '../http/context.ts'
import type { Log } from '../log.ts'
import { CurrentCatalogue } from './current-catalogue.ts'
import type { RestFailure } from './failure.ts'
import { handleRest } from './handle.ts'
import type { RestRequest } from './parse.ts'
import { errorReply, type Reply } from './reply.ts'

export interface RestDependencies {
  readonly database: Database
  readonly identify: Identify
  readonly log: Log
  /** The schemas that requests may reach, the default one first. Default `public` alone. */
  readonly schemas?: readonly string[]
}

type Resource = RestRequest['resource']

/** The tables API, as `@supabase/postgrest-js` speaks it; to be mounted at `/rest/v1`. */
export function createRest({ database, identify, log, schemas = ['public'] }: RestDependencies): { app: Hono<ApiEnv> } {
  const catalogue = new CurrentCatalogue(database, log, schemas)

  async function answer(context: Context<ApiEnv>, resource: Resource): Promise<Response> {
    const caller = await identify(context.var.credentials)
    if (!caller.ok) return refusal(context.req.method, { kind: 'token', failure: caller.failure })
    context.set('userId', caller.value.userId)
    const current = await catalogue.get()
    if (!current) return refusal(context.req.method, { kind: 'catalogue-unavailable' })
    const request = await requestOf(context, resource)
    return responseOf(await handleRest(request, { database, catalogue: current, caller: caller.value, schemas }))
  }

  const app = new Hono<ApiEnv>()
    .all('/rpc/:name', (context) => answer(context, { kind: 'function', name: context.req.param('name') }))
    .all('/:name', (context) => answer(context, { kind: 'table', name: context.req.param('name') }))
    .all('*', (context) => refusal(context.req.method, { kind: 'bad-path' }))
  return { app }
}

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
