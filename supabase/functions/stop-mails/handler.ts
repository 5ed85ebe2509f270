import { productName } from '../_shared/calls.ts'
import { refusal, serviceClient, type FunctionContext } from '../_shared/function.ts'
import { checkRateLimit } from '../_shared/rate-limit.ts'
import { stopTokens, type MailKind } from '../_shared/stop-mails.ts'
import { page } from './page.ts'

/** Requests of one address; mail services press for many people. */
const REQUEST_LIMIT = { allowed: 300, seconds: 60 } as const

const MAILS: Record<MailKind, string> = {
  replies: 'emails about unread replies',
  weekly: 'the email with your week',
  reminder: 'reminders to check in',
  promises: 'emails about late answers',
  team_week: 'the email with the team’s week',
}

const HOW_TO_RETURN = 'You can switch them on and off in your account, under Emails.'

/**
 * `POST ?token=…`, without a session: switches off one kind of mail for one account, as the button of a mail program does
 * (RFC 8058). `GET` shows a page that asks first: programs that scan mails open their links.
 */
export default async function stopMails(request: Request, context: FunctionContext): Promise<Response> {
  const { method, url } = request
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    return refusal(405, 'Only GET and POST', { Allow: 'GET, HEAD, POST' })
  }
  const wait = await checkRateLimit(context, `stop-mails:${context.clientAddress}`, REQUEST_LIMIT)
  if (wait > 0) return refusal(429, 'Too many requests, try again in a moment', { 'Retry-After': String(wait) })
  const title = productName(context)
  const token = await stopTokens(context).verify(new URL(url).searchParams.get('token') ?? '')
  if (!token.ok) {
    const lines = [token.failure === 'expired' ? 'This link is too old.' : 'This link does not work.', HOW_TO_RETURN]
    return page({ title, status: 400, lines })
  }
  const { user, kind } = token.value
  if (method !== 'POST') {
    return page({ title, status: 200, lines: [`Stop ${MAILS[kind]}?`, HOW_TO_RETURN], button: 'Stop these emails' })
  }
  const { error } = await serviceClient(context).rpc('stop_mails', { founder: user, kind })
  if (error) throw new Error(`mails cannot be stopped: ${error.message}`)
  return page({ title, status: 200, lines: [`You get no more ${MAILS[kind].replace(/^the /, '')}.`, HOW_TO_RETURN] })
}
