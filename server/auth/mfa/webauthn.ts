import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { z } from 'zod'
import { CHALLENGE_SECONDS } from '../constants.ts'
import type { AuthConfig } from '../dependencies.ts'
import { base64ToUrl, type CredentialFlags, descriptorOf, type StoredCredential, toBase64 } from './credential.ts'

/** COSE algorithms (RFC 9053) in order of preference: ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257]
const CHALLENGE_BYTES = 32
/** Maximum length of a credential's id (WebAuthn, 7.1); much longer ones do not fit an index. */
const CREDENTIAL_ID_BYTES = 1023
/** Characters of one field of a response. Attestations with certificates take some thousands; all of one is stored. */
const FIELD_CHARACTERS = 32_768

/** Loaded on first use: its certificate parsers load slowly. */
async function loadLibrary() {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ])
  return { ...server, ...helpers }
}

type Library = Awaited<ReturnType<typeof loadLibrary>>

type Site = Pick<AuthConfig, 'publicUrl' | 'productName'>

const rpIdOf = ({ publicUrl }: Pick<Site, 'publicUrl'>): string => new URL(publicUrl).hostname

/**
 * Browsers allow WebAuthn for host names on https and for localhost, never for IP addresses (WebAuthn, 5.1.3).
 * @example
 * isWebauthnPossible({ publicUrl: 'https://acme.com' }) // true
 * isWebauthnPossible({ publicUrl: 'http://localhost:3000' }) // true
 * isWebauthnPossible({ publicUrl: 'https://192.0.2.1' }) // false
 */
export function isWebauthnPossible({ publicUrl }: Pick<Site, 'publicUrl'>): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0) return false
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
}

/** The stored state of a ceremony: go-webauthn's `SessionData`, as in GoTrue. */
export interface Ceremony {
  /** Unpadded base64url. */
  readonly challenge: string
  readonly rpId: string
  readonly user_id: string
  readonly expires: string
  readonly userVerification: 'preferred'
}

interface ToChallenge {
  readonly userId: string
  readonly email: string | null
  /** Null for an unverified factor, whose credential this ceremony creates. */
  readonly credential: StoredCredential | null
  /** Of the user's other factors. */
  readonly others: readonly StoredCredential[]
  readonly at: Date
}

/** Starts a ceremony. Binary values are unpadded base64url, as `parseCreationOptionsFromJSON` reads them. */
export function beginCeremony(site: Site, { userId, email, credential, others, at }: ToChallenge) {
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
  const rpId = rpIdOf(site)
  const userVerification = 'preferred'
  const timeout = CHALLENGE_SECONDS * 1000
  const ceremony: Ceremony = {
    challenge,
    rpId,
    user_id: toBase64(Buffer.from(userId)),
    expires: new Date(at.getTime() + timeout).toISOString(),
    userVerification,
  }
  if (credential) {
    const publicKey = { challenge, timeout, rpId, allowCredentials: [descriptorOf(credential)], userVerification }
    return { ceremony, webauthn: { type: 'request', credential_options: { publicKey } } }
  }
  const name = email ?? userId
  const publicKey = {
    rp: { id: rpId, name: site.productName },
    user: { id: Buffer.from(userId).toString('base64url'), name, displayName: name },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout,
    excludeCredentials: others.map(descriptorOf),
    authenticatorSelection: { residentKey: 'discouraged', requireResidentKey: false, userVerification },
    attestation: 'none',
  }
  return { ceremony, webauthn: { type: 'create', credential_options: { publicKey } } }
}

const base64url = z
  .string()
  .max(FIELD_CHARACTERS)
  .regex(/^[\w-]+$/)
const common = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional().catch(undefined),
}
const transports = z
  .array(z.string().regex(/^[a-z-]{1,20}$/))
  .max(10)
  .optional()
  .catch(undefined)

/** A browser's response to `create` (WebAuthn, RegistrationResponseJSON). */
const registrationSchema = z.object({
  ...common,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url, transports }),
})

/** A browser's response to `get` (WebAuthn, AuthenticationResponseJSON). */
const assertionSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().nullish(),
  }),
})

export type CredentialResponse =
  | { readonly type: 'create'; readonly response: z.infer<typeof registrationSchema> }
  | { readonly type: 'request'; readonly response: z.infer<typeof assertionSchema> }

/** Parses a browser's response; undefined when it is invalid. */
export function readCredentialResponse(type: string, response: unknown): CredentialResponse | undefined {
  if (type === 'create') {
    const parsed = registrationSchema.safeParse(response)
    return parsed.success ? { type, response: parsed.data } : undefined
  }
  const parsed = assertionSchema.safeParse(response)
  return type === 'request' && parsed.success ? { type, response: parsed.data } : undefined
}

/** The proof that `server.verify_factor` takes for a WebAuthn factor. */
export type WebauthnProof =
  | { readonly credential: StoredCredential; readonly aaguid: string }
  | { readonly signCount: number; readonly flags: CredentialFlags }

interface ToProve {
  readonly ceremony: Ceremony
  readonly credential: StoredCredential | null
  readonly given: CredentialResponse
}

/**
 * Verifies the response to a ceremony: challenge, origin, site, presence and signature.
 * @returns the proof, whose counter is checked later; undefined when the response is not for this ceremony and factor
 */
export async function checkCeremony(
  { publicUrl }: Site,
  { ceremony, credential, given }: ToProve,
): Promise<WebauthnProof | undefined> {
  const expected = {
    expectedChallenge: ceremony.challenge,
    expectedOrigin: publicUrl,
    expectedRPID: ceremony.rpId,
    requireUserVerification: false,
  }
  const library = await loadLibrary()
  try {
    // The app is never in a frame of another site (frame-ancestors), so a ceremony in one is not ours (WebAuthn, 7.1 and 7.2).
    if (library.decodeClientDataJSON(given.response.response.clientDataJSON).crossOrigin === true) return undefined
    if (given.type === 'create') {
      return credential ? undefined : await checkRegistration(library, expected, given.response)
    }
    return credential ? await checkAssertion(library, expected, given.response, { credential, ceremony }) : undefined
  } catch {
    // The library throws for every failed check and for malformed bytes.
    return undefined
  }
}

interface Expected {
  readonly expectedChallenge: string
  readonly expectedOrigin: string
  readonly expectedRPID: string
  readonly requireUserVerification: boolean
}

async function checkRegistration(
  library: Library,
  expected: Expected,
  response: z.infer<typeof registrationSchema>,
): Promise<WebauthnProof | undefined> {
  const { verifyRegistrationResponse, decodeAttestationObject, decodeCredentialPublicKey, cose, isoCBOR } = library
  const given = new Uint8Array(Buffer.from(response.response.attestationObject, 'base64url'))
  const authenticatorData = decodeAttestationObject(given).get('authData')
  // Only `none` is requested, and nothing depends on a statement. To evaluate one, the library would fetch revocation lists
  // from URLs in its certificates, which anyone can write.
  const attestationObject = isoCBOR.encode(
    new Map<string, string | Uint8Array | Map<string, never>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', authenticatorData],
    ]),
  )
  const { verified, registrationInfo: info } = await verifyRegistrationResponse({
    ...expected,
    response: {
      ...response,
      response: { ...response.response, attestationObject: Buffer.from(attestationObject).toString('base64url') },
      clientExtensionResults: {},
    } as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!verified || info.credential.id !== response.id) return undefined
  const credentialId = Buffer.from(info.credential.id, 'base64url')
  if (credentialId.length > CREDENTIAL_ID_BYTES) return undefined
  const { flags, aaguid = new Uint8Array(16) } = library.parseAuthenticatorData(authenticatorData)
  const clientData = Buffer.from(response.response.clientDataJSON, 'base64url')
  return {
    aaguid: info.aaguid,
    credential: {
      id: toBase64(credentialId),
      publicKey: toBase64(info.credential.publicKey),
      attestationType: info.fmt,
      transport: response.response.transports ?? [],
      flags: flagsOf(flags),
      authenticator: {
        AAGUID: toBase64(aaguid),
        signCount: info.credential.counter,
        ...(response.authenticatorAttachment && { attachment: response.authenticatorAttachment }),
      },
      attestation: {
        clientDataJSON: toBase64(clientData),
        clientDataHash: createHash('sha256').update(clientData).digest('base64'),
        authenticatorData: toBase64(authenticatorData),
        publicKeyAlgorithm: decodeCredentialPublicKey(info.credential.publicKey).get(cose.COSEKEYS.alg) ?? 0,
        object: toBase64(info.attestationObject),
      },
    },
  }
}

async function checkAssertion(
  { verifyAuthenticationResponse, parseAuthenticatorData }: Library,
  expected: Expected,
  response: z.infer<typeof assertionSchema>,
  { credential, ceremony }: { credential: StoredCredential; ceremony: Ceremony },
): Promise<WebauthnProof | undefined> {
  const { userHandle } = response.response
  if (response.id !== base64ToUrl(credential.id)) return undefined
  if (userHandle && userHandle !== base64ToUrl(ceremony.user_id)) return undefined
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expected,
    response: { ...response, clientExtensionResults: {} } as Parameters<
      typeof verifyAuthenticationResponse
    >[0]['response'],
    // The counter is checked in the database under a lock: here two concurrent responses could both pass.
    credential: {
      id: response.id,
      publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64')),
      counter: 0,
    },
  })
  const data = parseAuthenticatorData(new Uint8Array(Buffer.from(response.response.authenticatorData, 'base64url')))
  const flags = flagsOf(data.flags)
  if (!verified || flags.backupEligible !== credential.flags.backupEligible) return undefined
  return {
    signCount: authenticationInfo.newCounter,
    flags: { ...flags, userVerified: flags.userVerified || credential.flags.userVerified },
  }
}

const flagsOf = ({ up, uv, be, bs }: { up: boolean; uv: boolean; be: boolean; bs: boolean }): CredentialFlags => ({
  userPresent: up,
  userVerified: uv,
  backupEligible: be,
  backupState: bs,
})
