import { texts } from './texts.ts'
import type { ToastText } from './toasts.ts'
import { newUuid } from './uuid.ts'

/** What somebody brings back from the page of another account. */
export interface Return {
  /** To be exchanged for a session by the browser that asked (RFC 7636). */
  readonly code?: string
  /** Why there is none, in the words of the accounts server. */
  readonly error?: string
  /** The way they come back on, if they connect another account to theirs. */
  readonly connecting?: string
  /** A mailed link, which nothing redeems before its owner has pressed the button. */
  readonly link?: MailedLink
}

export interface MailedLink {
  readonly type: string
  readonly tokenHash: string
  /** A path of this site to go to afterwards. */
  readonly to: string
}

/** Where people come back to after signing in with another account. */
export const RETURN_PATH = '/auth'

/**
 * Reads what the accounts server has put into an address, and gives the address without it: codes and messages are for
 * this one moment, and a reload or the history must not bring them back.
 */
export function readReturn(address: string): { readonly found: Return; readonly rest: string } {
  const url = new URL(address)
  const fragment = new URLSearchParams(url.hash.slice(1))
  // The calendar service comes back with the same names; they are not for us.
  if (url.pathname === '/calendar-callback') return { found: {}, rest: address }
  const link = url.pathname === RETURN_PATH ? readLink(url.origin, fragment) : undefined
  if (link) return { found: { link }, rest: url.origin + url.pathname + url.search }
  const connecting = url.pathname === '/' ? url.searchParams.get('connecting') : null
  const code = url.pathname === RETURN_PATH || connecting !== null ? url.searchParams.get('code') : null
  const [error, description] = ['error', 'error_description'].map(
    (name) => url.searchParams.get(name) ?? fragment.get(name),
  )
  // Tokens in an address are of a sign-in that this browser has not begun: its own come back with a code.
  const isForeign = fragment.has('access_token')
  const why = description || error || (isForeign ? texts.auth.begunElsewhere : undefined)
  if (code === null && connecting === null && !why) return { found: {}, rest: address }
  for (const name of ['code', 'connecting', 'error', 'error_code', 'error_description', 'sb']) {
    url.searchParams.delete(name)
  }
  url.hash = ''
  const found = { ...(why ? { error: why } : code !== null && { code }), ...(connecting !== null && { connecting }) }
  return { found, rest: url.href }
}

function readLink(origin: string, fragment: URLSearchParams): MailedLink | undefined {
  const [tokenHash, type, redirectTo] = ['token_hash', 'type', 'redirect_to'].map((name) => fragment.get(name))
  if (!tokenHash || !type) return undefined
  const target = URL.canParse(redirectTo ?? '', origin) ? new URL(redirectTo ?? '', origin) : undefined
  const isOurs = target?.origin === origin
  return { tokenHash, type, to: isOurs ? target.pathname + target.search + target.hash : '/' }
}

/** For this tab, so that a reload before the button is pressed keeps the link. */
const LINK_KEY = 'mailed-link'

/** The mailed link that this tab was opened with. */
export const mailedLink = (): MailedLink | undefined =>
  (JSON.parse(sessionStorage.getItem(LINK_KEY) ?? 'null') as MailedLink | null) ?? undefined

export const dropMailedLink = (): void => sessionStorage.removeItem(LINK_KEY)

/** Another account that somebody has gone to connect to theirs. */
interface Connecting {
  readonly id: string
  readonly user: string
  readonly provider: string
  /** The path they were at. */
  readonly from: string
}

/** For this browser, like the secret that makes a code worth something (RFC 7636). */
const CONNECTING_KEY = 'connecting'

/** Notes that somebody leaves to connect another account. @returns where they come back to */
export function leaveToConnect(user: string, provider: string): string {
  const begun: Connecting = { id: newUuid(), user, provider, from: location.pathname }
  localStorage.setItem(CONNECTING_KEY, JSON.stringify(begun))
  return `${location.origin}/?connecting=${begun.id}`
}

/** What was begun in this browser under this id, once. */
function takeBegun(id: string): Connecting | undefined {
  const begun = JSON.parse(localStorage.getItem(CONNECTING_KEY) ?? 'null') as Connecting | null
  if (begun?.id !== id) return undefined
  localStorage.removeItem(CONNECTING_KEY)
  return begun
}

/** Another account whose owner has come back. */
interface Connection {
  readonly provider: string
  /** None: they have been told why. */
  readonly code: string | undefined
}

let signInCode: string | undefined
let connection: (Connection & Pick<Connecting, 'user'>) | undefined

/** Takes what came back out of the address. Called once, before anything else reads it. @returns what to tell the person */
export function takeReturn(): ToastText | string | undefined {
  const isSignIn = location.pathname === RETURN_PATH
  const { found, rest } = readReturn(location.href)
  const { code, error, connecting, link } = found
  if (link) sessionStorage.setItem(LINK_KEY, JSON.stringify(link))
  // Opened in a tab that is at /auth already, a link changes the fragment alone.
  addEventListener('hashchange', () => readReturn(location.href).found.link && location.reload())
  const begun = connecting === undefined ? undefined : takeBegun(connecting)
  // Back to where they were.
  const address = begun ? location.origin + begun.from : rest
  if (address !== location.href) history.replaceState(history.state, '', address)
  if (begun) connection = { user: begun.user, provider: begun.provider, code }
  else if (connecting === undefined) signInCode = code
  else if (code !== undefined) return notConnected(texts.account.refusals.flow_state_not_found)
  if (error === undefined) return undefined
  if (connecting !== undefined) return notConnected(error)
  return isSignIn ? { title: texts.auth.signInFailed, description: error } : error
}

const notConnected = (description: string): ToastText => ({ title: texts.account.notConnected, description })

export const hasReturned = (): boolean => signInCode !== undefined

/** The code that came back from signing in, once. */
export function returnedCode(): string | undefined {
  const taken = signInCode
  signInCode = undefined
  return taken
}

/** The account that this person has gone to connect and come back from. */
export const returnedConnection = (user: string): Connection | undefined =>
  connection?.user === user ? connection : undefined

/** The same, once. */
export function takeConnection(user: string): Connection | undefined {
  const taken = returnedConnection(user)
  if (taken) connection = undefined
  return taken
}
