import { useLayoutEffect, useRef } from 'react'

/**
 * Focuses an element that replaces the focused one: at once, before a dialog moves the focus.
 * Users who navigate choices by keyboard keep their place.
 */
export function useFocusAtFirst<Element extends HTMLElement = HTMLInputElement>() {
  const element = useRef<Element>(null)
  useLayoutEffect(() => {
    if (document.activeElement?.getAttribute('type') !== 'radio') element.current?.focus()
  }, [])
  return element
}
