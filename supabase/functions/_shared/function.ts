import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../../../domain/database.types.ts'
import type { Result } from '../../../domain/result.ts'

/** What a function is given besides the request; the same on our own server and in Supabase's runtime. */
export interface FunctionContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The address of this project's API, and what fetches from it. */
  readonly supabaseUrl: string
  readonly fetch: typeof fetch
  readonly publishableKey: string
  readonly secretKey: string
  /** The user whose token this is. */
  readonly userOf: (token: string) => Promise<Result<string, TokenRefusal>>
  /** Of the client, for limits. */
  readonly clientAddress: string
  /** Lets work go on that outlives the response; the operator is told when it fails. */
  readonly waitUntil: (work: Promise<unknown>) => void
  /** Waits until the mail was accepted. @throws {Error} when it was not, or there is no mail server */
  readonly sendMail: (message: MailMessage) => Promise<void>
}

export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** An iCalendar object, which mail programs offer to put into the reader's calendar. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
}

/** Why a token is not accepted, or cannot be checked at the moment. */
export interface TokenRefusal {
  readonly status: 401 | 503
  readonly reason: string
}

/** Answers a request to `/functions/v1/<name>`; an exception becomes a 500. */
export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response>

export type Client = PostgrestClient<Database>

/** The official client of the tables under somebody's own token, so that the database decides what is seen. */
export const clientOf = (context: FunctionContext, token: string): Client =>
  client(context, context.publishableKey, token)

/** The same with the rights of `service_role`; never for what a caller asks to see. */
export const serviceClient = (context: FunctionContext): Client => client(context, context.secretKey, context.secretKey)

function client({ supabaseUrl, fetch }: FunctionContext, apikey: string, token: string): Client {
  const headers = { apikey, Authorization: `Bearer ${token}` }
  return new PostgrestClient(`${supabaseUrl}/rest/v1`, { headers, fetch })
}

export const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

/** A refusal that the caller's screen or developer can read; what passes by itself says when to try again. */
export const refusal = (status: number, error: string, headers?: Record<string, string>): Response =>
  json(status, { error }, status === 503 ? { 'Retry-After': '1', ...headers } : headers)
