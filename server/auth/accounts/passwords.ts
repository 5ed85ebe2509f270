import { hash, verify, type Options } from '@node-rs/argon2'
import { availableParallelism } from 'node:os'
import { COMMON_PASSWORD_COUNT, PASSWORD_BYTES, MAX_QUEUED_HASHES } from '../constants.ts'
import type { AuthFailureKind } from '../http/errors.ts'

export interface Passwords {
  /** argon2id in the PHC format, of the password's composed form (NFC, RFC 8265). @throws {TooManyHashes} */
  hash(password: string): Promise<string>
  /**
   * Whether the password matches the hash, in any of its forms: systems differ in how they type "é". Without a hash it takes the same time and returns false, so that response times
   * do not reveal whether an e-mail has an account. @throws {TooManyHashes}
   */
  verify(password: string, stored: string | null | undefined): Promise<boolean>
}

/** The queue of password hashes is full. */
export class TooManyHashes extends Error {}

/**
 * Password hashing with argon2id, off the event loop. Each hash keeps a core busy for 20 ms, and other requests need the
 * machine too, so hashing gets a quarter of the cores; with less than one core it pauses after each hash.
 * @param cost of one hash: the library's, which is OWASP's, but in tests
 * @example
 * const passwords = createPasswords(1)
 * const stored = await passwords.hash('correct horse')
 * passwords.verify('correct horse', stored) // true
 * passwords.verify('wrong horse', stored) // false
 */
export function createPasswords(
  cores = availableParallelism() / 4,
  cost: Pick<Options, 'memoryCost' | 'timeCost'> = {},
): Passwords {
  const enqueue = createQueue(Math.max(1, Math.floor(cores)), Math.max(0, 1 / cores - 1))
  const dummyHash = enqueue(() => hash(crypto.randomUUID(), cost))
  return {
    hash: (password) => enqueue(() => hash(password.normalize('NFC'), cost)),
    verify: async (password, stored) => {
      const isReadable = stored?.startsWith('$argon2') === true && bytesOf(password) <= PASSWORD_BYTES.most
      const against = isReadable ? stored : await dummyHash
      for (const form of formsOf(password))
        if ((await enqueue(() => verify(against, isReadable ? form : ''))) && isReadable) return true
      return false
    },
  }
}

/** As it is hashed: other forms of it may have twice as many. */
const bytesOf = (password: string): number => Buffer.byteLength(password.normalize('NFC'))

/** Composed, as it is hashed; as it came and decomposed, as older hashes may have it. One for most passwords. */
const formsOf = (password: string) => new Set([password.normalize('NFC'), password, password.normalize('NFD')])

/**
 * Limits how many tasks run at once; the rest are queued, first in, first out.
 * @param idleFactor how long a slot stays empty after a task, as a multiple of the task's duration
 */
function createQueue(concurrency: number, idleFactor: number) {
  let running = 0
  const queued: (() => void)[] = []
  const release = () => {
    const next = queued.shift()
    if (next) next()
    else running -= 1
  }
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running < concurrency) running += 1
    else {
      if (queued.length >= MAX_QUEUED_HASHES) throw new TooManyHashes('too many passwords are queued to be checked')
      // A finished task hands its slot to the next in the queue, so that a newcomer cannot take it.
      await new Promise<void>((resolve) => queued.push(resolve))
    }
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      if (idleFactor > 0) setTimeout(release, idleFactor * (performance.now() - startedAt))
      else release()
    }
  }
}

/**
 * Validates a password that a user has chosen, also against the list of common ones.
 * @example
 * chosenPasswordError('Password123') // 'password-common'
 * chosenPasswordError('ten demos by friday') // undefined
 */
export async function chosenPasswordError(password: string): Promise<AuthFailureKind | undefined> {
  return passwordError(password) ?? ((await isCommonPassword(password)) ? 'password-common' : undefined)
}

/**
 * Validates a password's length (SPEC section 5: six characters), counted in bytes.
 * @example
 * passwordError('12345') // 'password-weak'
 * passwordError('é'.repeat(37)) // 'password-too-long'
 * passwordError('é'.repeat(36)) // undefined
 */
export function passwordError(password: string): AuthFailureKind | undefined {
  const bytes = bytesOf(password)
  if (bytes > PASSWORD_BYTES.most) return 'password-too-long'
  return bytes < PASSWORD_BYTES.least ? 'password-weak' : undefined
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a password is one of the most common ones, ignoring case. The list is loaded on first use; a failed load is
 * retried on the next.
 * @example
 * isCommonPassword('LetMeIn') // true
 * isCommonPassword('12345') // false
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= load().catch((error: unknown) => {
    commonPasswords = undefined
    throw error
  })
  return (await commonPasswords).has(password.normalize('NFC').toLowerCase())
}

/** Most common first. Passwords that are too short for an account are left out, to save memory. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const allowed = dictionary['passwords-common'].filter((word) => Buffer.byteLength(word) >= PASSWORD_BYTES.least)
  return new Set(allowed.slice(0, COMMON_PASSWORD_COUNT))
}
