import { startTransition, useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useLocation } from '../lib/navigation/Router.tsx'
import { founderScreens } from './founder-screens.ts'
import type { HiddenScreensProps } from './HiddenScreens.tsx'

/** Milliseconds after which HiddenScreens.tsx is loaded: the first screen and its parts come first. */
const LOAD_DELAY_MS = 4000

/**
 * Shows a screen of the menu as it was rendered ahead.
 * @param children the screen of the URL: shown if it is none of the menu, or none is rendered ahead yet
 */
export function ScreensAhead({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [HiddenScreens, setHiddenScreens] = useState<ComponentType<HiddenScreensProps>>()
  const [areRead, setAreRead] = useState(false)
  /** The path of what was shown when the others were rendered: it is not rendered again before it is left. */
  const [stays, setStays] = useState<string | undefined>(pathname)
  if (stays !== undefined && stays !== pathname) setStays(areRead ? undefined : pathname)
  const isAhead = stays !== pathname && founderScreens.some(({ path }) => path === pathname)
  const onRead = useCallback(() => startTransition(() => setAreRead(true)), [])
  useEffect(() => {
    const load = () =>
      import('./HiddenScreens.tsx').then(
        ({ HiddenScreens }) => setHiddenScreens(() => HiddenScreens),
        // Without it each screen is rendered when it is opened.
        () => undefined,
      )
    const timer = setTimeout(load, LOAD_DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      {!isAhead && children}
      {HiddenScreens && <HiddenScreens areRead={areRead} onRead={onRead} stays={stays} />}
    </>
  )
}
