import { NAME_LIMIT } from '../../../domain/accounts.ts'
import { fail, type Result, succeed } from '../../../domain/result.ts'
import type { Metadata } from '../accounts/user-shape.ts'
import { metadataError, readEmail } from '../accounts/validate.ts'

/** Characters of a `sub` (OpenID Connect Core, 2), and of a picture's URL. */
const SUBJECT_CHARACTERS = 255
const PICTURE_CHARACTERS = 512

/** A provider's claims about a user, with the keys of GoTrue's identities. */
export interface IdentityData extends Metadata {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
}

type Claims = Readonly<Record<string, unknown>>

/**
 * @param userInfo the response of the UserInfo endpoint, if it was requested
 * @example
 * const claims = { iss: 'https://id.acme.com', sub: '7', email: 'Ana@Acme.com', email_verified: true, name: 'Ana Sousa' }
 * expect(readClaims(claims)).toMatchObject({
 *   value: { email: 'ana@acme.com', email_verified: true, first_name: 'Ana', last_name: 'Sousa' },
 * })
 * readClaims({ ...claims, email: ' ana@acme.com' }) // { ok: false, failure: 'email-missing' }
 */
export function readClaims(
  idToken: Claims,
  userInfo: Claims = {},
): Result<IdentityData, 'sub-invalid' | 'email-missing'> {
  const claims = { ...userInfo, ...idToken }
  const { sub, iss } = claims
  // eslint-disable-next-line no-control-regex
  if (typeof sub !== 'string' || !/^[ -~]+$/.test(sub) || sub.length > SUBJECT_CHARACTERS) return fail('sub-invalid')
  // `email` and `email_verified` must be from the same source.
  const source = idToken['email'] === undefined ? userInfo : idToken
  // As it is: truncated or trimmed it would be another address, which the provider has not verified.
  const email = readEmail(typeof source['email'] === 'string' ? source['email'] : '')
  if (!email.ok) return fail('email-missing')
  const name = cut(claims['name'], NAME_LIMIT)
  const picture = cut(claims['picture'], PICTURE_CHARACTERS)
  return succeed({
    iss: cut(iss, SUBJECT_CHARACTERS),
    sub,
    provider_id: sub,
    email: email.value,
    // Some providers send it as a string.
    email_verified: source['email_verified'] === true || source['email_verified'] === 'true',
    phone_verified: false,
    ...(name !== '' && { name, full_name: name }),
    ...(picture.startsWith('https://') && { picture, avatar_url: picture }),
    ...namesOf(claims, name),
  })
}

/** First and last name for the profile; a full name is split after its first word. */
function namesOf(claims: Claims, name: string): Metadata {
  const given = cut(claims['given_name'], NAME_LIMIT)
  const family = cut(claims['family_name'], NAME_LIMIT)
  const [first = '', ...rest] = name.split(/\s+/)
  return given === '' && family === ''
    ? { first_name: first, last_name: rest.join(' ') }
    : { first_name: given, last_name: family }
}

/**
 * The user metadata of a new account. It is part of every access token, so the picture is omitted if it is too long.
 * @example
 * const identity = { sub: '7', email: 'ana@acme.com', email_verified: true, first_name: 'Ana', last_name: 'Sousa' }
 * newUserData({ ...identity, picture: `https://acme.com/${'x'.repeat(4000)}` }) // identity
 */
export function newUserData(identity: IdentityData): Metadata {
  if (!metadataError(identity)) return identity
  const { sub, email, email_verified, first_name, last_name } = identity
  return { sub, email, email_verified, first_name, last_name }
}

/** A string that PostgreSQL can store, truncated. */
const cut = (given: unknown, characters: number): string =>
  typeof given === 'string'
    ? [...given.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ').trim()].slice(0, characters).join('').trim()
    : ''
