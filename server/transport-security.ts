/** Connections that an operator may let through in clear, as ALLOW_INSECURE_CONNECTIONS names them. */
export const CONNECTION_KINDS = ['model', 'google', 'sms', 'smtp', 'database'] as const

export type ConnectionKind = (typeof CONNECTION_KINDS)[number]

/** Modes in which pg refuses a server without TLS; `prefer` and the like are ours to refuse. */
const tlsModes = new Set(['require', 'verify-ca', 'verify-full'])

/** @param hostname as URL has it, IPv6 in brackets or not */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === 'localhost' || /^127(\.\d{1,3}){3}$/.test(hostname) || /^\[?::1\]?$/.test(hostname)

/** Whether what is sent to an http(s) URL crosses no network in clear. */
export function isPrivateWebUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopbackHost(hostname)
}

/** Whether what is sent to this database crosses no network in clear: TLS, this machine, or a Unix socket. */
export function isPrivateDatabaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { hostname, searchParams } = new URL(text)
  const host = decodeURIComponent(searchParams.get('host') ?? hostname)
  if (host === '' || host.startsWith('/') || isLoopbackHost(host)) return true
  // With libpq's meaning `require` checks no certificate.
  if (searchParams.has('uselibpqcompat') && searchParams.get('sslmode') !== 'verify-full') return false
  const mode = searchParams.get('sslmode')
  return mode === null ? /^(true|1)$/.test(searchParams.get('ssl') ?? '') : tlsModes.has(mode)
}

/** Whether an SMTP server has to offer STARTTLS before it gets anything. */
export function needsStartTls(smtpUrl: string): boolean {
  const { protocol, hostname } = new URL(smtpUrl)
  return protocol === 'smtp:' && !isLoopbackHost(hostname)
}
