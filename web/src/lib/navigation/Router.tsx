import {
  createContext,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { matchPath, type PathParams } from './match-path.ts'
import { currentLocation, navigate, onNavigation, type Location } from './navigate.ts'

/** Of the screen around it. */
export const LocationContext = createContext<Location | null>(null)

/** Follows the URL. Each navigation is a transition: a screen stays until the code of the next one is loaded. */
export function Router({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(() => currentLocation())
  useLayoutEffect(() => onNavigation((location) => startTransition(() => setLocation(location))), [])
  return <LocationContext value={location}>{children}</LocationContext>
}

/** Of the screen that is shown. */
export function useLocation(): Location {
  const location = use(LocationContext)
  if (!location) throw new Error('There is no Router around this component')
  return location
}

/**
 * The parameters of the URL; `setSearchParams` changes them.
 * @example
 * import { renderHookAt } from '../../testing/render.tsx'
 * renderHookAt('/brain?tab=notes', useSearchParams).result.current.get('tab') // 'notes'
 */
export function useSearchParams(): URLSearchParams {
  const { search } = useLocation()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** Leads to another URL in place of this one, with the navigation's state. */
export function Redirect({ to, state = null }: { to: string; state?: unknown }) {
  const redirected = useRef<string>(undefined)
  useEffect(() => {
    // In strict mode each effect runs twice.
    if (redirected.current === to) return
    redirected.current = to
    navigate(to, { replace: true, state })
  }, [to, state])
  return null
}

export interface Route {
  /** As `matchPath` reads it. */
  readonly path: string
  /** Gets the named segments of the path as props. */
  readonly screen: ComponentType<PathParams>
  /** What is around the screen, from the outside in. It stays mounted from one of its screens to the next. */
  readonly layouts?: readonly ComponentType<{ children: ReactNode }>[]
}

/** Shows the first route that the path matches. */
export function Routes({ routes }: { routes: readonly Route[] }) {
  const { pathname } = useLocation()
  // The same elements while only the query or the hash changes: the layouts are not rendered for it.
  return useMemo(() => screenAt(pathname, routes), [pathname, routes])
}

function screenAt(pathname: string, routes: readonly Route[]): ReactNode {
  for (const { path, screen: Screen, layouts = [] } of routes) {
    const params = matchPath(path, pathname)
    if (params) return layouts.reduceRight((inner, Layout) => <Layout>{inner}</Layout>, <Screen {...params} />)
  }
  return null
}
