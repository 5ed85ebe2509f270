const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The origin check: whether a page of `origin` may read our responses. Only pages of PUBLIC_URL may; a server for this
 * machine alone allows all pages of this machine (a development server on another port, 127.0.0.1 for localhost).
 */
export function isAllowedOrigin(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true
  return isLoopback(publicUrl) && isLoopback(origin)
}

/**
 * The origin that a browser used: PUBLIC_URL, or another name of this machine when PUBLIC_URL is one. A page opened at
 * 127.0.0.1 is then not sent to localhost, which is another origin.
 */
export function originOf(host: string | undefined, publicUrl: string): string {
  const requested = `http://${host ?? ''}`
  return isLoopback(publicUrl) && isLoopback(requested) ? new URL(requested).origin : publicUrl
}

function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && loopback.has(new URL(origin).hostname)
}
