import * as z from 'zod/mini'
import { INVITATION_DAYS } from '../../../domain/invitations.ts'
import type { FunctionContext } from './function.ts'
import { signedTokens } from './signed-token.ts'

/** Tokens of invitation links. One whose invitation was withdrawn or accepted is signed still, and opens nothing. */
export const invitationTokens = ({ secretKey }: Pick<FunctionContext, 'secretKey'>) => {
  const values = signedTokens(secretKey, 'accept an invitation', z.strictObject({ invitation: z.string() }))
  return {
    verify: values.verify,
    give: async (invitation: string) => {
      const expiresAt = new Date(Date.now() + INVITATION_DAYS * 86_400_000)
      return { token: await values.sign({ invitation }, expiresAt), expiresAt: expiresAt.toISOString() }
    },
  }
}
