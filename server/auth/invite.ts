import { z } from 'zod'
import { findById } from './accounts.ts'
import { audit } from './audit.ts'
import { metadata, readBody, text } from './body.ts'
import { refuse, refuseFailure } from './errors.ts'
import { accountFor } from './generate-link.ts'
import { issueCode, sendCode } from './mailed-codes.ts'
import type { AuthParts, Handler } from './parts.ts'
import { checkedRedirect, requestedRedirect } from './redirects.ts'
import { userShape } from './shapes.ts'

const invitation = z.object({ email: text, data: metadata })

/** POST /invite: an account without a password, and a mail whose link signs in to it. */
export const invite =
  (parts: AuthParts): Handler =>
  async (c) => {
    const { database, keys, clock, config } = parts
    const body = await readBody(c, invitation)
    if (!body.ok) return refuseFailure(c, body.failure)
    const found = await accountFor(parts, { type: 'invite', password: '', ...body.value })
    if (!found.ok) return refuseFailure(c, found.failure)
    const { id, email } = found.value
    const at = clock()
    const owner = { userId: id, email: email ?? '' }
    const mailed = await database.transaction(async (transaction) => {
      await transaction.query(
        'update auth.users set invited_at = $2, confirmation_sent_at = $2, updated_at = $2 where id = $1',
        [id, at],
      )
      await audit(transaction, { at, action: 'invited', subject: id })
      return issueCode(transaction, keys, { type: 'confirmation_token', owner, at })
    })
    const redirectTo = checkedRedirect(config.publicUrl, requestedRedirect(c))
    sendCode(parts, { kind: 'invite', to: owner.email, mailed, redirectTo })
    const invited = await findById(database, id)
    return invited ? c.json(userShape(invited.account)) : refuse(c, 'user-not-found')
  }
