import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

/** TOTP (RFC 6238) with the parameters that authenticator apps assume. */
const RULES = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const SECRET_BYTES = 20
/** Steps before and after the current one whose codes are accepted, for clock skew. */
const WINDOW = 1

/**
 * @returns base32
 * @example
 * newSecret() // expect.stringMatching(/^[A-Z2-7]{32}$/)
 */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/**
 * The URI in the QR code (`otpauth:`).
 * @example
 * uriOf('GEZDGNBV', 'Upswing', 'ana@acme.com')
 * // 'otpauth://totp/Upswing:ana%40acme.com?algorithm=SHA1&digits=6&issuer=Upswing&period=30&secret=GEZDGNBV'
 */
export function uriOf(secret: string, issuer: string, account: string): string {
  const [service, owner] = [encodeURIComponent(issuer), encodeURIComponent(account)]
  const { algorithm, digits, period } = RULES
  return `otpauth://totp/${service}:${owner}?algorithm=${algorithm}&digits=${digits}&issuer=${service}&period=${period}&secret=${secret}`
}

/**
 * @returns the time step of this code, within the window; undefined when the code is wrong
 * @example
 * const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' // RFC 6238, appendix B
 * stepOf(secret, '287082', new Date(59_000)) // 1
 * stepOf(secret, '287082', new Date(89_000)) // 1
 * stepOf(secret, '287082', new Date(90_000)) // undefined
 */
export function stepOf(secret: string, code: string, at: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const totp = new TOTP({ ...RULES, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: at.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / RULES.period) + delta
}

/**
 * A QR code as SVG: one path, in which each dark run of a row is a stroke. Colours are named, since the client puts the
 * text unescaped into a data URL, where a `#` would end it.
 */
export function qrCodeOf(text: string): string {
  const { size, data } = encode(text, { border: 2 })
  const strokes = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index} ${y + 0.5}h${run.length}`),
  )
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="white" d="M0 0h${size}v${size}H0z"/><path stroke="black" d="${strokes.join('')}"/></svg>`
  )
}
