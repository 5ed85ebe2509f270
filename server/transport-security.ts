import { readHosts } from './database/postgres-hosts.ts'

/** The connections that ALLOW_INSECURE_CONNECTIONS may allow without encryption. */
export const CONNECTION_KINDS = ['model', 'google', 'sms', 'smtp', 'database'] as const

export type ConnectionKind = (typeof CONNECTION_KINDS)[number]

/** Modes in which pg requires TLS; other modes, such as `prefer`, are refused here. */
const tlsModes = new Set(['require', 'verify-ca', 'verify-full'])

/** @param hostname as in a URL, IPv6 with or without brackets */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || /^127(\.\d{1,3}){3}$/.test(hostname) || /^\[?::1\]?$/.test(hostname)

/** Whether requests to an http(s) URL are encrypted or stay on this machine. */
export function isPrivateWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopbackHost(hostname)
}

/** Whether connections to all hosts of a database are encrypted or stay on this machine. */
export function isPrivateDatabaseUrl(text: string): boolean {
  const read = readHosts(text)
  return read.ok && read.value.urls.every(isPrivateHostUrl)
}

/** TLS, loopback, or a Unix socket. */
function isPrivateHostUrl(text: string): boolean {
  const { hostname, searchParams } = new URL(text)
  const host = decodeURIComponent(searchParams.get('host') ?? hostname)
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return true
  // With libpq's semantics `require` does not verify the certificate.
  if (searchParams.has('uselibpqcompat') && searchParams.get('sslmode') !== 'verify-full') return false
  const mode = searchParams.get('sslmode')
  return mode === null ? /^(true|1)$/.test(searchParams.get('ssl') ?? '') : tlsModes.has(mode)
}

/** Whether mail to this SMTP server requires STARTTLS. */
export function needsStartTls(smtpUrl: string): boolean {
  const { protocol, hostname } = new URL(smtpUrl)
  return protocol === 'smtp:' && !isLoopbackHost(hostname)
}
