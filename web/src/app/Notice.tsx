import { useEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { NOTICE_ID } from './Frame.tsx'

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
