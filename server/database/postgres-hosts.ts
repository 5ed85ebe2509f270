import { fail, succeed, type Result } from '../../domain/result.ts'

const SESSION_TARGETS = ['any', 'read-write', 'primary'] as const

/** Which server a connection may be to; the other values that libpq has are for programs that only read. */
export type SessionTarget = (typeof SESSION_TARGETS)[number]

export interface PostgresHosts {
  /** A URL for each host, in the order in which they are tried. */
  readonly urls: readonly string[]
  readonly target: SessionTarget
}

const EXAMPLE = 'is not a URL such as postgres://user:password@host:5432/database'
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)([^?#]*)(?:\?([^#]*))?$/
const HOST_AND_PORT = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/

/**
 * Reads a URL of one or more hosts as libpq does: in the authority (`h1:5432,h2:5433`) or as parameters
 * (`host=h1,h2&port=5432`). Without `target_session_attrs` the server has to be a primary, where libpq takes any: a
 * standby cannot serve this product.
 *
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING
 *
 * @returns what is wrong with it, without user and password
 */
export function readHosts(url: string): Result<PostgresHosts, string> {
  const [, beginning = '', authority = '', path = '', query] = PARTS.exec(url) ?? []
  if (beginning === '') return fail(EXAMPLE)
  const parameters = new URLSearchParams(query)
  const target = parameters.get('target_session_attrs') ?? 'primary'
  if (!isSessionTarget(target)) {
    return fail(`is not usable: target_session_attrs=${target} is not one of ${SESSION_TARGETS.join(', ')}`)
  }
  const addresses = authority.split(',').map((address) => HOST_AND_PORT.exec(address) ?? [])
  const hosts = parameters.get('host')?.split(',') ?? addresses.map(([, host = '']) => host)
  const ports = parameters.get('port')?.split(',') ?? addresses.map(([, , port = '']) => port)
  if (ports.length !== 1 && ports.length !== hosts.length) {
    return fail(`is not usable: it has ${hosts.length} hosts and ${ports.length} ports`)
  }
  if (hosts.length === 1) return URL.canParse(url) ? succeed({ urls: [url], target }) : fail(EXAMPLE)
  for (const name of ['target_session_attrs', 'host', 'port']) parameters.delete(name)
  const rest = parameters.size === 0 ? path : `${path}?${parameters.toString()}`
  const urls = hosts.map((host, index) => {
    const port = ports[index] ?? ports[0]
    return `${beginning}${hostInUrl(host)}${port === '' ? '' : `:${port}`}${rest}`
  })
  return hosts.includes('') || !urls.every((each) => URL.canParse(each)) ? fail(EXAMPLE) : succeed({ urls, target })
}

const isSessionTarget = (text: string): text is SessionTarget => (SESSION_TARGETS as readonly string[]).includes(text)

/** The folder of a Unix socket is encoded, and an IPv6 address has brackets. */
function hostInUrl(host: string): string {
  if (host.startsWith('/')) return encodeURIComponent(host)
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}
