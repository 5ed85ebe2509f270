import { Menu } from 'lucide-react'
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from '../lib/navigation/Router.tsx'
import { lazyDialog } from '../lib/offline/lazy-dialog.ts'
import { loadTheRest } from '../lib/offline/lazy-part.ts'
import { endReadingAhead } from '../lib/data/read-ahead.ts'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Skeleton } from '../ui/states.tsx'
import { Search, SearchButton } from './Search.tsx'

const Drawer = lazyDialog(() => import('../ui/Dialog.tsx'), 'Drawer')

/** The place for a notice above every screen. */
export const NOTICE_ID = 'notice'

interface FrameProps {
  area: 'founder' | 'admin'
  sidebar: ReactNode
  /** At the bottom of a phone's screen, within reach of the thumb. */
  bottomBar?: ReactNode
  /** Whether a step through the history scrolls to where the screen was left. */
  keepsScroll?: boolean
  /** The screen. */
  children: ReactNode
}

/** Sidebar and content; on a phone the sidebar is a drawer. What sticks to the bottom stands above the bar: `--bar`. */
export function Frame({ area, sidebar, bottomBar, keepsScroll = false, children }: FrameProps) {
  const { pathname, key: visit, isPop } = useLocation()
  // The drawer closes on each navigation, even to the same screen.
  const [drawerVisit, setDrawerVisit] = useState<string>()
  const main = useRef<HTMLElement>(null)
  const shownPath = useRef(pathname)

  useEffect(() => {
    // After a navigation by keyboard or screen reader the focus moves to the new screen.
    if (shownPath.current !== pathname) main.current?.focus({ preventScroll: keepsScroll && isPop })
    shownPath.current = pathname
  }, [pathname, keepsScroll, isPop])

  useEffect(() => loadTheRest(area), [area])

  return (
    <div
      className={classNames(
        'min-h-svh lg:grid lg:grid-cols-[18rem_minmax(0,1fr)] print:block',
        bottomBar !== undefined && 'max-lg:[--bar:3.5rem]',
      )}
    >
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-primary px-3 py-2 text-on-primary focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-svh w-72 overflow-y-auto border-r border-border bg-surface lg:block print:hidden">
        {sidebar}
      </aside>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-border bg-surface px-2 lg:hidden print:hidden">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Open menu"
          {...Drawer.onIntent}
          onClick={() => setDrawerVisit(visit)}
        >
          <Menu aria-hidden />
        </Button>
        <Brand />
        <SearchButton size="icon" className="ml-auto" />
      </header>
      {drawerVisit === visit && (
        <Drawer title="Menu" onClose={() => setDrawerVisit(undefined)}>
          {sidebar}
        </Drawer>
      )}
      <Search area={area} />
      <main
        id="content"
        ref={main}
        tabIndex={-1}
        className={classNames(
          'min-w-0 pb-(--bar) outline-none lg:has-data-fills-window:flex lg:has-data-fills-window:flex-col print:block! print:h-auto!',
          'max-lg:has-data-fills-screen:flex max-lg:has-data-fills-screen:h-[calc(100dvh-3.5rem)] max-lg:has-data-fills-screen:flex-col',
        )}
      >
        <div id={NOTICE_ID} className="sticky top-14 z-20 lg:top-0 print:hidden" />
        <Suspense fallback={<PageSkeleton />}>
          {children}
          <Rendered />
        </Suspense>
      </main>
      {bottomBar}
    </div>
  )
}

/** Beside a screen: rendered with it, and not while its code is loading. */
function Rendered() {
  useEffect(endReadingAhead, [])
  return null
}

const PageSkeleton = () => (
  <div className="mx-auto max-w-7xl px-4 py-8 sm:px-8">
    <Skeleton lines={6} />
  </div>
)
