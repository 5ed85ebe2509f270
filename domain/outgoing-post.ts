import ipaddr from 'ipaddr.js'

/** A request to a URL that a user has chosen. */
export interface OutgoingPost {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether the URL may lead into a private network, and be of plain http. */
  readonly isPrivateAllowed: boolean
  /** Ends the request when the server stops: it rejects then. */
  readonly signal: AbortSignal
}

export type PostResult =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  /** For the screen of the user who chose the URL. */
  | { readonly kind: 'failed'; readonly reason: string }

/** Milliseconds until the status has arrived. */
export const POST_TIMEOUT_MS = 10_000

/** Bytes of a response's body that are read, so that a service that writes a few words sees no broken connection. */
export const MAX_POST_RESPONSE_BYTES = 4096

export const postFailures = {
  private: 'Not allowed: an address of a private network',
  timeout: 'No answer within 10 seconds',
  unknownHost: 'The host name is not known',
  unreachable: 'No connection',
  certificate: 'No valid certificate',
} as const

/** Azure's own service of each virtual machine: in a public range, and reachable from inside alone. */
const INTERNAL = new Set(['168.63.129.16'])

/** The only range of IPv6 that is routed in the internet (RFC 4291, 2.4). */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/**
 * Whether an IP address is one of the public internet: not of this machine or its networks, a link, a carrier's network, multicast, a
 * cloud's metadata, or an IPv6 form of such an IPv4 address.
 * @example
 * isPublicAddress('93.184.216.34') // true
 * isPublicAddress('10.0.0.1') // false
 * isPublicAddress('::ffff:169.254.169.254') // false
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const ip = ipaddr.process(address)
  if (ip instanceof ipaddr.IPv6 && !ip.match(GLOBAL_IPV6)) return false
  return ip.range() === 'unicast' && !INTERNAL.has(ip.toString())
}

/**
 * Why a URL is not requested; undefined when it may be, as long as its host name resolves to public addresses.
 * @example
 * postUrlError('https://hooks.example/in', false) // undefined
 * postUrlError('https://2130706433/in', false) // 'Not allowed: an address of a private network'
 */
export function postUrlError(text: string, isPrivateAllowed: boolean): string | undefined {
  if (!URL.canParse(text)) return 'Not a URL'
  const { protocol, hostname, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'Not a URL that begins with https://'
  if (username !== '' || password !== '') return 'A URL must not contain a user name or password'
  if (isPrivateAllowed) return undefined
  if (protocol === 'http:') return 'Not a URL that begins with https://'
  const address = addressIn(hostname)
  const isPrivate = address === undefined ? /(^|\.)localhost\.?$/.test(hostname) : !isPublicAddress(address)
  return isPrivate ? postFailures.private : undefined
}

/** The IP address that a URL's host is: the parser has turned every other form of IPv4 into four decimal numbers. */
export function addressIn(hostname: string): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return ipaddr.isValid(address) ? address : undefined
}

/** Why the addresses of a host name are not requested: none, or one that is not public. */
export function resolvedError(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return postFailures.unknownHost
  return addresses.every(isPublicAddress) ? undefined : postFailures.private
}
