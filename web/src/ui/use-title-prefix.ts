import { useEffect } from 'react'

/**
 * Keeps it in front of the document's title, which every screen sets.
 * @example
 * import { renderHook } from '@testing-library/react'
 * document.title = 'Board'
 * const { unmount } = renderHook(() => useTitlePrefix('(3) '))
 * document.title // '(3) Board'
 * unmount()
 * document.title // 'Board'
 */
export function useTitlePrefix(prefix: string): void {
  useEffect(() => {
    const element = document.querySelector('title')
    if (!prefix || !element) return undefined
    const show = () => {
      if (!document.title.startsWith(prefix)) document.title = prefix + document.title
    }
    show()
    const observer = new MutationObserver(show)
    observer.observe(element, { childList: true, characterData: true, subtree: true })
    return () => {
      observer.disconnect()
      if (document.title.startsWith(prefix)) document.title = document.title.slice(prefix.length)
    }
  }, [prefix])
}
