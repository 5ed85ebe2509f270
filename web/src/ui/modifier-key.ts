/** Whether shortcuts are pressed with ⌘ here. */
export const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** The modifier of shortcuts: its name in `aria-keyshortcuts`, and its label. */
export const MODIFIER = isMac ? { key: 'Meta', label: '⌘' } : { key: 'Control', label: 'Ctrl' }
