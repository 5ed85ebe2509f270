import { useLayoutEffect, useRef, useState } from 'react'

/** Keeps the focus in a list whose focused row goes: a dialog would take it to its beginning. */
export function useRowFocus<List extends HTMLElement>() {
  const list = useRef<List>(null)
  const [place, setPlace] = useState<number>()
  useLayoutEffect(() => {
    if (place === undefined) return
    const buttons = list.current?.querySelectorAll('button')
    ;(buttons?.[place] ?? buttons?.[buttons.length - 1])?.focus()
    setPlace(undefined)
  }, [place])
  /** Focuses the button that is at the place of the row by now. */
  return { list, focusAt: setPlace }
}
