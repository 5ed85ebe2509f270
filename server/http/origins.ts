const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether a page of `origin` may read our answers: only pages of PUBLIC_URL, except that a server meant for this
 * machine alone serves all of this machine's pages (a development server on another port, 127.0.0.1 for localhost).
 */
export function isAllowedOrigin(origin: string, publicUrl: string): boolean {
  if (origin === publicUrl) return true
  return isLoopback(publicUrl) && isLoopback(origin)
}

/**
 * The origin a browser used to reach us, as far as it may be trusted: PUBLIC_URL, or another name for this machine
 * when PUBLIC_URL is one. A page opened at 127.0.0.1 is then not sent to localhost, which would be another origin.
 */
export function originOf(host: string | undefined, publicUrl: string): string {
  const asked = `http://${host ?? ''}`
  return isLoopback(publicUrl) && isLoopback(asked) ? new URL(asked).origin : publicUrl
}

function isLoopback(origin: string): boolean {
  return URL.canParse(origin) && loopback.has(new URL(origin).hostname)
}
