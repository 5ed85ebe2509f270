const CONTROLS = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'

/** A control, or a row that can be focused but is no tab stop. */
const FOCUSABLE = `${CONTROLS}, [tabindex="-1"]`

/**
 * Keeps the keyboard focus when the focused element is removed, such as a deleted row: moves it
 * to the next row, else to the one before, else to the first control of its section. Browsers would move it
 * to the page. Screens and overlays such as dialogs handle their own focus
 * already.
 */
export function keepFocus(): void {
  let focused: Element | null = null
  /** Candidates for the focus, nearest first, once the focused element is removed. */
  let places: Node[] = []

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('main')) return
    focused = target
    places = []
  })
  // The user clicked elsewhere: nothing to restore.
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    if (target !== focused || relatedTarget !== null || !document.hasFocus()) return
    queueMicrotask(() => {
      if (focused === target && focused?.isConnected && document.activeElement === document.body) focused = null
    })
  })

  new MutationObserver((records) => {
    if (!focused || focused.isConnected) return
    for (const { target, removedNodes, nextSibling, previousSibling } of records) {
      const isGone = (node: Node | null) => [...removedNodes].some((removed) => removed.contains(node))
      if (!isGone(focused) && !places.some(isGone)) continue
      places.push(...[nextSibling, previousSibling, target].filter((node) => node !== null))
    }
    // Under an open dialog it waits until that is closed.
    if (document.activeElement !== document.body) return
    focused = null
    firstFocusable(places.filter(isPartOfScreen))?.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true })
}

const isPartOfScreen = (place: Node): place is HTMLElement =>
  place instanceof HTMLElement && place.isConnected && place.matches('main > * *')

function firstFocusable(places: readonly HTMLElement[]): HTMLElement | undefined {
  for (const place of places) {
    const target = place.matches(FOCUSABLE) ? place : place.querySelector<HTMLElement>(CONTROLS)
    if (target) return target
  }
  for (let part = places[0]; part?.closest('main > *'); part = part.parentElement ?? undefined) {
    const target = part.querySelector<HTMLElement>(CONTROLS)
    if (target) return target
  }
  return undefined
}
