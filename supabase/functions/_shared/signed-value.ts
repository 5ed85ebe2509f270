import * as z from 'zod/mini'
import { fail, succeed, type Result } from '../../../domain/result.ts'
import { derivedKey } from './derived-key.ts'

/** Values that go through other people's hands and come back as they were, for a time. Nothing is stored. */
export interface SignedValues<Value> {
  /** As text for a link: base64url, its signature after a dot. The value can be read, not changed. */
  sign(value: Value, expiresAt: Date): Promise<string>
  verify(text: string): Promise<Result<Value, 'invalid' | 'expired'>>
}

/** Characters; what is longer was not signed here. */
const LONGEST = 1000

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const

/**
 * Signs with HMAC-SHA-256.
 * @param purpose what was signed for one is worth nothing for another
 */
export function signedValues<Value>(secret: string, purpose: string, shape: z.ZodMiniType<Value>): SignedValues<Value> {
  const key = derivedKey(secret, purpose, HMAC, ['sign', 'verify'])
  // Without a caller by now: whoever uses it meets the failure.
  key.catch(() => undefined)
  const content = z.object({ value: shape, exp: z.number() })

  return {
    sign: async (value, expiresAt) => {
      const payload = toBase64Url(encoder.encode(JSON.stringify({ value, exp: expiresAt.getTime() })))
      const signature = await crypto.subtle.sign(HMAC, await key, encoder.encode(payload))
      return `${payload}.${toBase64Url(new Uint8Array(signature))}`
    },
    verify: async (text) => {
      const [, payload, signature] = /^([\w-]+)\.([\w-]{43})$/.exec(text.slice(0, LONGEST + 1)) ?? []
      if (payload === undefined || signature === undefined || text.length > LONGEST) return fail('invalid')
      // In constant time, as Web Crypto does it.
      const isOurs = await crypto.subtle.verify(HMAC, await key, fromBase64Url(signature), encoder.encode(payload))
      if (!isOurs) return fail('invalid')
      const { value, exp } = content.parse(JSON.parse(decoder.decode(fromBase64Url(payload))))
      return exp > Date.now() ? succeed(value) : fail('expired')
    },
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
