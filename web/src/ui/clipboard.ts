import { toastError } from '../lib/texts/toasts.ts'

const NOT_COPIED = {
  selected: 'This page may not copy. The text is selected: please copy it yourself.',
  hidden: 'This page may not copy. Please select the text and copy it yourself.',
} as const

/**
 * Copies a text. Browsers give pages no clipboard over plain http, in a local network for example: there the older command
 * copies it. Where that may not either, the text is left selected, and a notice says so.
 * @param shown the element that shows the text
 * @returns whether it is in the clipboard
 */
export async function copyText(text: string, shown: Element | null | undefined): Promise<boolean> {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (isCopied || copyByCommand(text)) return true
  const isVisible = shown && shown.getClientRects().length > 0
  if (isVisible) getSelection()?.selectAllChildren(shown)
  toastError(NOT_COPIED[isVisible ? 'selected' : 'hidden'])
  return false
}

function copyByCommand(text: string): boolean {
  // The command copies a selection, or else nothing. Beside the focus, which a dialog keeps within itself.
  const selected = document.createElement('pre')
  selected.textContent = text
  selected.className = 'sr-only'
  ;(document.activeElement?.parentElement ?? document.body).append(selected)
  getSelection()?.selectAllChildren(selected)
  const set = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', set)
  try {
    return document.execCommand?.('copy') ?? false
  } finally {
    document.removeEventListener('copy', set)
    getSelection()?.removeAllRanges()
    selected.remove()
  }
}
