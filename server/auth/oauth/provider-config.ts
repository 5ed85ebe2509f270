import { z } from 'zod'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import { isPrivateWebUrl } from '../../transport-security.ts'

/** An external provider of accounts: OpenID Connect. */
export interface ProviderConfig {
  /** The id in `signInWithOAuth({ provider })`. */
  readonly id: string
  /** The display name. */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Beside `openid`. */
  readonly scopes: readonly string[]
}

/** The Google OAuth client, which the calendar uses too. */
interface GoogleClient {
  readonly clientId: string | undefined
  readonly clientSecret: string | undefined
}

const GOOGLE = { name: 'Google', issuer: 'https://accounts.google.com' } as const

const USUAL_SCOPES = ['openid', 'email', 'profile']

/** Ids of built-in sign-in methods, in `identities` and in /settings. */
const RESERVED_IDS = ['email', 'phone', 'anonymous_users']

const text = z.string('is not a text').min(1, 'is empty')

const entry = z.strictObject({
  id: z
    .string('is missing')
    .regex(/^[a-z0-9][a-z0-9:_-]{0,39}$/, 'is not 1 to 40 of a-z, 0-9, -, _ and :')
    .refine((id) => !RESERVED_IDS.includes(id), `is one of ${RESERVED_IDS.join(', ')}`),
  name: text.max(40, 'is longer than 40 characters').optional(),
  issuer: text.refine(isIssuer, 'is not an https URL, or an http one of this machine').optional(),
  clientId: text.optional(),
  clientSecret: text.optional(),
  scopes: z
    .union([z.string().transform((line) => line.split(/\s+/)), z.array(z.string())], 'is not a list of texts')
    .optional(),
})

/**
 * Parses OIDC_PROVIDERS: a JSON array of `{id, name, issuer, clientId, clientSecret, scopes?}`. `google` requires only
 * `id`.
 *
 * @returns the providers in the given order, or the error
 * @example
 * readProviders('[{ "id": "google" }]', { clientId: 'c', clientSecret: 's' })
 * // {
 * //   ok: true,
 * //   value: [
 * //     {
 * //       id: 'google',
 * //       name: 'Google',
 * //       issuer: 'https://accounts.google.com',
 * //       clientId: 'c',
 * //       clientSecret: 's',
 * //       scopes: ['openid', 'email', 'profile'],
 * //     },
 * //   ],
 * // }
 */
export function readProviders(value: string, google: GoogleClient): Result<readonly ProviderConfig[], string> {
  const list = parseList(value)
  if (!list) return fail('is not a JSON array')
  const parsed = z.array(entry).safeParse(list)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = issue?.path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    return fail(`${place?.join('') ?? ''} ${issue?.message ?? 'cannot be read'}`)
  }
  const providers: ProviderConfig[] = []
  for (const [index, given] of parsed.data.entries()) {
    const provider = { ...(given.id === 'google' && { ...GOOGLE, ...google }), ...given }
    const { id, name, issuer, clientId, clientSecret } = provider
    if (!name || !issuer || !clientId || !clientSecret) {
      const missing = (['name', 'issuer', 'clientId', 'clientSecret'] as const).find((field) => !provider[field])
      const hint = id === 'google' ? ', and GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are not set' : ''
      return fail(`[${index}] (${id}) has no ${missing}${hint}`)
    }
    if (providers.some((other) => other.id === id)) return fail(`has two entries with the id ${id}`)
    const scopes = given.scopes?.filter((scope) => scope !== '') ?? USUAL_SCOPES
    providers.push({ id, name, issuer, clientId, clientSecret, scopes: [...new Set(['openid', ...scopes])] })
  }
  return succeed(providers)
}

function parseList(value: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(value)
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Whether a URL can be an issuer: https, or http on this machine. */
function isIssuer(value: string): boolean {
  if (!URL.canParse(value)) return false
  const { search, hash, username } = new URL(value)
  if (search !== '' || hash !== '' || username !== '') return false
  return /^https?:/.test(value) && isPrivateWebUrl(value)
}
