import { fail, type Result, succeed } from '../../../domain/result.ts'
import { revokeAccessBeforeRecovery, findById, isBanned, isEmailTaken } from '../accounts/users.ts'
import { audit } from '../audit.ts'
import type { Device } from '../http/context.ts'
import type { AuthFailure } from '../http/errors.ts'
import { issueAuthCode, type LinkMethod } from '../oauth/pkce.ts'
import type { AuthDependencies } from '../dependencies.ts'
import type { OpenedSession } from '../sessions/access-tokens.ts'
import { openSession } from '../sessions/sessions.ts'
import { confirmEmailChange } from './email-change.ts'
import { proveEmail, recordEmailProof } from './email-proof.ts'
import { type CodeType, consumeCode } from './mailed-codes.ts'

/** The kinds of code that each `type` of a link accepts; `email` accepts all that sign in. */
const proofs = {
  signup: ['confirmation_token'],
  invite: ['confirmation_token'],
  recovery: ['recovery_token'],
  magiclink: ['recovery_token'],
  email: ['confirmation_token', 'recovery_token'],
  email_change: ['email_change_token_new', 'email_change_token_current'],
} as const satisfies Record<string, readonly CodeType[]>

export type ProofType = keyof typeof proofs

/** Further types of links: the two halves of an e-mail change. */
const aliases = new Map([
  ['email_change_current', 'email_change'],
  ['email_change_new', 'email_change'],
] as const)

/**
 * @example
 * readProofType('recovery') // 'recovery'
 * readProofType('email_change_new') // 'email_change'
 * readProofType('constructor') // undefined
 */
export function readProofType(text: string): ProofType | undefined {
  const type = (aliases as ReadonlyMap<string, ProofType>).get(text) ?? text
  return Object.hasOwn(proofs, type) ? (type as ProofType) : undefined
}

/**
 * The kinds of code that a type accepts.
 * @example
 * codeTypesOf('email') // ['confirmation_token', 'recovery_token']
 */
export const codeTypesOf = (type: ProofType): readonly CodeType[] => proofs[type]

export type Redeemed =
  | { readonly kind: 'session'; readonly session: OpenedSession; readonly at: Date; readonly ended: readonly string[] }
  /** PKCE: exchanged by the browser that requested the mail (RFC 7636). */
  | { readonly kind: 'auth-code'; readonly code: string }
  /** The other address of an e-mail change must be confirmed too. */
  | { readonly kind: 'half' }

/**
 * Consumes a mailed code and applies it, in one transaction: signs in, or confirms an address. With `pkce` it only returns a
 * code: a mail scanner may have opened the link, so what it proves counts when the requesting browser exchanges the code.
 */
export async function redeem(
  { database, clock }: Pick<AuthDependencies, 'database' | 'clock'>,
  proof: {
    type: ProofType
    hashes: readonly string[]
    email?: string
    device: Device
    pkce: boolean
    invalid: AuthFailure
  },
): Promise<Result<Redeemed, AuthFailure>> {
  const at = clock()
  try {
    return await database.transaction(async (transaction): Promise<Result<Redeemed, AuthFailure>> => {
      const { hashes, email } = proof
      const used = await consumeCode(transaction, { hashes, types: proofs[proof.type], at, email })
      if (!used) return fail(proof.invalid)
      const { userId } = used
      const stored = await findById(transaction, userId)
      if (!stored || isBanned(stored.account, at)) return fail(stored ? { kind: 'user-banned' } : proof.invalid)
      if (proof.pkce) {
        const code = await issueAuthCode(transaction, userId, linkMethod(proof.type, used.type), at)
        return code === undefined ? fail({ kind: 'flow-state-missing' }) : succeed({ kind: 'auth-code', code })
      }
      let ended: readonly string[] = []
      if (proof.type === 'email_change') {
        if ((await confirmEmailChange(transaction, userId, at)) === 'half') return succeed({ kind: 'half' })
        await audit(transaction, { at, actor: userId, action: 'email-changed' })
        await recordEmailProof(transaction, userId, at)
      } else {
        ended = await proveEmail(transaction, { userId, confirmsSignUp: used.type === 'confirmation_token', at })
      }
      if (proof.type === 'recovery') await revokeAccessBeforeRecovery(transaction, userId)
      const session = await openSession(transaction, { userId, method: 'otp', device: proof.device, at })
      return succeed({ kind: 'session', session, at, ended })
    })
  } catch (error) {
    if (isEmailTaken(error)) return fail({ kind: 'email-exists' })
    throw error
  }
}

function linkMethod(type: ProofType, code: CodeType): LinkMethod {
  if (type === 'recovery') return type
  return code === 'confirmation_token' ? 'email/signup' : 'magiclink'
}
