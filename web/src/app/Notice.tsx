import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { NOTICE_ID } from './Frame.tsx'

/** The height of all notices: a screen that is as high as the window leaves room for them. */
const HEIGHT = '--notice'

/** Above every screen. Screen readers announce what is inserted into a live region, not its initial content. */
export function Notice({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [isFilled, setIsFilled] = useState(false)
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      setPlace(document.getElementById(NOTICE_ID))
      frame = requestAnimationFrame(() => setIsFilled(true))
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  useEffect(() => {
    if (!place) return undefined
    const sizes = new ResizeObserver(() => {
      const height = place.offsetHeight
      // Without a notice there is none: with it, Chromium would style the whole page again each time a dialog opens or closes.
      document.documentElement.style.setProperty(HEIGHT, height > 0 ? `${height}px` : null)
    })
    sizes.observe(place)
    return () => sizes.disconnect()
  }, [place])
  return (
    place &&
    createPortal(
      <output className="block">
        {isFilled && children && (
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-border bg-sunken px-4 py-2 text-sm sm:px-8">
            {children}
          </div>
        )}
      </output>,
      place,
    )
  )
}
