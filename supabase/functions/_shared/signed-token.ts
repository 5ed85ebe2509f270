import * as z from 'zod/mini'
import { fail, succeed, type Result } from '../../../domain/result.ts'
import { derivedKey } from './derived-key.ts'

/** Signed tokens that carry a value for a limited time. Nothing is stored. */
export interface SignedTokens<Value> {
  /** A token for a link: base64url, with its signature after a dot. The value is readable, but cannot be changed. */
  sign(value: Value, expiresAt: Date): Promise<string>
  verify(text: string): Promise<Result<Value, 'invalid' | 'expired'>>
}

/** Characters; longer tokens were not signed here. */
const MAX_TOKEN_LENGTH = 1000

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const

/**
 * Signs with HMAC-SHA-256.
 * @param purpose a token is valid for its own purpose only
 */
export function signedTokens<Value>(secret: string, purpose: string, shape: z.ZodMiniType<Value>): SignedTokens<Value> {
  const key = derivedKey(secret, purpose, HMAC, ['sign', 'verify'])
  // No caller awaits it yet; the first use reports a failure.
  key.catch(() => undefined)
  const content = z.object({ value: shape, exp: z.number() })

  return {
    sign: async (value, expiresAt) => {
      const payload = toBase64Url(encoder.encode(JSON.stringify({ value, exp: expiresAt.getTime() })))
      const signature = await crypto.subtle.sign(HMAC, await key, encoder.encode(payload))
      return `${payload}.${toBase64Url(new Uint8Array(signature))}`
    },
    verify: async (text) => {
      const [, payload, signature] = /^([\w-]+)\.([\w-]{43})$/.exec(text.slice(0, MAX_TOKEN_LENGTH + 1)) ?? []
      if (payload === undefined || signature === undefined || text.length > MAX_TOKEN_LENGTH) return fail('invalid')
      // Web Crypto compares in constant time.
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
