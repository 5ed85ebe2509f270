import { findById } from './accounts.ts'
import { refuse, refuseFailure } from './errors.ts'
import { mailTooSoon } from './mail-limit.ts'
import { writeMail } from './mail-texts.ts'
import { issueCode } from './mailed-codes.ts'
import type { AuthParts, Handler } from './parts.ts'

/** GET /reauthenticate: mails a code that lets an older session change the password. */
export const reauthenticate =
  (parts: AuthParts): Handler =>
  async (c) => {
    const { database, keys, clock, mail, config } = parts
    const { userId } = c.var.signedIn.caller
    const account = (await findById(database, userId))?.account
    if (!account) return refuse(c, 'user-from-sub-missing')
    const { email } = account
    if (email === null || !account.email_confirmed_at) return refuse(c, 'email-unverified')
    const tooSoon = await mailTooSoon(parts, 'reauthentication', email)
    if (tooSoon) return refuseFailure(c, tooSoon)
    const at = clock()
    const { code } = await database.transaction(async (transaction) => {
      await transaction.query('update auth.users set reauthentication_sent_at = $2 where id = $1', [userId, at])
      return issueCode(transaction, keys, { type: 'reauthentication_token', owner: { userId, email }, at })
    })
    mail.send(writeMail('reauthentication', { productName: config.productName, to: email, code }))
    return c.json({})
  }
