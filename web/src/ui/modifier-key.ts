import type { KeyboardEvent } from 'react'

/** Whether shortcuts are pressed with ⌘ here. */
export const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** The modifier of shortcuts: its name in `aria-keyshortcuts`, and its label. */
export const MODIFIER = isMac ? { key: 'Meta', label: '⌘' } : { key: 'Control', label: 'Ctrl' }

/** For the form of a text of several lines, in which Enter alone begins a line. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
