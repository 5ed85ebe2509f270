import { Search as SearchIcon } from 'lucide-react'
import { startTransition, useEffect, useState } from 'react'
import { requestAction, useAction } from '../lib/actions.ts'
import { lazyDialog } from '../lib/lazy-part.ts'
import { Button } from '../ui/Button.tsx'

const SearchDialog = lazyDialog(() => import('../features/search/SearchDialog.tsx'), 'SearchDialog')

const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** Ctrl K, and on a Mac ⌘ K: there Ctrl K deletes to the end of the line. */
const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey

/** Listens for the shortcut, and shows the dialog that it or a SearchButton opens; not above another dialog. */
export function Search({ area }: { area: 'founder' | 'admin' }) {
  const [isOpen, setIsOpen] = useState(false)
  useAction('search', () => startTransition(() => setIsOpen(true)))
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      if (!document.querySelector('[aria-modal="true"], [role="alertdialog"], .bg-scrim')) requestAction('search')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  return isOpen && <SearchDialog area={area} onClose={() => setIsOpen(false)} />
}

/** With its shortcut in the sidebar, and as an icon in the header of a phone. */
export const SearchButton = ({ size, className }: { size: 'md' | 'icon'; className: string }) => (
  <Button
    variant={size === 'md' ? 'outline' : 'ghost'}
    size={size}
    className={className}
    aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
    {...SearchDialog.onIntent}
    onClick={() => requestAction('search')}
  >
    <SearchIcon aria-hidden />
    <span className={size === 'icon' ? 'sr-only' : undefined}>Search</span>
    {size === 'md' && (
      <kbd aria-hidden className="ml-auto font-sans text-xs">
        {isMac ? '⌘ K' : 'Ctrl K'}
      </kbd>
    )}
  </Button>
)
