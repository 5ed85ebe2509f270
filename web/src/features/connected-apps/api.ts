import { queryOptions } from '@tanstack/react-query'
import { APP_SCOPES, type AppScope } from '../../../../domain/app-scopes.ts'
import { fail, succeed, type Result } from '../../../../domain/result.ts'
import { keys } from '../../lib/data/keys.ts'
import { authRequest, failureOf, type Failure } from '../../lib/session/auth-request.ts'
import { auth, tables } from '../../lib/session/client.ts'
import { connectedAppsTexts as texts } from './texts.ts'

/** An app, as it has registered. */
export interface App {
  readonly id: string
  /** What it calls itself; may be empty. */
  readonly name: string
  /** `dynamic`: it has registered itself, and no one has checked its name. */
  readonly registration_type?: 'dynamic' | 'manual'
}

/** An app's request to act for the user. */
export interface AppRequest {
  readonly authorization_id: string
  readonly redirect_uri: string
  readonly client: App
  readonly user: { readonly email: string }
  /** Scopes, separated by spaces. */
  readonly scope: string
  /**
   * On Supabase, where an app cannot ask for scopes of ours: the user is offered all of them. Its server has approved an app that was
   * connected before already, but gives it no token until the user has allowed it here.
   */
  readonly onSupabase?: { readonly approvedUrl?: string | undefined }
}

export async function readAppRequest(id: string): Promise<Result<AppRequest, Failure>> {
  const path = `/oauth/authorizations/${encodeURIComponent(id)}`
  const read = await authRequest<AppRequest | { readonly redirect_url: string }>('GET', path)
  if (!read.ok) return fail(failureOf(read.failure, texts.requestFailed))
  if ('scope' in read.value && hasOwnScopes(read.value.scope.split(' '))) return succeed(read.value)
  const { data, error } = await (await tables()).rpc('app_request', { request: id })
  if (error) return fail(failureOf(error, texts.requestFailed))
  const request = data as unknown as AppRequest | null
  if (!request) return fail({ title: texts.requestFailed, description: '', code: 'oauth_authorization_not_found' })
  // Its server would take an ID token for its user's own.
  if (request.scope.split(' ').includes('openid'))
    return fail({ title: texts.requestFailed, description: '', code: 'openid' })
  const scope = Object.keys(APP_SCOPES).join(' ')
  const approvedUrl = 'redirect_url' in read.value ? read.value.redirect_url : undefined
  return succeed({ ...request, scope, onSupabase: { approvedUrl } })
}

/** @returns the URL that leads back to the app, with its code or with the refusal */
export async function answerAppRequest(
  { authorization_id, client, onSupabase }: AppRequest,
  answer: { readonly action: 'approve' | 'deny'; readonly scope?: string },
): Promise<Result<string, Failure>> {
  if (onSupabase && answer.scope !== undefined) {
    const scopes = answer.scope.split(' ')
    const { error } = await (await tables()).rpc('allow_app', { client: client.id, scopes })
    if (error) return fail(failureOf(error, texts.answerFailed))
  }
  if (onSupabase?.approvedUrl !== undefined) {
    return succeed(answer.action === 'approve' ? onSupabase.approvedUrl : declined(onSupabase.approvedUrl))
  }
  const path = `/oauth/authorizations/${encodeURIComponent(authorization_id)}/consent`
  const answered = await authRequest<{ redirect_url: string }>('POST', path, answer)
  return answered.ok ? succeed(answered.value.redirect_url) : fail(failureOf(answered.failure, texts.answerFailed))
}

/**
 * The redirect URL of a refusal, from the one with an authorization code.
 * @example
 * declined('https://a.example/callback?code=c&state=s') // 'https://a.example/callback?state=s&error=access_denied'
 */
export function declined(approvedUrl: string): string {
  const url = new URL(approvedUrl)
  url.searchParams.delete('code')
  url.searchParams.set('error', 'access_denied')
  return url.href
}

const hasOwnScopes = (scopes: readonly string[]): boolean => scopes.some((scope) => Object.hasOwn(APP_SCOPES, scope))

/** An app that the user has let in. Moments are ISO 8601. */
export interface ConnectedApp {
  readonly client: App
  readonly scopes: readonly string[]
  readonly granted_at: string
  readonly last_used_at?: string
}

/** The user's connected apps, the newest first; null on a server without such apps. */
export const connectedAppsQuery = (user: string) =>
  queryOptions({
    queryKey: keys.account.apps(user),
    queryFn: async () => {
      const read = await authRequest<ConnectedApp[]>('GET', '/user/oauth/grants')
      if (!read.ok) {
        if (read.failure.status === 404) return null
        throw new Error(read.failure.message)
      }
      if (read.value.every(({ scopes }) => hasOwnScopes(scopes))) return read.value
      // Supabase's server does not know what was allowed.
      const { data } = await (await tables()).rpc('allowed_apps').throwOnError()
      const scopesOf = new Map(data.map(({ client_id, scopes }) => [client_id, scopes]))
      return read.value.map((app) => ({ ...app, scopes: scopesOf.get(app.client.id) ?? [] }))
    },
    meta: { failed: texts.loadFailed },
  })

export async function disconnectApp(clientId: string): Promise<Result<null, Failure>> {
  const { error } = await auth().oauth.revokeGrant({ clientId })
  return error ? fail(failureOf(error, texts.notDisconnected)) : succeed(null)
}

/** What apps added within the last day and is not undone, the newest first. */
export const appEntriesQuery = (user: string) =>
  queryOptions({
    queryKey: keys.account.appEntries(user),
    queryFn: async () => {
      const query = (await tables())
        .from('app_entries')
        .select('id, kind, record_id, title, app, created_at')
        .eq('user_id', user)
        .is('undone_at', null)
        .gt('created_at', new Date(Date.now() - UNDO_MS).toISOString())
        .order('created_at', { ascending: false })
        .order('id')
        .limit(50)
      return (await query.throwOnError()).data
    },
    meta: { failed: texts.entriesFailed },
  })

/** As the database has it, `undo_app_entry`. */
const UNDO_MS = 24 * 60 * 60 * 1000

export async function undoAppEntry(record: string, kind: string): Promise<Result<null, Failure>> {
  const { error } = await (await tables()).rpc('undo_app_entry', { record, kind })
  return error ? fail(failureOf({ ...error, code: undefined }, texts.notUndone)) : succeed(null)
}

/**
 * What a scope allows, in words.
 * @example
 * scopeText('squad:write') // 'Send messages to your growth squad in your name'
 */
export const scopeText = (scope: string): string => APP_SCOPES[scope as AppScope] ?? scope

/**
 * Where a redirect leads, in words: a host, this computer, or the app of a scheme.
 * @example
 * redirectTarget('https://claude.ai/callback') // 'claude.ai'
 * redirectTarget('http://127.0.0.1:9000/callback') // 'an app on this computer'
 * redirectTarget('cursor://anysphere.cursor-mcp/callback') // 'the app for cursor: links'
 */
export function redirectTarget(uri: string): string {
  const { protocol, host } = new URL(uri)
  if (protocol === 'https:') return host
  return protocol === 'http:' ? 'an app on this computer' : `the app for ${protocol} links`
}
