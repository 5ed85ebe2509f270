import { isIPv6 } from 'node:net'

/**
 * What limits count by: an address, of IPv6 its first 64 bits. Whoever has one IPv6 address has all that begin so
 * (RFC 6177), and could be a new visitor with each request.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = (text = '') => text.split(':').filter((group) => group !== '')
  const missing = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array.from({ length: missing }, () => '0'), ...groups(tail)]
  return `${all.slice(0, 4).map((group) => parseInt(group, 16).toString(16)).join(':')}::/64` // prettier-ignore
}
