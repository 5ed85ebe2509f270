import { createElement, Suspense } from 'react'
import { Boundary, dialogFailed } from './boundary.ts'
import { lazyPart, type Load } from './lazy-part.ts'

const nothing = () => null

/** `lazyPart` for a dialog: nothing is shown while it loads, and one that throws is closed. */
export function lazyDialog<Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) {
  const Part = lazyPart(load, name)
  const Dialog = (props: Props) => {
    const shown = createElement(Suspense, { fallback: null }, createElement(Part, props))
    const onFailed = dialogFailed((props as { onClose?: () => void }).onClose)
    return createElement(Boundary, { failed: nothing, onFailed }, shown)
  }
  return Object.assign(Dialog, { preload: Part.preload, onIntent: Part.onIntent })
}
