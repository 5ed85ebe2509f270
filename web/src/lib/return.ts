import { texts } from './texts.ts'
import type { ToastText } from './toasts.ts'

/** What somebody brings back from the page of another account. */
export interface Return {
  /** To be exchanged for a session by the browser that asked (RFC 7636). */
  readonly code?: string
  /** Why there is none, in the words of the accounts server. */
  readonly error?: string
}

/** Where people come back to after signing in with another account. */
export const RETURN_PATH = '/auth'

/** Where they come back to after connecting another account to theirs. */
export const CONNECT_PATH = '/connected'

/** The pages that codes are for, and what did not happen when one is missing. */
const failedAt: Readonly<Record<string, string>> = {
  [RETURN_PATH]: texts.auth.signInFailed,
  [CONNECT_PATH]: texts.account.notConnected,
}

/**
 * Reads what the accounts server has put into an address, and gives the address without it: codes and messages are for
 * this one moment, and a reload or the history must not bring them back.
 */
export function readReturn(address: string): { readonly found: Return; readonly rest: string } {
  const url = new URL(address)
  const fragment = new URLSearchParams(url.hash.slice(1))
  // The calendar service comes back with the same names; they are not for us.
  if (url.pathname === '/calendar-callback') return { found: {}, rest: address }
  const code = url.pathname in failedAt ? url.searchParams.get('code') : null
  const [error, description] = ['error', 'error_description'].map(
    (name) => url.searchParams.get(name) ?? fragment.get(name),
  )
  if (code === null && !error && !description) return { found: {}, rest: address }
  for (const name of ['code', 'error', 'error_code', 'error_description', 'sb']) url.searchParams.delete(name)
  url.hash = ''
  return { found: error || description ? { error: description || error || '' } : { code: code ?? '' }, rest: url.href }
}

let code: string | undefined

/** Takes what came back out of the address. Called once, before anything else reads it. @returns what to tell the person */
export function takeReturn(): ToastText | string | undefined {
  const title = failedAt[location.pathname]
  const { found, rest } = readReturn(location.href)
  if (rest !== location.href) history.replaceState(history.state, '', rest)
  code = found.code
  const { error } = found
  return error !== undefined && title !== undefined ? { title, description: error } : error
}

export const hasReturned = (): boolean => code !== undefined

/** The code that came back, once. */
export function returnedCode(): string | undefined {
  const taken = code
  code = undefined
  return taken
}
