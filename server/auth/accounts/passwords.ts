import { hash, verify } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { COMMON_PASSWORDS, PASSWORD_BYTES, WAITING_HASHES } from '../constants.ts'
import type { AuthFailureKind } from '../http/errors.ts'

export interface Passwords {
  /** argon2id in the PHC format. @throws {TooManyHashes} */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches the hash. Without a hash it takes the same time and returns false, so that response times
   * do not reveal whether an e-mail has an account. @throws {TooManyHashes}
   */
  verify(password: string, stored: string | null | undefined): Promise<boolean>
}

/** More passwords are waiting than will be looked at in time. */
export class TooManyHashes extends Error {}

/**
 * Hashes run off the event loop and get a quarter of the machine: a core is busy for 20 ms with each, and everybody
 * else's reads need the rest. Where that is less than a core, there is a pause after each.
 */
export function createPasswords(cores = availableParallelism() / 4): Passwords {
  const inTurn = queue(Math.max(1, Math.floor(cores)), Math.max(0, 1 / cores - 1))
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

/**
 * Runs at most `atOnce` of the given works at a time, in the order they came.
 * @param rest how long a place stays empty after a work, in times of what that took
 */
function queue(atOnce: number, rest: number) {
  let running = 0
  const waiting: (() => void)[] = []
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running < atOnce) running += 1
    else {
      if (waiting.length >= WAITING_HASHES) throw new TooManyHashes('too many passwords are waiting to be checked')
      // Hands its slot to the next in the queue, so that a newcomer cannot take it.
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    const beganAt = performance.now()
    try {
      return await work()
    } finally {
      if (rest > 0) setTimeout(leave, rest * (performance.now() - beganAt))
      else leave()
    }
  }
}

/** Why a new password is refused; undefined when it is accepted. */
export async function chosenPasswordError(password: string): Promise<AuthFailureKind | undefined> {
  return passwordError(password) ?? ((await isCommonPassword(password)) ? 'password-common' : undefined)
}

/** Why a new password is refused, or undefined when it is not. SPEC section 5: six characters; counted in bytes. */
export function passwordError(password: string): AuthFailureKind | undefined {
  const bytes = Buffer.byteLength(password)
  if (bytes > PASSWORD_BYTES.most) return 'password-too-long'
  return bytes < PASSWORD_BYTES.least ? 'password-weak' : undefined
}

let common: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password, in whatever case, is one of those that are guessed first. The list is loaded with the first use, and
 * again with the next when that failed.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= load().catch((error: unknown) => {
    common = undefined
    throw error
  })
  return (await common).has(password.toLowerCase())
}

/** Most used first; those too short for an account take no room. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const allowed = dictionary['passwords-common'].filter((word) => Buffer.byteLength(word) >= PASSWORD_BYTES.least)
  return new Set(allowed.slice(0, COMMON_PASSWORDS))
}
