import { isIPv4, isIPv6 } from 'node:net'

/** The networks of an address, for rate limits. */
export interface Networks {
  /** An IPv4 address, or an IPv6 /64: one client has all of its addresses (RFC 6177). */
  readonly host: string
  /** IPv4 /24, IPv6 /56: a home or a small office. */
  readonly range: string
  /** IPv4 /24, IPv6 /48: the largest block that one customer gets. */
  readonly site: string
}

export function networksOf(address: string): Networks {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const ipv4 = mapped ?? address
  if (isIPv4(ipv4)) {
    const range = `${ipv4.split('.').slice(0, 3).join('.')}.0/24`
    return { host: ipv4, range, site: range }
  }
  if (!isIPv6(address)) return { host: address, range: address, site: address }
  const groups = groupsOf(address)
  const hex = (count: number) => groups.slice(0, count).map((group) => group.toString(16)).join(':') // prettier-ignore
  const upperByte = ((groups[3] ?? 0) & 0xff00).toString(16)
  return { host: `${hex(4)}::/64`, range: `${hex(3)}:${upperByte}::/56`, site: `${hex(3)}::/48` }
}

/** The network that most limits count by. */
export const networkOf = (address: string): string => networksOf(address).host

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const parse = (text = '') => text.split(':').filter((group) => group !== '')
  const missing = tail === undefined ? 0 : 8 - parse(head).length - parse(tail).length
  return [...parse(head), ...Array.from({ length: missing }, () => '0'), ...parse(tail)].map((group) =>
    Number.parseInt(group, 16),
  )
}
