import { toastError } from './toasts.ts'

const SELECTED = 'This page may not copy. The text is selected: please copy it yourself.'

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
  if (isCopied || copyByCommand(text, shown)) return true
  toastError(SELECTED)
  return false
}

function copyByCommand(text: string, shown: Element | null | undefined): boolean {
  // The command copies a selection, or else nothing.
  if (shown) getSelection()?.selectAllChildren(shown)
  let isSet = false
  const set = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    isSet = event.clipboardData !== null
  }
  document.addEventListener('copy', set, { once: true })
  const isCopied = document.execCommand?.('copy') && isSet
  document.removeEventListener('copy', set)
  if (isCopied) getSelection()?.removeAllRanges()
  return isCopied
}
