const CONTROLS = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'

/** A control, or a row that can be gone to though it is no stop of the Tab key. */
const GOALS = `${CONTROLS}, [tabindex="-1"]`

/**
 * Whoever works by keyboard goes on where they were when what had the focus is gone, such as a row that they deleted:
 * at the next row, else at the one before, else at the first control of the part it was in. Browsers would put the focus
 * on the page as a whole. Where a screen as a whole goes, and in what lies over it, such as a dialog, the focus is seen to
 * already.
 */
export function keepFocus(): void {
  let focused: Element | null = null
  /** Where the focused element was, the nearest first, once it is gone. */
  let places: Node[] = []

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('main')) return
    focused = target
    places = []
  })
  // Given up by a press beside it: there is nothing to keep.
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
    // Below an open dialog it waits until that has closed.
    if (document.activeElement !== document.body) return
    focused = null
    firstGoal(places.filter(isPartOfScreen))?.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true })
}

const isPartOfScreen = (place: Node): place is HTMLElement =>
  place instanceof HTMLElement && place.isConnected && place.matches('main > * *')

function firstGoal(places: readonly HTMLElement[]): HTMLElement | undefined {
  for (const place of places) {
    const goal = place.matches(GOALS) ? place : place.querySelector<HTMLElement>(CONTROLS)
    if (goal) return goal
  }
  for (let part = places[0]; part?.closest('main > *'); part = part.parentElement ?? undefined) {
    const goal = part.querySelector<HTMLElement>(CONTROLS)
    if (goal) return goal
  }
  return undefined
}
