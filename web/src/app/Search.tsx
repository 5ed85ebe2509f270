import { Search as SearchIcon } from 'lucide-react'
import { Suspense, useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import type { SearchDialogProps } from '../features/search/SearchDialog.tsx'
import { requestAction, useAction } from '../ui/actions.ts'
import { lazyPart } from '../lib/offline/lazy-part.ts'
import { Button } from '../ui/Button.tsx'
import { isMac, MODIFIER } from '../ui/modifier-key.ts'

const SearchDialog = lazyPart(() => import('../features/search/SearchDialog.tsx'), 'SearchDialog')

/** Takes what is typed before the dialog is there. A field, so that paste, dead keys and a phone's keyboard work in it. */
const FirstField = ({ text, opener, onType, onClose }: SearchDialogProps) => (
  <div className="fixed inset-0 z-40 flex items-start justify-center bg-scrim p-3 sm:pt-[12svh]">
    <input
      dir="auto"
      ref={focus}
      aria-label="Search"
      className="h-14 w-full max-w-2xl rounded-xl bg-surface px-11 text-lg outline-none"
      value={text}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return
        focus(opener)
        onClose()
      }}
    />
  </div>
)

const focus = (field: HTMLElement | null) => field?.focus()

/** Ctrl K, and on a Mac ⌘ K: there Ctrl K deletes to the end of the line. */
const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey

/** Listens for the shortcut, and shows the dialog that it or a SearchButton opens; not above another dialog. */
export function Search({ area }: { area: 'founder' | 'admin' }) {
  const [opener, setOpener] = useState<HTMLElement | null>()
  const [text, setText] = useState('')
  const open = () => {
    setText('')
    setOpener(document.activeElement as HTMLElement | null)
  }
  useAction('search', open)
  const onShortcut = useEffectEvent(open)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return
      event.preventDefault()
      // At once, in this event: the next key belongs to the search.
      if (!document.querySelector('[aria-modal="true"], [role="alertdialog"], .bg-scrim')) onShortcut()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
  const isOpen = opener !== undefined
  // A deferred render neither delays the press nor hides the field while it suspends.
  const Field = useDeferredValue(isOpen) ? SearchDialog : FirstField
  return (
    <Suspense>
      {isOpen && (
        <Field area={area} text={text} opener={opener} onType={setText} onClose={() => setOpener(undefined)} />
      )}
    </Suspense>
  )
}

/** With its shortcut in the sidebar, and as an icon in the header of a phone. */
export const SearchButton = ({ size, className }: { size: 'md' | 'icon'; className: string }) => (
  <Button
    variant={size === 'md' ? 'outline' : 'ghost'}
    size={size}
    className={className}
    aria-keyshortcuts={`${MODIFIER.key}+K`}
    {...SearchDialog.onIntent}
    onClick={() => requestAction('search')}
  >
    <SearchIcon aria-hidden />
    <span className={size === 'icon' ? 'sr-only' : undefined}>Search</span>
    {size === 'md' && (
      <kbd aria-hidden className="ml-auto font-sans text-xs">
        {MODIFIER.label} K
      </kbd>
    )}
  </Button>
)
