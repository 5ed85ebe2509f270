import { useEffect } from 'react'
import { useLocation } from '../lib/navigation/Router.tsx'
import { useFocusAtFirst } from '../ui/use-focus-at-first.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { usePageTitle } from '../ui/Page.tsx'

/** @param as within the content of a layout, which is the page's `main`, another element */
export function NotFound({ as: Box = 'main' }: { as?: 'main' | 'div' }) {
  const { pathname } = useLocation()
  usePageTitle('Page not found')
  const home = useFocusAtFirst<HTMLAnchorElement>()
  useEffect(() => console.error('404: nothing lives at', pathname), [pathname])

  return (
    <Box className="grid min-h-svh place-items-center p-6 text-center">
      <div>
        <h1 className="text-[clamp(5rem,18vw,9rem)] leading-none font-semibold tracking-tighter text-primary tabular-nums">
          404
        </h1>
        <p className="mt-4 text-xl font-semibold tracking-tight">Oops! Page not found</p>
        <p className="mt-1 mb-6 text-muted">The page you're looking for doesn't exist or has been moved.</p>
        <ButtonLink ref={home} to="/">
          Return to Home
        </ButtonLink>
      </div>
    </Box>
  )
}
