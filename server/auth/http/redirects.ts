import type { AuthContext } from './context.ts'
import { type AuthFailure, oauthError, wireError } from './errors.ts'

/**
 * Prevents open redirects: returns a URL of our own origin (scheme, host and port) as it is, and the site's root for any
 * other, so that no session is sent to another site.
 * @example
 * checkedRedirect('https://acme.com', 'https://acme.com/reset?a=1') // 'https://acme.com/reset?a=1'
 * checkedRedirect('https://acme.com', 'https://acme.com.evil.com/') // 'https://acme.com'
 * checkedRedirect('https://acme.com', '//evil.com') // 'https://acme.com'
 */
export function checkedRedirect(publicUrl: string, requested: string | undefined): string {
  const wanted = requested === undefined ? null : parseUrl(requested)
  // Not by its `origin`, which a `blob:` URL shares.
  return wanted?.href.startsWith(`${new URL(publicUrl).origin}/`) ? wanted.href : publicUrl
}

/** The requested redirect: like GoTrue, from the header, then the query, then the referrer. */
export const requestedRedirect = (c: AuthContext): string | undefined =>
  c.req.header('redirect_to') ?? c.req.query('redirect_to') ?? c.req.header('referer')

/**
 * Puts parameters into the fragment, where the implicit flow's client reads them and no server logs them.
 * @example
 * withFragment('https://acme.com/a?b=1', { error_code: 'otp_expired' }) // 'https://acme.com/a?b=1#error_code=otp_expired'
 */
export function withFragment(target: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(target)
  url.hash = new URLSearchParams(parameters).toString()
  return url.href
}

/**
 * @example
 * withQuery('https://acme.com/a?flow=7', { code: 'x y' }) // 'https://acme.com/a?flow=7&code=x+y'
 */
export function withQuery(target: string, parameters: Readonly<Record<string, string>>): string {
  const url = new URL(target)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Redirects with the error in the query and in the fragment, since clients read either. */
export function redirectWithFailure(c: AuthContext, target: string, failure: AuthFailure): Response {
  const { status, code, message } = wireError(failure)
  return redirectWithError(c, target, { error: oauthError(status), error_code: code, error_description: message })
}

export const redirectWithError = (c: AuthContext, target: string, error: Readonly<Record<string, string>>): Response =>
  c.redirect(withFragment(withQuery(target, error), { ...error, sb: '' }), 302)
