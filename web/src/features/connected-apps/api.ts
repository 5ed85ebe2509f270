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
  /** `dynamic`: it has registered itself, and nobody has checked its name. */
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
}

export async function readAppRequest(id: string): Promise<Result<AppRequest, Failure>> {
  const read = await authRequest<AppRequest>('GET', `/oauth/authorizations/${encodeURIComponent(id)}`)
  return read.ok ? read : fail(failureOf(read.failure, texts.requestFailed))
}

/** @returns the URL that leads back to the app, with its code or with the refusal */
export async function answerAppRequest(
  id: string,
  answer: { readonly action: 'approve' | 'deny'; readonly scope?: string },
): Promise<Result<string, Failure>> {
  const path = `/oauth/authorizations/${encodeURIComponent(id)}/consent`
  const answered = await authRequest<{ redirect_url: string }>('POST', path, answer)
  return answered.ok ? succeed(answered.value.redirect_url) : fail(failureOf(answered.failure, texts.answerFailed))
}

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
      if (read.ok) return read.value
      if (read.failure.status === 404) return null
      throw new Error(read.failure.message)
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
