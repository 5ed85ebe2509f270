import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { LogOut, Moon, Sun, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { NavLink } from '../lib/navigation/Link.tsx'
import { useAction } from '../ui/actions.ts'
import { chooseTheme, currentTheme, type Theme } from '../ui/theme.ts'
import { Brand } from '../ui/Brand.tsx'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { SearchButton } from './Search.tsx'

export interface MenuItem {
  readonly label: string
  readonly icon: LucideIcon
  readonly to: string
  /** After the label. */
  readonly mark?: ReactNode
  /** Loads what the screen shows: called when a press is likely. */
  readonly onIntent?: (queries: QueryClient) => Promise<void>
}

export interface ComingItem {
  readonly label: string
  readonly icon: LucideIcon
}

interface SidebarProps {
  label: string
  items: readonly MenuItem[]
  coming?: readonly ComingItem[]
  greeting: ReactNode
  actions: ReactNode
  onSignOut: () => void
}

const itemLook = 'flex h-9 items-center gap-3 rounded-md px-3 font-medium pointer-coarse:h-11'

export function Sidebar({ label, items, coming, greeting, actions, onSignOut }: SidebarProps) {
  useAction('sign-out', onSignOut)
  return (
    <div className="flex min-h-full flex-col gap-6 p-4">
      <div className="px-2 pt-2">
        <Brand />
      </div>
      {greeting}
      {/* On a phone it is in the header. */}
      <SearchButton size="md" className="justify-start text-muted max-lg:hidden" />
      <nav aria-label={label}>
        <ul className="flex flex-col gap-0.5">
          {items.map((item) => (
            <Item key={item.label} {...item} />
          ))}
        </ul>
        {coming && (
          <ul className="mt-4 flex flex-col gap-0.5 border-t border-border pt-4">
            {coming.map((item) => (
              <Coming key={item.label} {...item} />
            ))}
          </ul>
        )}
      </nav>
      <div className="mt-auto flex flex-col gap-2">
        {actions}
        <div className="flex gap-2">
          <Button variant="ghost" className="flex-1 justify-start" onClick={onSignOut}>
            <LogOut aria-hidden />
            Sign Out
          </Button>
          <ThemeButton />
        </div>
      </div>
    </div>
  )
}

/** A finger touches, and a pointer comes, a tenth of a second before the press. A failure shows on the screen. */
function useIntent(onIntent: MenuItem['onIntent']) {
  const queries = useQueryClient()
  const prepare = () => void onIntent?.(queries).catch(() => undefined)
  return { onPointerEnter: prepare, onFocus: prepare }
}

const Item = ({ label, icon: Icon, to, mark, onIntent }: MenuItem) => (
  <li>
    <NavLink
      to={to}
      {...useIntent(onIntent)}
      className={({ isActive }) =>
        classNames(itemLook, isActive ? 'bg-primary-soft text-primary' : 'text-foreground hover:bg-sunken')
      }
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      {label}
      {mark}
    </NavLink>
  </li>
)

/** The screens, on a phone. */
export const BottomBar = ({ label, items }: Pick<SidebarProps, 'label' | 'items'>) => (
  <nav
    aria-label={label}
    className="fixed inset-x-0 bottom-0 z-30 border-t border-border bg-surface lg:hidden print:hidden"
  >
    <ul className="mx-auto flex h-14 max-w-lg justify-between px-1">
      {items.map((item) => (
        <BottomItem key={item.label} {...item} />
      ))}
    </ul>
  </nav>
)

const BottomItem = ({ label, icon: Icon, to, mark, onIntent }: MenuItem) => (
  <li>
    <NavLink
      to={to}
      className={({ isActive }) =>
        classNames(
          'relative flex h-full flex-col items-center justify-center gap-1 px-1.5 text-[0.6875rem] whitespace-nowrap focus-visible:-outline-offset-2',
          isActive ? 'font-semibold text-primary' : 'text-muted',
        )
      }
      {...useIntent(onIntent)}
    >
      <Icon aria-hidden className="size-5" />
      {label}
      <span className="absolute start-1/2 top-1 ms-2">{mark}</span>
    </NavLink>
  </li>
)

/** Announced as an unavailable link; a click does nothing. */
const Coming = ({ label, icon: Icon }: ComingItem) => (
  <li>
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there is nowhere to go yet
      role="link"
      aria-disabled="true"
      className="flex min-h-9 cursor-not-allowed items-center gap-3 px-3 text-muted select-none"
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="flex flex-1 items-baseline justify-between gap-x-2 text-sm leading-4">
        {label}
        <span className="text-[0.625rem] leading-3 font-semibold tracking-wider whitespace-nowrap">COMING SOON</span>
      </span>
    </span>
  </li>
)

const otherThan = (theme: Theme): Theme => (theme === 'dark' ? 'light' : 'dark')

function ThemeButton() {
  const [theme, setTheme] = useState(currentTheme)
  const other = otherThan(theme)
  const Icon = theme === 'dark' ? Sun : Moon
  const change = () => {
    // The other sidebar, of the phone or of the desk, may have changed it since.
    const next = otherThan(currentTheme())
    setTheme(next)
    // After the button's own paint: every element of the page is styled again.
    requestAnimationFrame(() => setTimeout(() => chooseTheme(next)))
  }
  useAction('theme', change)
  return (
    <Button variant="ghost" size="icon" aria-label={`Switch to ${other} theme`} onClick={change}>
      <Icon aria-hidden />
    </Button>
  )
}
