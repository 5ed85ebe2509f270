/** Where the browser is, and how it came there. */
export interface Location {
  readonly pathname: string
  readonly search: string
  readonly hash: string
  /** What the navigation passed on; null without. It stays with the entry of the history, after a reload too. */
  readonly state: unknown
  /** Another for each visit: a step back through the history has the one from before. */
  readonly key: string
  /** Whether the page was opened here, or a step through the history led here. */
  readonly isPop: boolean
}

interface NavigateOptions {
  /** Replaces the entry of the history instead of adding one. */
  readonly replace?: boolean
  readonly state?: unknown
}

const listeners = new Set<(location: Location) => void>()

export function currentLocation(isPop = true): Location {
  const { pathname, search, hash } = location
  const { key = 'default', state = null } = (history.state ?? {}) as Partial<Location>
  return { pathname, search, hash, state, key, isPop }
}

/**
 * The URL that `to` leads to, on this site whatever it is: relative to the present one, as URLs are.
 * @example
 * history.replaceState(null, '', '/brain?tab=notes#5f0c')
 * urlOf('/traction') // '/traction'
 * urlOf('?tab=decisions') // '/brain?tab=decisions'
 * urlOf('#7a1b') // '/brain?tab=notes#7a1b'
 * urlOf('') // '/brain?tab=notes'
 * urlOf('//example.com/100 %') // '/example.com/100%20%'
 */
export function urlOf(to: string): string {
  const { pathname, search, hash } = new URL(to.replace(/^[/\\]+/, '/'), location.href)
  return pathname + search + hash
}

/**
 * Opens a screen of this app.
 * @example
 * navigate('/brain', { state: { tab: 'check-ins' } })
 * currentLocation().state // { tab: 'check-ins' }
 */
export function navigate(to: string, { replace = false, state = null }: NavigateOptions = {}): void {
  const entry = { state, key: Math.random().toString(36).slice(2) }
  history[replace ? 'replaceState' : 'pushState'](entry, '', urlOf(to))
  for (const listener of listeners) listener(currentLocation(false))
}

/**
 * Replaces the parameters of the URL, or changes them.
 * @example
 * history.replaceState(null, '', '/admin/audit?kind=goals&admin=5f0c')
 * setSearchParams((params) => (params.delete('kind'), params))
 * currentLocation().search // '?admin=5f0c'
 * setSearchParams({})
 * currentLocation().search // ''
 */
export function setSearchParams(
  next: Readonly<Record<string, string>> | ((params: URLSearchParams) => URLSearchParams),
  options?: NavigateOptions,
): void {
  const params = typeof next === 'function' ? next(new URLSearchParams(location.search)) : new URLSearchParams(next)
  navigate(`?${params}`, options)
}

/** Calls the listener after each navigation, and after each step through the history. @returns what ends that */
export function onNavigation(listener: (location: Location) => void): () => void {
  const onPop = () => listener(currentLocation())
  listeners.add(listener)
  addEventListener('popstate', onPop)
  return () => {
    listeners.delete(listener)
    removeEventListener('popstate', onPop)
  }
}
