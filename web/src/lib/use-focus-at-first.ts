import { useLayoutEffect, useRef } from 'react'

/**
 * Gives an element the focus when it takes the place of what had it: at once, before a dialog finds that nothing has it.
 * Who goes through choices by keyboard stays there.
 */
export function useFocusAtFirst<Element extends HTMLElement = HTMLInputElement>() {
  const element = useRef<Element>(null)
  useLayoutEffect(() => {
    if (document.activeElement?.getAttribute('type') !== 'radio') element.current?.focus()
  }, [])
  return element
}
