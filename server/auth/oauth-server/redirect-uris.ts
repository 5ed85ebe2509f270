const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Schemes of installed apps without a dot. Others have one, as RFC 8252, 7.1 asks for: whatever else a system opens by its scheme
 * (`ms-word:`, `search-ms:`, `tel:`) would get a text of a stranger's choice.
 */
const appSchemes: ReadonlySet<string> = new Set([
  'cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:', 'zed:', 'claude:', 'raycast:', 'warp:', 'goose:', 'jetbrains:',
]) // prettier-ignore

/** Characters of a redirect URI. */
const MAX_URI = 2048

/**
 * Why an app may not be sent to a URI: https, http of this machine, and schemes of installed apps (RFC 8252) are fine.
 * @example
 * redirectUriError('https://claude.ai/api/mcp/auth_callback') // undefined
 * redirectUriError('http://127.0.0.1:33418/callback') // undefined
 * redirectUriError('cursor://anysphere.cursor-mcp/oauth/callback') // undefined
 * redirectUriError('com.acme.app:/callback') // undefined
 * redirectUriError('http://acme.com/') // 'http is for this machine only'
 * redirectUriError('javascript:alert(1)') // 'the scheme is not allowed'
 * redirectUriError('https://acme.com/#a') // 'it has a fragment'
 */
export function redirectUriError(uri: string): string | undefined {
  // Clients are stored as Supabase does, which separates redirect URIs by commas.
  if (uri.length > MAX_URI || /[\s,\\]/.test(uri) || !URL.canParse(uri)) return 'it is not a URL'
  const { protocol, hostname, hash, username, password } = new URL(uri)
  if (!/^https?:$/.test(protocol) && !protocol.includes('.') && !appSchemes.has(protocol)) {
    return 'the scheme is not allowed'
  }
  if (protocol === 'http:' && !loopback.has(hostname)) return 'http is for this machine only'
  if (hash !== '' || uri.includes('#')) return 'it has a fragment'
  if (username !== '' || password !== '') return 'it has a user name'
  return undefined
}

/**
 * Whether a requested redirect is a registered one: the same text, but for the port of this machine, which an installed app
 * learns when it starts (RFC 8252, 7.3).
 * @example
 * isRegisteredRedirect(['http://127.0.0.1/cb'], 'http://127.0.0.1:4711/cb') // true
 * isRegisteredRedirect(['https://acme.com/cb'], 'https://acme.com/cb/') // false
 * isRegisteredRedirect(['https://acme.com/cb'], 'https://acme.com:8443/cb') // false
 */
export const isRegisteredRedirect = (registered: readonly string[], requested: string): boolean =>
  redirectUriError(requested) === undefined &&
  registered.some((uri) => uri === requested || withoutLoopbackPort(uri) === withoutLoopbackPort(requested))

function withoutLoopbackPort(uri: string): string {
  const url = new URL(uri)
  if (url.protocol !== 'http:' || !loopback.has(url.hostname)) return uri
  return `http://${url.hostname}${url.pathname}${url.search}`
}
