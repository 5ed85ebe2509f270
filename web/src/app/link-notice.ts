import { texts } from '../lib/texts.ts'
import { toastSuccess } from '../lib/toasts.ts'

/**
 * The first of the two links that change an email leads here with nothing but a message in the address (GoTrue's
 * `GET /verify`), to whoever opens it, signed in or not: they are told what is still to be done.
 */
export function tellOfLink(): void {
  if (!new URLSearchParams(location.hash.slice(1)).has('message')) return
  history.replaceState(history.state, '', location.pathname + location.search)
  toastSuccess(texts.auth.halfConfirmed)
}
