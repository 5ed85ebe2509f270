import { useQueryClient } from '@tanstack/react-query'
import {
  Activity,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
  type RefObject,
} from 'react'
import { createPortal } from 'react-dom'
import type { Location } from '../lib/navigation/navigate.ts'
import { LocationContext, useLocation } from '../lib/navigation/Router.tsx'
import { Boundary } from '../lib/offline/boundary.ts'
import { useOffline } from '../lib/offline/network.ts'
import { useAccount } from '../lib/session/session.tsx'
import { useHasUnread } from '../ui/unread-badge.ts'
import { DataVersion } from './data-version.ts'
import { founderScreens, type FounderScreen } from './founder-screens.ts'

export interface HiddenScreensProps {
  /** Whether the rows of all of them have been read. */
  readonly areRead: boolean
  readonly onRead: () => void
  /** The path of a screen that is shown elsewhere. */
  readonly stays: string | undefined
}

/**
 * Reads and renders the screens of the menu while another one is shown, as time allows: opening one then costs its effects,
 * its layout and its paint alone.
 */
export function HiddenScreens({ areRead, onRead, stays }: HiddenScreensProps) {
  const { id: user } = useAccount()
  const queries = useQueryClient()
  const isOffline = useOffline()
  const hasUnread = useHasUnread()
  const place = useRef<HTMLDivElement>(null)
  const [data] = useState(() => new DataVersion(queries.getQueryCache()))
  const version = useSyncExternalStore(data.subscribe, data.current)
  useEffect(() => {
    if (!isOffline)
      void Promise.allSettled(
        founderScreens.map(({ read, searchFor }) => read(user, queries, searchFor?.(hasUnread) ?? '')),
      ).then(onRead)
  }, [isOffline, user, queries, hasUnread, onRead])
  return (
    <>
      <div ref={place} className="contents" />
      {areRead &&
        founderScreens.map((screen) => (
          <HiddenScreen
            key={screen.path}
            screen={screen}
            search={screen.searchFor?.(hasUnread) ?? ''}
            isElsewhere={screen.path === stays}
            version={version}
            place={place}
          />
        ))}
    </>
  )
}

/** Milliseconds until a screen is rendered, or again once it was left: the one that is shown comes first. */
const REST_MS = 250

interface Rendered {
  readonly isShown: boolean
  /** Of the rows that the element was rendered from. */
  readonly version: number
  /** false: not rendered yet, or not again since it was left. null: it failed, and is not rendered before it is opened. */
  readonly element: ReactNode
}

interface HiddenScreenProps {
  screen: FounderScreen
  /** The query that it is rendered with. */
  search: string
  /** Whether it is shown outside of this, and not to be rendered. */
  isElsewhere: boolean
  /** Of the rows that it is rendered from. */
  version: number
  /** Where it is in the document while it is shown. */
  place: RefObject<HTMLDivElement | null>
}

/** A screen without effects and outside the document, unless the URL names it. Once left, it is mounted again. */
function HiddenScreen({ screen, search, isElsewhere, version, place }: HiddenScreenProps) {
  const { path, screen: Screen } = screen
  const location = useLocation()
  const isShown = location.pathname === path && !isElsewhere
  const own = useMemo(
    () => ({ pathname: path, search, hash: '', state: null, key: 'ahead', isPop: false }),
    [path, search],
  )
  const [host] = useState(newHost)
  const [rendered, setRendered] = useState<Rendered>(() => ({ isShown, version, element: isShown && <Screen /> }))
  const { element } = rendered
  if (rendered.isShown !== isShown || (!isShown && element && rendered.version !== version)) {
    const isLeft = rendered.isShown && !isShown
    // The same element is not rendered again. While it is shown it follows its rows by itself.
    const isAsKnown = element && rendered.version === version
    setRendered({ isShown, version, element: isLeft ? false : isAsKnown ? element : <Screen /> })
  }
  useEffect(() => {
    if (isElsewhere || element !== false) return undefined
    const render = () => setRendered((now) => (now.element !== false ? now : { ...now, element: <Screen /> }))
    const timer = setTimeout(() => startTransition(render), REST_MS)
    return () => clearTimeout(timer)
  }, [isElsewhere, element, Screen])
  const failed = (error: unknown) => {
    // As of a screen that is not rendered ahead.
    if (isShown) throw error
    return null
  }
  return (
    <Activity mode={isShown ? 'visible' : 'hidden'}>
      <Placed host={host} place={place} />
      {createPortal(
        <LocationContext value={isShown && !isLike(own, location) ? location : own}>
          <Boundary
            failed={failed}
            onFailed={() => setRendered((now) => (now.isShown ? now : { ...now, element: null }))}
          >
            {element}
          </Boundary>
        </LocationContext>,
        host,
      )}
    </Activity>
  )
}

function newHost(): HTMLDivElement {
  const host = document.createElement('div')
  host.className = 'contents'
  return host
}

/** Whether the other location differs in nothing that a screen renders. */
const isLike = ({ search }: Location, other: Location): boolean =>
  other.search === search && other.hash === '' && other.state === null

/** Puts the host into the document while it is not hidden, before the effects of what is in it. */
function Placed({ host, place }: { host: HTMLDivElement; place: RefObject<HTMLDivElement | null> }) {
  useLayoutEffect(() => {
    place.current?.append(host)
    return () => host.remove()
  }, [host, place])
  return null
}
