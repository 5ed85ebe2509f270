import { z } from 'zod'
import type { AccountRow } from '../accounts/user-shape.ts'
import { findByEmail } from '../accounts/users.ts'
import { readEmail } from '../accounts/validate.ts'
import { readBody, text } from '../http/body.ts'
import type { AuthContext, Handler } from '../http/context.ts'
import { refuse, refuseFailure } from '../http/errors.ts'
import { checkedRedirect, requestedRedirect } from '../http/redirects.ts'
import type { AuthDependencies } from '../dependencies.ts'
import { sendEmailChange } from './email-change.ts'
import { issueCode, mailTooSoon, mayMail, sendCode } from './mailed-codes.ts'

type MailDeps = Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'mail' | 'clock' | 'limits'>

const resendBody = z.object({ type: text, email: text, phone: text })

/** POST /resend: mails the confirmation of a sign-up or of a new address again. Unknown addresses get the same response. */
export const resend =
  (parts: Pick<AuthDependencies, 'database' | 'keys' | 'config' | 'mail' | 'clock' | 'limits'>): Handler =>
  async (c) => {
    const body = await readBody(c, resendBody)
    if (!body.ok) return refuseFailure(c, body.failure)
    const { type } = body.value
    if (type !== 'signup' && type !== 'email_change') return refuse(c, 'resend-type')
    const email = readEmail(body.value.email)
    if (!email.ok) return refuseFailure(c, email.failure)
    const tooSoon = await mailTooSoon(parts, type, email.value)
    if (tooSoon) return refuseFailure(c, tooSoon)
    const account = (await findByEmail(parts.database, email.value))?.account
    if (account) await (type === 'signup' ? repeatConfirmation : repeatEmailChange)(parts, c, account)
    return c.json({})
  }

async function repeatConfirmation(parts: MailDeps, c: AuthContext, { id, email, email_confirmed_at }: AccountRow) {
  if (email_confirmed_at || email === null || !(await mayMail(parts, email))) return
  const { database, keys, clock, config } = parts
  const at = clock()
  const mailed = await database.transaction(async (transaction) => {
    await transaction.query('update auth.users set confirmation_sent_at = $2 where id = $1', [id, at])
    return issueCode(transaction, keys, { type: 'confirmation_token', owner: { userId: id, email }, at })
  })
  const redirectTo = checkedRedirect(config.publicUrl, requestedRedirect(c))
  sendCode(parts, { kind: 'signup', to: email, mailed, redirectTo })
}

async function repeatEmailChange(parts: MailDeps, c: AuthContext, account: AccountRow) {
  const { email, email_change } = account
  if (email_change === '' || email === null) return
  // Not answered with an error, which would reveal the account. Both addresses get a mail.
  if (await mailTooSoon(parts, 'email_change', email_change)) return
  if (!(await mayMail(parts, email)) || !(await mayMail(parts, email_change))) return
  await sendEmailChange(parts, c, { account, to: email_change })
}
