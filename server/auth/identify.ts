import { fail, succeed, type Result } from '../../domain/result.ts'
import { keyCaller, type Caller, type Identify, type TokenFailure } from '../database/caller.ts'
import { DatabaseError } from '../database/database.ts'
import { loweredToken, timeFlaw, verifyAccessToken, type VerifiedToken } from './access-tokens.ts'
import { CACHE_ENTRIES } from './constants.ts'
import type { Keys } from './keys.ts'
import { Lru } from './lru.ts'
import type { PresentedTokens } from './presented-tokens.ts'
import type { LiveSession, SessionCheck } from './session-check.ts'

export interface Identity {
  readonly identify: Identify
  /** The signed-in person behind a token, with what `identify` leaves out. */
  verify(token: string): Promise<Result<VerifiedToken, TokenFailure>>
}

interface KnownToken {
  readonly signed: VerifiedToken
  /** The same at the first level: its session fell back to that after it was issued. */
  lowered?: VerifiedToken
  /** The state of the session with which it was last noted that the token is in use. */
  notedWith?: LiveSession
}

const isFromBeforeLowering = ({ refreshTokenCounter = -1 }: VerifiedToken, { loweredCounter }: LiveSession): boolean =>
  loweredCounter !== null && refreshTokenCounter <= loweredCounter

/**
 * Authenticates the caller for every part of the server. A signature is checked once for each token. A token counts at
 * the lower of two levels: its own, and that of its session. One from before its session was lowered stays at the first.
 */
export function createIdentify({
  keys,
  issuer,
  sessions,
  presented,
  clock,
}: {
  keys: Keys
  issuer: string
  sessions: SessionCheck
  presented: PresentedTokens
  clock: () => Date
}): Identity {
  let verified = new Lru<string, KnownToken>(CACHE_ENTRIES)
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
      known = { signed: checked.value }
      verified.set(token, known)
    }
    const { signed } = known
    const flaw = timeFlaw(signed, clock().getTime() / 1000)
    if (flaw) {
      if (flaw.kind === 'expired') verified.delete(token)
      return fail(flaw)
    }
    whenSigned(signed.caller)
    const { sessionId } = signed.caller
    let session = sessions.find(sessionId)
    if (session instanceof Promise) session = await session
    if (signed.aal === 'aal2' && session?.aal === 'aal1' && !known.lowered) {
      // What is known of the session may be older than this token, which another node may have issued.
      sessions.forget([sessionId])
      session = await sessions.find(sessionId)
    }
    if (!session) return fail({ kind: 'session-over' })
    noteInUse(known, session)
    if (signed.aal !== 'aal2' || (session.aal === 'aal2' && !isFromBeforeLowering(signed, session))) {
      return succeed(signed)
    }
    return succeed((known.lowered ??= loweredToken(signed)))
  }

  function noteInUse(known: KnownToken, session: LiveSession): void {
    const { caller, refreshTokenCounter = -1 } = known.signed
    if (refreshTokenCounter <= (session.presentedCounter ?? -1) || known.notedWith === session) return
    known.notedWith = session
    presented.note(caller.sessionId, refreshTokenCounter)
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
