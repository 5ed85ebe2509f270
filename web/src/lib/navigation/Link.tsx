import { useSyncExternalStore, type ComponentProps, type MouseEvent } from 'react'
import { matchPath } from './match-path.ts'
import { navigate, onNavigation, urlOf } from './navigate.ts'

export interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: string
  /** State of the navigation. */
  state?: unknown
}

/** A link to a screen of this app. One to the present URL adds nothing to the history, as in a browser. */
export function Link({ to, state, onClick, children, ...rest }: LinkProps) {
  const href = urlOf(to)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || isForBrowser(event)) return
    event.preventDefault()
    navigate(href, { state, replace: href === location.pathname + location.search + location.hash })
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}

/** What opens a tab or a window, or saves a file. */
function isForBrowser({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget }: MouseEvent<HTMLAnchorElement>) {
  const isElsewhere = !['', '_self'].includes(currentTarget.target) || currentTarget.hasAttribute('download')
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey || isElsewhere
}

interface NavLinkProps extends Omit<LinkProps, 'className'> {
  className: (link: { isActive: boolean }) => string
}

/** A link of a menu, which is marked as the current page from the press on, while the screen may still be loading. */
export function NavLink({ className, ...rest }: NavLinkProps) {
  const pathname = useSyncExternalStore(onNavigation, () => location.pathname)
  const [path = ''] = urlOf(rest.to).split(/[?#]/)
  const isActive = matchPath(path, pathname) !== undefined
  return <Link aria-current={isActive ? 'page' : undefined} className={className({ isActive })} {...rest} />
}
