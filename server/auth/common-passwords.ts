import { COMMON_PASSWORDS, PASSWORD_BYTES } from './constants.ts'

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
