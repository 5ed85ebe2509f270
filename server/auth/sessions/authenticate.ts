import { fail, type Result, succeed } from '../../../domain/result.ts'
import { type Caller, type Identify, keyCaller, type TokenFailure } from '../../database/caller.ts'
import { type Database, DatabaseError } from '../../database/database.ts'
import { CACHE_ENTRIES } from '../constants.ts'
import { Lru } from '../http/lru.ts'
import { loweredToken, timeError, type VerifiedToken, verifyAccessToken } from './access-tokens.ts'
import type { Keys } from './keys.ts'
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

  /** Forgets tokens that were verified by keys which may be revoked. */
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
    // Not awaited: a rotated key is found by its id, and a revoked one may be accepted for one request more.
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
    const error = timeError(signed, clock().getTime() / 1000)
    if (error) {
      if (error.kind === 'expired') verified.delete(token)
      return fail(error)
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

export interface PresentedTokens {
  /** Records, in the background, that a session has presented an access token of this refresh token counter. */
  note(sessionId: string, counter: number): void
}

/** All that is noted in one turn of the event loop is one statement. A failed one is repeated by the session's next check. */
export function createPresentedTokens(database: Database): PresentedTokens {
  const waiting = new Map<string, number>()

  async function write(): Promise<void> {
    const noted = [...waiting]
    waiting.clear()
    await database.query(
      `insert into server.presented_tokens as p (session_id, counter)
       select * from unnest($1::uuid[], $2::bigint[])
       on conflict (session_id) do update set counter = excluded.counter where p.counter < excluded.counter`,
      [noted.map(([id]) => id), noted.map(([, counter]) => counter)],
    )
  }

  return {
    note: (sessionId, counter) => {
      if (waiting.size === 0) setImmediate(() => void write().catch(() => undefined))
      waiting.set(sessionId, Math.max(counter, waiting.get(sessionId) ?? 0))
    },
  }
}
