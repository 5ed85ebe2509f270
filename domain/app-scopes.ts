/** What a connected app may do with a founder's account, OAuth scopes: each with the words of the page that asks for it. */
export const APP_SCOPES = {
  'records:read': 'Read your goals, check-ins, traction, runway, decisions, notes and calls',
  'records:write': 'Add goals, check-ins and decisions, and tick goals',
  'squad:write': 'Send messages to your growth squad in your name',
} as const

export type AppScope = keyof typeof APP_SCOPES

/** The scope of a request that names none. */
export const DEFAULT_APP_SCOPE: AppScope = 'records:read'

/** Scopes that change something, which a user may leave out. */
export const WRITING_SCOPES: ReadonlySet<string> = new Set<AppScope>(['records:write', 'squad:write'])

/**
 * Reads a list of scopes, separated by spaces (RFC 6749, 3.3). Who writes records also reads them: what is ticked has to be found.
 * @returns undefined when one is unknown
 * @example
 * readScopes('records:write') // ['records:read', 'records:write']
 * readScopes('') // ['records:read']
 * readScopes('records:read admin') // undefined
 */
export function readScopes(text: string): AppScope[] | undefined {
  const wanted = new Set(text.split(' ').filter(Boolean))
  if (wanted.size === 0) return [DEFAULT_APP_SCOPE]
  if (wanted.has('records:write')) wanted.add('records:read')
  const known = (Object.keys(APP_SCOPES) as AppScope[]).filter((scope) => wanted.delete(scope))
  return wanted.size === 0 ? known : undefined
}
