import { z } from 'zod'
import { findById } from './accounts.ts'
import { readBody, text } from './body.ts'
import { refuse, refuseFailure } from './errors.ts'
import { mailTooSoon } from './mail-limit.ts'
import { writeMail } from './mail-texts.ts'
import { issueCode } from './mailed-codes.ts'
import type { AuthParts, Handler } from './parts.ts'
import { proveByNonce, proveByPassword } from './proof.ts'

/** GET /reauthenticate: mails a code that proves a session in place. */
export const mailNonce =
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

const proof = z.object({ password: text, nonce: text })

/**
 * POST /reauthenticate `{password}` or `{nonce}`: proves the session in place, without a new one. GoTrue has no such
 * endpoint; its clients send `current_password` or `nonce` with the change itself, or sign in again.
 */
export const reauthenticate =
  (parts: AuthParts): Handler =>
  async (c) => {
    const body = await readBody(c, proof)
    if (!body.ok) return refuseFailure(c, body.failure)
    const { password, nonce } = body.value
    if (password === '' && nonce === '') return refuse(c, 'proof-missing')
    const stored = await findById(parts.database, c.var.signedIn.caller.userId)
    if (!stored) return refuse(c, 'user-from-sub-missing')
    const failure =
      password === ''
        ? await proveByNonce(parts, c, nonce, stored.account.email ?? '')
        : await proveByPassword(parts, c, password, stored.passwordHash)
    return failure ? refuseFailure(c, failure) : c.json({})
  }
