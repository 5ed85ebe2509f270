import { fail, succeed, type Result } from '../../domain/result.ts'
import { keyCaller, type Caller, type Identify, type TokenFailure } from '../database/caller.ts'
import { DatabaseError } from '../database/database.ts'
import { timeFlaw, verifyAccessToken, type VerifiedToken } from './access-tokens.ts'
import { CACHE_ENTRIES } from './constants.ts'
import type { Keys } from './keys.ts'
import { Lru } from './lru.ts'
import type { SessionCheck } from './session-check.ts'

export interface Identity {
  readonly identify: Identify
  /** The signed-in person behind a token, with what `identify` leaves out. */
  verify(token: string): Promise<Result<VerifiedToken, TokenFailure>>
}

/** Says who asks, for every part of the server. A signature is checked once for each token. */
export function createIdentify(keys: Keys, issuer: string, sessions: SessionCheck, clock: () => Date): Identity {
  let verified = new Lru<string, VerifiedToken>(CACHE_ENTRIES)
  let verifiedBy = keys.verifying

  /** What was verified by keys that may have been revoked is verified anew. */
  function forgetWithKeys(): void {
    if (keys.verifying === verifiedBy) return
    verifiedBy = keys.verifying
    verified = new Lru(CACHE_ENTRIES)
  }

  async function verify(
    token: string,
    whenSigned: (caller: Caller) => void = () => undefined,
  ): Promise<Result<VerifiedToken, TokenFailure>> {
    try {
      return await verifyNow(token, whenSigned)
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      return fail({ kind: 'unavailable', reason: error.message })
    }
  }

  async function verifyNow(
    token: string,
    whenSigned: (caller: Caller) => void,
  ): Promise<Result<VerifiedToken, TokenFailure>> {
    // Nobody waits for it: a rotated key is found by its name, and a revoked one a request later is soon enough.
    keys.refresh()?.catch(() => undefined)
    forgetWithKeys()
    let known = verified.get(token)
    if (!known) {
      const checked = await verifyAccessToken(keys, issuer, token)
      if (!checked.ok) return checked
      known = checked.value
      verified.set(token, known)
    }
    const flaw = timeFlaw(known, clock().getTime() / 1000)
    if (flaw) {
      if (flaw.kind === 'expired') verified.delete(token)
      return fail(flaw)
    }
    whenSigned(known.caller)
    const live = sessions.isLive(known.caller.sessionId)
    return (typeof live === 'boolean' ? live : await live) ? succeed(known) : fail({ kind: 'session-over' })
  }

  return {
    verify,
    identify: async ({ keyRole, token }, whenSigned) => {
      if (token === undefined) return succeed(keyCaller(keyRole ?? 'anon'))
      const known = await verify(token, whenSigned)
      return known.ok ? succeed(known.value.caller) : known
    },
  }
}
