import { useLayoutEffect, useRef } from 'react'

/** Keeps the focus in a list whose focused row goes: a dialog would take it to its beginning. */
export function useRowFocus<List extends HTMLElement>() {
  const list = useRef<List>(null)
  const place = useRef<number>(undefined)
  useLayoutEffect(() => {
    if (place.current === undefined) return
    const buttons = list.current?.querySelectorAll('button')
    const focused = document.activeElement
    // Not from where the user has gone meanwhile.
    const isFree = !focused || focused.contains(list.current) || list.current?.contains(focused)
    if (isFree) (buttons?.[place.current] ?? buttons?.[buttons.length - 1])?.focus()
    place.current = undefined
  })
  /** Focuses the button that is at the place of the row, at the next render. */
  const focusAt = (row: number | undefined) => void (place.current = row)
  return { list, focusAt }
}
