import { createClient, type SupabaseClient, type WebSocketLikeConstructor } from '@supabase/supabase-js'
import type { Database } from '../../../domain/database.types.ts'

/** What a function is given besides the request; the same on our own server and in Supabase's runtime. */
export interface FunctionContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The address of this project's API, and what fetches from it. */
  readonly supabaseUrl: string
  readonly fetch: typeof fetch
  readonly publishableKey: string
  readonly secretKey: string
  /** Of the client, for limits. */
  readonly clientAddress: string
}

/** Answers a request to `/functions/v1/<name>`; an exception becomes a 500. */
export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response>

export type Client = SupabaseClient<Database, 'public'>

/** The official client under somebody's own token, so that the database decides what is seen. */
export const clientOf = (context: FunctionContext, token: string): Client =>
  client(context, context.publishableKey, { Authorization: `Bearer ${token}` })

/** The official client with the rights of `service_role`; never for what a caller asks to see. */
export const serviceClient = (context: FunctionContext): Client => client(context, context.secretKey)

function client({ supabaseUrl, fetch }: FunctionContext, key: string, headers: Record<string, string> = {}): Client {
  return createClient<Database, 'public'>(supabaseUrl, key, {
    global: { fetch, headers },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: noSocket as unknown as WebSocketLikeConstructor },
  })
}

/** Functions hear no changes, but the client insists on a WebSocket, which Node 20 does not have. */
function noSocket(): never {
  throw new Error('functions hear no changes')
}

export const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

/** A refusal that the caller's screen or developer can read; what passes by itself says when to try again. */
export const refusal = (status: number, error: string, headers?: Record<string, string>): Response =>
  json(status, { error }, status === 503 ? { 'Retry-After': '1', ...headers } : headers)
