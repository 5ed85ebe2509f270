/**
 * A WebAuthn credential as GoTrue stores it: the JSON of go-webauthn's `Credential` (v0.16), where bytes are base64 with
 * padding.
 */
export interface StoredCredential {
  readonly id: string
  /** COSE key, RFC 9052. */
  readonly publicKey: string
  /** The attestation's format, despite its name. */
  readonly attestationType: string
  readonly transport: readonly string[]
  readonly flags: CredentialFlags
  readonly authenticator: {
    readonly AAGUID: string
    /** The authenticator's last signature counter; 0 for those without one. */
    readonly signCount: number
    readonly attachment?: string
  }
  readonly attestation: {
    readonly clientDataJSON: string
    readonly clientDataHash: string
    readonly authenticatorData: string
    readonly publicKeyAlgorithm: number
    readonly object: string
  }
}

export interface CredentialFlags {
  readonly userPresent: boolean
  /** True once the user was verified. */
  readonly userVerified: boolean
  /** Never changes. */
  readonly backupEligible: boolean
  readonly backupState: boolean
}

/**
 * @example
 * toBase64(new Uint8Array([251, 255])) // '+/8='
 */
export const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64')

/**
 * @example
 * base64ToUrl('+/8=') // '-_8'
 */
export const base64ToUrl = (base64: string): string => Buffer.from(base64, 'base64').toString('base64url')

/** A credential in the options for the browser. */
export const descriptorOf = ({ id, transport }: StoredCredential) => ({
  type: 'public-key' as const,
  id: base64ToUrl(id),
  ...(transport.length > 0 && { transports: [...transport] }),
})
