import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { PASSWORD_BYTES, WAITING_HASHES } from './constants.ts'
import type { AuthFailureKind } from './errors.ts'

export interface Passwords {
  /** argon2id in the PHC format. @throws {TooManyHashes} */
  hash(password: string): Promise<string>
  /**
   * Whether the password belongs to the hash. Without a hash it costs the same time and is false, so that nobody
   * learns from the clock which e-mail has an account. @throws {TooManyHashes}
   */
  verify(password: string, stored: string | null | undefined): Promise<boolean>
}

/** More passwords are waiting than will be looked at in time. */
export class TooManyHashes extends Error {}

/**
 * Hashes run off the event loop, on a quarter of the cores and on at least one: a core is busy for 20 ms with each,
 * and everybody else's reads need the others.
 */
export function createPasswords(atOnce = Math.max(1, Math.floor(availableParallelism() / 4))): Passwords {
  const inTurn = queue(atOnce)
  const nobodys = inTurn(() => hash(crypto.randomUUID()))
  return {
    hash: (password) => inTurn(() => hash(password)),
    verify: async (password, stored) => {
      const isReadable = stored?.startsWith('$argon2') === true && Buffer.byteLength(password) <= PASSWORD_BYTES.most
      const against = isReadable ? stored : await nobodys
      return (await inTurn(() => verify(against, isReadable ? password : ''))) && isReadable
    },
  }
}

/** Runs at most `atOnce` of the given works at a time, in the order they came. */
function queue(atOnce: number) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running < atOnce) running += 1
    else {
      if (waiting.length >= WAITING_HASHES) throw new TooManyHashes('too many passwords are waiting to be checked')
      // Whoever ends hands its place over, so that a newcomer cannot slip in between.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

/** Why a new password is refused, or undefined when it is not. SPEC section 5: six characters; counted in bytes. */
export function passwordFlaw(password: string): AuthFailureKind | undefined {
  const bytes = Buffer.byteLength(password)
  if (bytes > PASSWORD_BYTES.most) return 'password-too-long'
  return bytes < PASSWORD_BYTES.least ? 'password-weak' : undefined
}
