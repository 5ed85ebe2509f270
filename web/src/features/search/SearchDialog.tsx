import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useDeferredValue, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { navigate } from '../../lib/navigation/navigate.ts'
import { requestAction } from '../../ui/actions.ts'
import { loopsQuery } from '../../lib/data/loops.ts'
import { useAccount } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { useLatestCallback } from '../../ui/use-latest-callback.ts'
import { useDebouncedValue } from '../../ui/use-debounced-value.ts'
import { Button } from '../../ui/Button.tsx'
import { loopsNamed, resultsQuery } from './api.ts'
import { commandsOf } from './commands.ts'
import { ResultItem } from './ResultItem.tsx'
import type { Result } from './results.ts'
import { wordsOf } from '../../lib/texts/words.ts'

/** Characters; the database reads no more. */
const MAX_SEARCH = 200

/** Milliseconds after a letter before it is searched for: fast typists need longer for the next one. */
const PAUSE_MS = 50

/** How far each key moves; the results wrap around. */
const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export interface SearchDialogProps {
  area: 'founder' | 'admin'
  text: string
  /** The element that had the focus before: it gets the focus back. */
  opener: HTMLElement | null
  onType: (text: string) => void
  onClose: () => void
}

/**
 * The command palette: screens, actions and records, by words. The combobox pattern of the ARIA Authoring Practices: the
 * focus stays in the field, and keys choose among the results.
 */
export function SearchDialog({ area, text, opener, onType, onClose }: SearchDialogProps) {
  const words = useMemo(() => wordsOf(text), [text])
  // The letter, and what it leaves of the results, are painted first.
  const marked = useDeferredValue(words)
  const search = useDebouncedValue(words.length > 0 ? text.trim() : '', PAUSE_MS)
  const { id: user } = useAccount()
  const { data, isFetching, isError, isPlaceholderData, refetch } = useQuery(resultsQuery(area, user, search))
  // The board and the dashboard have read them.
  const { data: loops = [] } = useQuery({
    ...loopsQuery(user),
    enabled: area === 'founder' && search !== '',
    staleTime: 60_000,
  })
  const found = search !== '' && words.length > 0 ? (data ?? []) : []
  const isSearching = words.length > 0 && (isFetching || search !== text.trim())

  // The frame with its field is painted first, and keys are answered between the two.
  const hasResults = useDeferredValue(true, false)
  const groups = [...commandsOf(area, words), ...(words.length > 0 ? loopsNamed(loops, words) : []), ...found]
  const results = groups.flatMap((group) => group.results)
  const [chosen, setChosen] = useState<string>()
  // The first one, unless another was chosen among these results.
  const active = results.find(({ id }) => id === chosen) ?? results[0]

  const isLeaving = useRef(false)
  const open = useLatestCallback(({ to, action }: Result) => {
    isLeaving.current = true
    onClose()
    if (to !== undefined) navigate(to)
    if (action) requestAction(action)
  })

  const id = useId()
  const optionId = (result: Result) => `${id}${result.id}`
  const list = useRef<HTMLDivElement>(null)
  const activeId = active && optionId(active)
  useEffect(() => {
    // The first one is in view.
    if (chosen !== undefined && activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [chosen, activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, the keys are its own; Safari reports the last of them with this code.
    if (event.nativeEvent.isComposing || event.keyCode === 229 || !active) return
    if (event.key === 'Enter') {
      event.preventDefault()
      return open(active)
    }
    const next = results[steps[event.key]?.(results.indexOf(active), results.length) ?? -1]
    if (!next || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    setChosen(next.id)
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop
          forceRender
          className="fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0"
        />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-3 sm:pt-[12svh]">
          <Dialog.Popup
            // A result moves the focus itself; the page as a whole would pass it on to its first link.
            finalFocus={() => !isLeaving.current && opener !== document.body && opener}
            className="flex max-h-[min(36rem,calc(100svh-1.5rem))] w-full max-w-2xl min-w-0 flex-col overflow-hidden rounded-xl border border-border bg-surface shadow-raised transition-[opacity,translate] duration-150 data-ending-style:opacity-0 data-starting-style:-translate-y-2 data-starting-style:opacity-0"
          >
            <Dialog.Title className="sr-only">Search</Dialog.Title>
            <div className="flex items-center gap-3 border-b border-border pr-2 pl-4">
              <Search aria-hidden className="size-4 shrink-0 text-muted" />
              <input
                dir="auto"
                // Before Base UI does: a letter typed in between would be lost.
                ref={focus}
                type="text"
                role="combobox"
                aria-label={area === 'founder' ? 'Search everything' : 'Search founders and messages'}
                aria-expanded={results.length > 0}
                aria-controls={`${id}list`}
                aria-autocomplete="list"
                aria-activedescendant={activeId}
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                enterKeyHint="go"
                maxLength={MAX_SEARCH}
                placeholder={
                  area === 'founder' ? 'Go to, start, or find anything...' : 'Go to, or find founders and messages...'
                }
                className="h-14 min-w-0 flex-1 bg-transparent text-lg placeholder:text-muted focus-visible:outline-none"
                value={text}
                onChange={(event) => {
                  onType(event.target.value)
                  setChosen(undefined)
                  list.current?.scrollTo(0, 0)
                }}
                onKeyDown={onKeyDown}
              />
              <Dialog.Close className="grid h-8 shrink-0 place-items-center rounded-md border border-border px-2 text-xs text-muted hover:bg-sunken pointer-coarse:h-11">
                <span className="pointer-coarse:hidden">Esc</span>
                <span className="not-pointer-coarse:sr-only">Close</span>
              </Dialog.Close>
            </div>
            <div
              ref={list}
              id={`${id}list`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- its options have several parts
              role="listbox"
              aria-label="Results"
              aria-busy={isSearching}
              className="min-h-0 overflow-y-auto overscroll-contain p-2 empty:hidden"
            >
              {hasResults &&
                groups.map(({ label, results }, index) => (
                  <div
                    key={label}
                    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an optgroup exists in a select only
                    role="group"
                    aria-labelledby={`${id}group-${index}`}
                    className="mb-1"
                  >
                    <p id={`${id}group-${index}`} className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
                      {label}
                    </p>
                    {results.map((result) => (
                      <ResultItem
                        key={result.id}
                        id={optionId(result)}
                        result={result}
                        words={marked}
                        isActive={result === active}
                        onActivate={setChosen}
                        onOpen={open}
                      />
                    ))}
                  </div>
                ))}
            </div>
            {isError && words.length > 0 ? (
              <div className="flex flex-wrap items-center justify-between gap-2 border-t border-border px-4 py-2">
                <p role="alert" className="text-sm text-destructive">
                  {texts.search.failed}
                </p>
                <Button variant="outline" size="sm" onClick={() => void refetch()}>
                  Try again
                </Button>
              </div>
            ) : (
              <output className="border-t border-border px-4 py-2 text-sm text-muted tabular-nums">
                {statusOf({
                  count: results.length,
                  isSearching: isSearching && !(found.length > 0 && isPlaceholderData),
                  isEmpty: words.length === 0,
                })}
              </output>
            )}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const focus = (field: HTMLElement | null) => field?.focus({ preventScroll: true })

interface Status {
  count: number
  isSearching: boolean
  isEmpty: boolean
}

function statusOf({ count, isSearching, isEmpty }: Status): string {
  if (isEmpty) return 'Search your records, or type where you want to go.'
  if (isSearching) return 'Searching...'
  if (count === 0) return 'Nothing found. Try fewer words, or the beginning of one.'
  return count === 1 ? '1 result' : `${count} results`
}
