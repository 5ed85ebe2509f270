const CONTROLS = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled)'

/** A control, or a row that can be gone to though it is no stop of the Tab key. */
const GOALS = `${CONTROLS}, [tabindex="-1"]`

/**
 * Whoever works by keyboard goes on where they were when what had the focus is gone, such as a row that they deleted:
 * at the next row, else at the one before, else at the first control of the part it was in. Browsers would put the focus
 * on the page as a whole.
 * @param screen the screens; what lies over them, such as a dialog, sees to its own focus
 */
export function keepFocus(screen: Element): void {
  let focused: Element | null = null
  /** Where the focused element was, the nearest first, once it is gone. */
  let places: Node[] = []

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !screen.contains(target)) return
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
    firstGoal(places, screen)?.focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true })
}

function firstGoal(places: readonly Node[], screen: Element): HTMLElement | undefined {
  const there = places.filter((place): place is HTMLElement => place instanceof HTMLElement && screen.contains(place))
  for (const place of there) {
    const goal = place.matches(GOALS) ? place : place.querySelector<HTMLElement>(CONTROLS)
    if (goal) return goal
  }
  for (let part = there[0]; part && part !== screen; part = part.parentElement ?? undefined) {
    const goal = part.querySelector<HTMLElement>(CONTROLS)
    if (goal) return goal
  }
  return undefined
}
