/** The addresses that a request or websocket came through. */
interface Hops {
  /** The other end of the connection. */
  readonly remoteAddress: string
  /** The header X-Forwarded-For. */
  readonly forwardedFor: string | undefined
}

/**
 * The client's address, counted from the right: the client itself may have written the entries further left.
 * @param trustProxy how many proxies in front are trusted
 */
export function clientAddressOf({ remoteAddress, forwardedFor }: Hops, trustProxy: number): string {
  if (trustProxy === 0) return withoutZone(remoteAddress)
  const hops = [...(forwardedFor?.split(',') ?? []).map((hop) => hop.trim()), remoteAddress]
  return withoutZone(withoutPort(hops[Math.max(0, hops.length - 1 - trustProxy)] ?? remoteAddress))
}

/** Some proxies write `203.0.113.7:4711` or `[2001:db8::1]:4711`, and each port would count as another client. */
const withoutPort = (hop: string): string => hop.replace(/^\[([^\]]*)\](?::\d+)?$|^([^:]+):\d+$/, '$1$2')

/** Node.js names this machine's interface in a link-local address: `fe80::1%eth0`, which PostgreSQL does not accept. */
const withoutZone = (address: string): string => address.replace(/%.*$/, '')
