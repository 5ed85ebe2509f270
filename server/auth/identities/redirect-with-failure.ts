import { oauthError, wireError, type AuthFailure } from '../errors.ts'
import type { AuthContext } from '../parts.ts'
import { withFragment, withQuery } from '../redirects.ts'

/** Sends the browser back with the reason, in the query and in the fragment: clients read either. */
export function redirectWithFailure(c: AuthContext, target: string, failure: AuthFailure): Response {
  const { status, code, message } = wireError(failure)
  return redirectWithError(c, target, { error: oauthError(status), error_code: code, error_description: message })
}

export const redirectWithError = (c: AuthContext, target: string, error: Readonly<Record<string, string>>): Response =>
  c.redirect(withFragment(withQuery(target, error), { ...error, sb: '' }), 302)
