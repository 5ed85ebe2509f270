import { currentLocation } from '../navigation/navigate.ts'
import { local, tab } from '../offline/storage.ts'
import { texts } from '../texts/texts.ts'
import type { ToastText } from '../texts/toasts.ts'
import { newUuid } from '../data/uuid.ts'

/** The parameters of a redirect back to the app. */
export interface AuthRedirect {
  /** Authorization code, exchanged by the browser that requested it (RFC 7636). */
  readonly code?: string
  /** The error, in our words. */
  readonly error?: string
  /** The id of a linking that this browser has started. */
  readonly connecting?: string
  /** A mailed link, redeemed only after its owner confirms. */
  readonly link?: MailedLink
}

export interface MailedLink {
  readonly type: string
  readonly tokenHash: string
  /** A path of this site to open afterwards. */
  readonly to: string
}

/** Where the browser returns after signing in with an external provider. */
export const AUTH_REDIRECT_PATH = '/auth'

/**
 * Parses the auth server's parameters in a URL, and returns the URL without them: codes and messages are valid once, and
 * a reload or the history must not repeat them.
 * @example
 * readAuthRedirect('https://acme.com/auth?code=5f0c') // { found: { code: '5f0c' }, rest: 'https://acme.com/auth' }
 * readAuthRedirect('https://acme.com/auth#token_hash=5f0c&type=recovery').found
 * // { link: { tokenHash: '5f0c', type: 'recovery', to: '/' } }
 * readAuthRedirect('https://acme.com/traction').found // {}
 */
export function readAuthRedirect(address: string): { readonly found: AuthRedirect; readonly rest: string } {
  const url = new URL(address)
  const fragment = new URLSearchParams(url.hash.slice(1))
  // The calendar's callback has parameters of the same names.
  if (url.pathname === '/calendar-callback') return { found: {}, rest: address }
  const link = url.pathname === AUTH_REDIRECT_PATH ? readLink(url.origin, fragment) : undefined
  if (link) return { found: { link }, rest: url.origin + url.pathname + url.search }
  const connecting = url.pathname === '/' ? url.searchParams.get('connecting') : null
  const code = url.pathname === AUTH_REDIRECT_PATH || connecting !== null ? url.searchParams.get('code') : null
  const [error, errorCode] = ['error', 'error_code'].map((name) => url.searchParams.get(name) ?? fragment.get(name))
  // Tokens in a URL are from a sign-in that this browser has not started: its own return with a code.
  const isImplicit = fragment.has('access_token')
  const message = error ? wordsFor(errorCode, error) : isImplicit ? texts.auth.begunElsewhere : undefined
  if (code === null && connecting === null && !message) return { found: {}, rest: address }
  for (const name of ['code', 'connecting', 'error', 'error_code', 'error_description', 'sb']) {
    url.searchParams.delete(name)
  }
  url.hash = ''
  const found = {
    ...(message ? { error: message } : code !== null && { code }),
    ...(connecting !== null && { connecting }),
  }
  return { found, rest: url.href }
}

/** Our words for the first code that is known: anyone can write a URL, and its description would be read as ours. */
function wordsFor(...codes: readonly (string | null | undefined)[]): string {
  const words: Readonly<Record<string, string>> = texts.auth.returnErrors
  const known = codes.find((code) => Object.hasOwn(words, code ?? ''))
  return words[known ?? ''] ?? texts.auth.returnFailed
}

function readLink(origin: string, fragment: URLSearchParams): MailedLink | undefined {
  const [tokenHash, type, redirectTo] = ['token_hash', 'type', 'redirect_to'].map((name) => fragment.get(name))
  if (!tokenHash || !type) return undefined
  const target = URL.canParse(redirectTo ?? '', origin) ? new URL(redirectTo ?? '', origin) : undefined
  const isOurs = target?.origin === origin
  return { tokenHash, type, to: isOurs ? target.pathname + target.search + target.hash : '/' }
}

/** In this tab's storage, so that a reload before the confirmation keeps the link. */
const LINK_KEY = 'mailed-link'

/** The mailed link that this tab was opened with. */
export function mailedLink(): MailedLink | undefined {
  const link = tab.read(LINK_KEY) as MailedLink | undefined
  // A damaged entry has another shape.
  return link?.tokenHash ? link : undefined
}

export const dropMailedLink = (): void => tab.removeItem(LINK_KEY)

/** In this tab's storage: what opens after the sign-in. The return is another entry of the history, without its state. */
const TARGET_KEY = 'after-sign-in'

/** Stores what the sign-in page would open next. @returns the redirect URL */
export function leaveToSignIn(): string {
  tab.setItem(TARGET_KEY, JSON.stringify(currentLocation().state))
  return location.origin + AUTH_REDIRECT_PATH
}

/** An identity that is being linked. */
interface Connecting {
  readonly id: string
  readonly user: string
  readonly provider: string
  /** The path to return to. */
  readonly from: string
}

/** In this browser's storage, like the PKCE verifier (RFC 7636). */
const CONNECTING_KEY = 'connecting'

/** Stores the start of linking an identity. @returns the redirect URL */
export function leaveToConnect(user: string, provider: string): string {
  const linking: Connecting = { id: newUuid(), user, provider, from: location.pathname }
  local.setItem(CONNECTING_KEY, JSON.stringify(linking))
  return `${location.origin}/?connecting=${linking.id}`
}

/** Forgets where a sign-in, and the linking of an identity, would lead. */
export function dropReturns(): void {
  tab.removeItem(TARGET_KEY)
  local.removeItem(CONNECTING_KEY)
}

/** The linking that this browser has started with this id; removes it. */
function takeLinking(id: string): Connecting | undefined {
  const linking = local.read(CONNECTING_KEY) as Connecting | undefined
  if (linking?.id !== id) return undefined
  local.removeItem(CONNECTING_KEY)
  return linking
}

/** The result of linking an identity. */
interface Connection {
  readonly provider: string
  /** Absent after an error, which was shown. */
  readonly code: string | undefined
}

let signInCode: string | undefined
let connection: (Connection & Pick<Connecting, 'user'>) | undefined

/** Removes the return parameters from the URL. Called once, before anything else reads it. @returns the notice to show */
export function takeAuthRedirect(): ToastText | string | undefined {
  const isSignIn = location.pathname === AUTH_REDIRECT_PATH
  const { found, rest } = readAuthRedirect(location.href)
  const { code, error, connecting, link } = found
  if (link) tab.setItem(LINK_KEY, JSON.stringify(link))
  // In a tab that is at /auth already, a link changes only the fragment.
  addEventListener('hashchange', () => readAuthRedirect(location.href).found.link && location.reload())
  const linking = connecting === undefined ? undefined : takeLinking(connecting)
  // Returns to the path before.
  const address = linking ? location.origin + linking.from : rest
  if (address !== location.href) {
    history.replaceState(isSignIn && !link ? { state: tab.read(TARGET_KEY) } : history.state, '', address)
    tab.removeItem(TARGET_KEY)
  }
  if (linking) connection = { user: linking.user, provider: linking.provider, code }
  else if (connecting === undefined) signInCode = code
  else if (code !== undefined) return notConnected(texts.auth.refusals.flow_state_not_found)
  if (error === undefined) return undefined
  if (connecting !== undefined) return notConnected(error)
  return isSignIn ? { title: texts.auth.signInFailed, description: error } : error
}

const notConnected = (description: string): ToastText => ({ title: texts.account.notConnected, description })

export const hasReturned = (): boolean => signInCode !== undefined

/** The authorization code of a sign-in; removes it. */
export function returnedCode(): string | undefined {
  const taken = signInCode
  signInCode = undefined
  return taken
}

/** The code of an identity that this user is linking. */
export const returnedConnection = (user: string): Connection | undefined =>
  connection?.user === user ? connection : undefined

/** The same; removes it. */
export function takeConnection(user: string): Connection | undefined {
  const taken = returnedConnection(user)
  if (taken) connection = undefined
  return taken
}
