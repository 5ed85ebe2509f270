import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../../../domain/database.types.ts'
import type { OutgoingPost, PostResult } from '../../../domain/outgoing-post.ts'
import type { Result } from '../../../domain/result.ts'

/** The second argument of a handler; the same on this server and in Supabase's runtime. */
export interface FunctionContext {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The project's API URL, and the fetch that calls it. */
  readonly supabaseUrl: string
  readonly fetch: typeof fetch
  readonly publishableKey: string
  readonly secretKey: string
  /** The user of an access token. */
  readonly userOf: (token: string) => Promise<Result<string, TokenRefusal>>
  /** The connected app of an access token, which no other function accepts. */
  readonly appOf: (token: string) => Promise<Result<ConnectedApp, TokenRefusal>>
  /** The URL that connected apps call: the resource for which their tokens are (RFC 8707). */
  readonly mcpUrl: string
  /** The client's address, for rate limits. */
  readonly clientAddress: string
  /** Continues work after the response; a failure is logged. */
  readonly waitUntil: (work: Promise<unknown>) => void
  /**
   * Sends a mail and waits until it is accepted. @returns false when its address gets no more mails for now
   * @throws {Error} when it is not accepted, or without a mail server
   */
  readonly sendMail: (message: MailMessage) => Promise<boolean>
  /**
   * Posts to a URL that a user has chosen, within ten seconds and without following redirects. Private networks are out of reach
   * unless they are allowed. @throws {Error} when its signal aborts
   */
  readonly post: (post: OutgoingPost) => Promise<PostResult>
}

/** An app that a user has let in, and what it may do. */
export interface ConnectedApp {
  readonly userId: string
  readonly clientId: string
  readonly scopes: readonly string[]
  /** Unix seconds at which the token ends. */
  readonly expiresAt: number
}

export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** An iCalendar object, which mail programs offer to add to the recipient's calendar. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly content: string }
  /** More headers: printable ASCII in one line each. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Why a token is rejected, or cannot be verified at the moment. */
export interface TokenRefusal {
  readonly status: 401 | 503
  readonly reason: string
}

/** Handles requests to `/functions/v1/<name>`; an exception becomes a 500. */
export type FunctionHandler = (request: Request, context: FunctionContext) => Promise<Response>

export type Client = PostgrestClient<Database>

/** The official client with a user's own token, so that policies decide what it sees. */
export const clientOf = (context: FunctionContext, token: string): Client =>
  client(context, context.publishableKey, token)

/** The official client with the rights of `service_role`; never for data that a caller requests. */
export const serviceClient = (context: FunctionContext): Client => client(context, context.secretKey, context.secretKey)

function client({ supabaseUrl, fetch }: FunctionContext, apikey: string, token: string): Client {
  const headers = { apikey, Authorization: `Bearer ${token}` }
  return new PostgrestClient(`${supabaseUrl}/rest/v1`, { headers, fetch })
}

export const json = (status: number, body: object, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })

/** An error response for the caller's screen and developer; a transient one has Retry-After. */
export const refusal = (status: number, error: string, headers?: Record<string, string>): Response =>
  json(status, { error }, status === 503 ? { 'Retry-After': '1', ...headers } : headers)
