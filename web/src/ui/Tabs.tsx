import { createContext, use, useDeferredValue, useId, useMemo, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

export interface Tab<Id extends string> {
  readonly id: Id
  readonly label: ReactNode
  /** Shown beside the label, but not part of the tab's name. */
  readonly count?: number | undefined
}

interface TabsProps<Id extends string> {
  label: string
  /** In one row with the tabs where there is room. */
  heading?: ReactNode
  tabs: readonly Tab<Id>[]
  value: Id
  onChange: (id: Id) => void
  /** One TabPanel for each tab. */
  children: ReactNode
  className?: string
}

const TabsContext = createContext({ chosen: '', prefix: '' })

/** How far each key moves; the tabs wrap around. */
const steps: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * The tabs pattern of the ARIA Authoring Practices: one tab stop, arrow keys select. Our own, because the library's
 * adds a tenth to the sign-in screen's script.
 */
export function Tabs<Id extends string>({ label, heading, tabs, value, onChange, children, className }: TabsProps<Id>) {
  const prefix = useId()
  // The tab is shown as selected before its panel is rendered.
  const chosen = useDeferredValue(value)
  const context = useMemo(() => ({ chosen, prefix }), [chosen, prefix])

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const next = tabs[steps[event.key]?.(indexOf(tabs, value), tabs.length) ?? -1]
    if (!next) return
    event.preventDefault()
    onChange(next.id)
    document.getElementById(`${prefix}tab-${next.id}`)?.focus()
  }

  const list = (
    // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is on the tabs
    <div role="tablist" aria-label={label} className={listLook} onKeyDown={onKeyDown}>
      {tabs.map(({ id, label, count }) => (
        <button
          key={id}
          ref={id === value ? reveal : undefined}
          type="button"
          role="tab"
          id={`${prefix}tab-${id}`}
          aria-selected={id === value}
          aria-controls={id === chosen ? `${prefix}panel-${id}` : undefined}
          tabIndex={id === value ? 0 : -1}
          className={tabLook}
          onClick={() => onChange(id)}
        >
          {label}
          {count !== undefined && (
            <span aria-hidden className="text-xs font-normal text-muted tabular-nums">
              {count}
            </span>
          )}
        </button>
      ))}
    </div>
  )
  return (
    <TabsContext value={context}>
      <div className={classNames('flex flex-col', className)}>
        {heading ? (
          <header className="flex flex-wrap items-end justify-between gap-4 max-sm:*:w-full">
            {heading}
            {list}
          </header>
        ) : (
          list
        )}
        {children}
      </div>
    </TabsContext>
  )
}

/**
 * Scrolls a selected tab to the middle of its row, where the row has no room for all: once the page is laid out, which it
 * would be twice otherwise.
 */
function reveal(tab: HTMLElement | null): (() => void) | undefined {
  const row = tab?.parentElement
  if (!row) return undefined
  const laidOut = new ResizeObserver(() => {
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
    laidOut.disconnect()
  })
  laidOut.observe(tab)
  return () => laidOut.disconnect()
}

const indexOf = (tabs: readonly Tab<string>[], value: string) => tabs.findIndex(({ id }) => id === value)

const listLook = 'flex shrink-0 gap-0.5 overflow-x-auto sm:gap-1 rounded-md bg-sunken p-1 [scrollbar-width:none]'

const tabLook = classNames(
  'flex h-8 flex-1 items-center justify-center gap-1 rounded-sm px-1.5 text-sm sm:gap-2 sm:px-3 font-medium whitespace-nowrap text-muted pointer-coarse:h-11',
  'hover:text-foreground aria-selected:bg-raised aria-selected:text-foreground aria-selected:shadow-card focus-visible:-outline-offset-2',
)

interface TabPanelProps {
  id: string
  className?: string
  children: ReactNode
}

/** Shown while its tab is selected. */
export function TabPanel({ id, className, children }: TabPanelProps) {
  const { chosen, prefix } = use(TabsContext)
  if (id !== chosen) return null
  return (
    <div
      role="tabpanel"
      id={`${prefix}panel-${id}`}
      aria-labelledby={`${prefix}tab-${id}`}
      className={classNames('min-w-0 pt-4', className)}
    >
      {children}
    </div>
  )
}
