import { fail, type Result, succeed } from '../../../domain/result.ts'
import { type Caller, type Identify, keyCaller, type TokenFailure } from '../../database/caller.ts'
import { type Database, DatabaseError } from '../../database/database.ts'
import { CACHE_ENTRIES } from '../constants.ts'
import { Lru } from '../../lru.ts'
import { loweredToken, timeError, type VerifiedToken, verifyAccessToken } from './access-tokens.ts'
import type { Keys } from './keys.ts'
import type { LiveSession, SessionCheck } from './session-check.ts'

export interface Identity {
  /** Connected apps are refused. */
  readonly identify: Identify
  /** The same for the tables, where policies decide what a connected app may do. */
  readonly identifyWithApps: Identify
  /** Verifies a user's token. Returns more than `identify`: assurance level, methods and refresh token counter. */
  verify(token: string): Promise<Result<VerifiedToken, TokenFailure>>
}

interface KnownToken {
  readonly signed: VerifiedToken
  /** The token downgraded to aal1, if its session was downgraded after it was issued. */
  lowered?: VerifiedToken
  /** The state of the session when the token's use was last recorded. */
  recordedWith?: LiveSession
}

const isFromBeforeLowering = ({ refreshTokenCounter = -1 }: VerifiedToken, { loweredCounter }: LiveSession): boolean =>
  loweredCounter !== null && refreshTokenCounter <= loweredCounter

/**
 * Authenticates the caller for every part of the server. The signature of each token is verified once, then cached. The
 * assurance level is the lower of the token's and the session's; a token from before its session was downgraded stays
 * at aal1.
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

  /** Clears the cache when the signing keys have changed, since one may be revoked. */
  function dropOutdatedCache(): void {
    if (keys.verifying === verifiedBy) return
    verifiedBy = keys.verifying
    verified = new Lru(CACHE_ENTRIES)
  }

  async function verify(
    token: string,
    whenSigned: (caller: Caller) => void = () => undefined,
    acceptsApps = false,
  ): Promise<Result<VerifiedToken, TokenFailure>> {
    try {
      const known = await verifyNow(token, whenSigned)
      const isRefused = known.ok && known.value.caller.role === 'connected_app' && !acceptsApps
      return isRefused ? fail({ kind: 'wrong-audience' }) : known
    } catch (error) {
      if (!(error instanceof DatabaseError)) throw error
      return fail({ kind: 'unavailable', reason: error.message })
    }
  }

  async function verifyNow(
    token: string,
    whenSigned: (caller: Caller) => void,
  ): Promise<Result<VerifiedToken, TokenFailure>> {
    // Not awaited: a rotated key is found by its id, and a revoked one may be accepted for one more request.
    keys.refresh()?.catch(() => undefined)
    dropOutdatedCache()
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
      // The cached session may be older than this token, which another node may have issued.
      sessions.forget([sessionId])
      session = await sessions.find(sessionId)
    }
    if (!session) return fail({ kind: 'session-over' })
    recordUse(known, session)
    if (signed.aal !== 'aal2' || (session.aal === 'aal2' && !isFromBeforeLowering(signed, session))) {
      return succeed(signed)
    }
    return succeed((known.lowered ??= loweredToken(signed)))
  }

  function recordUse(known: KnownToken, session: LiveSession): void {
    const { caller, refreshTokenCounter = -1 } = known.signed
    if (refreshTokenCounter <= (session.presentedCounter ?? -1) || known.recordedWith === session) return
    known.recordedWith = session
    presented.record(caller.sessionId, refreshTokenCounter)
  }

  const identifyBy =
    (acceptsApps: boolean): Identify =>
    async ({ keyRole, token }, whenSigned) => {
      if (token === undefined) return succeed(keyCaller(keyRole ?? 'anon'))
      const known = await verify(token, whenSigned, acceptsApps)
      return known.ok ? succeed(known.value.caller) : known
    }

  return {
    verify: (token) => verify(token),
    identify: identifyBy(false),
    identifyWithApps: identifyBy(true),
  }
}

export interface PresentedTokens {
  /** Records in the background that the session has presented an access token with this refresh token counter. */
  record(sessionId: string, counter: number): void
}

/** Batches the records of one turn of the event loop into one statement. The session's next check repeats a failed one. */
export function createPresentedTokens(database: Database): PresentedTokens {
  const pending = new Map<string, number>()

  async function write(): Promise<void> {
    const records = [...pending]
    pending.clear()
    await database.query(
      `insert into server.presented_tokens as p (session_id, counter)
       select * from unnest($1::uuid[], $2::bigint[])
       on conflict (session_id) do update set counter = excluded.counter where p.counter < excluded.counter`,
      [records.map(([id]) => id), records.map(([, counter]) => counter)],
    )
  }

  return {
    record: (sessionId, counter) => {
      if (pending.size === 0) setImmediate(() => void write().catch(() => undefined))
      pending.set(sessionId, Math.max(counter, pending.get(sessionId) ?? 0))
    },
  }
}
