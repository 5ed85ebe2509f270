import { createHash } from 'node:crypto'

/**
 * SHA-256 in base64url: how codes and secrets of 256 random bits are stored, and how PKCE computes a challenge (RFC 7636, 4.2).
 * @example
 * sha256('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk') // 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
 */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')
