/** Of a request or of a websocket: where it came from, and the proxies that it names. */
interface Hops {
  /** The other end of the connection. */
  readonly remoteAddress: string
  /** The header X-Forwarded-For. */
  readonly forwardedFor: string | undefined
}

/**
 * The client's address, counted from the right: what stands further left was written by the client itself.
 * @param trustProxy how many proxies in front are trusted
 */
export function clientAddressOf({ remoteAddress, forwardedFor }: Hops, trustProxy: number): string {
  if (trustProxy === 0) return remoteAddress
  const hops = [...(forwardedFor?.split(',') ?? []).map((hop) => hop.trim()), remoteAddress]
  return withoutPort(hops[Math.max(0, hops.length - 1 - trustProxy)] ?? remoteAddress)
}

/** Some proxies write `203.0.113.7:4711` or `[2001:db8::1]:4711`: each port would count as a network of its own. */
const withoutPort = (hop: string): string => hop.replace(/^\[([^\]]*)\](?::\d+)?$|^([^:]+):\d+$/, '$1$2')
