import { useLayoutEffect, useRef } from 'react'

/**
 * Focuses an element that replaces the focused one: at once, before a dialog moves the focus.
 * Users who navigate choices by keyboard keep their place.
 * @example
 * import { render } from '@testing-library/react'
 * import { createElement } from 'react'
 * const Field = () => createElement('input', { ref: useFocusAtFirst() })
 * render(createElement(Field)).container.firstChild === document.activeElement // true
 */
export function useFocusAtFirst<Element extends HTMLElement = HTMLInputElement>() {
  const element = useRef<Element>(null)
  useLayoutEffect(() => {
    if (document.activeElement?.getAttribute('type') !== 'radio') element.current?.focus()
  }, [])
  return element
}
