import { useEffect, useState, type PointerEvent, type RefObject } from 'react'

/** Pixels from the edge of the window at which the page scrolls, and by how many a frame. */
const SCROLL_ZONE_PX = 60
const SCROLL_STEP_PX = 12

/** The row of a list that is dragged, and the one whose place it takes. */
interface Drag {
  readonly from: number
  readonly to: number
}

/**
 * Drags a row of a list by a handle, with pointer events: to the place of the row under the pointer. Escape cancels.
 * @param onDrop called with both indexes
 */
export function useDrag(list: RefObject<HTMLElement | null>, onDrop: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>()
  const isDragging = drag !== undefined

  useEffect(() => {
    if (!isDragging) return undefined
    const cancel = (event: KeyboardEvent) => event.key === 'Escape' && setDrag(undefined)
    document.addEventListener('keydown', cancel)
    return () => document.removeEventListener('keydown', cancel)
  }, [isDragging])

  const start = (event: PointerEvent<HTMLElement>, from: number) => {
    if (event.button !== 0) return
    const handle = event.currentTarget
    handle.setPointerCapture(event.pointerId)
    setDrag({ from, to: from })
    let y = event.clientY
    const find = () => {
      const rows = [...(list.current?.children ?? [])]
      const middles = rows.map((row) => row.getBoundingClientRect()).map(({ top, height }) => top + height / 2)
      const passed = middles.filter((middle, index) => index !== from && middle < y).length
      setDrag((now) => now && (now.to === passed ? now : { from, to: passed }))
    }
    const scroll = () => {
      const isNear = { top: y < SCROLL_ZONE_PX, bottom: y > innerHeight - SCROLL_ZONE_PX }
      if (isNear.top || isNear.bottom) {
        scrollBy(0, isNear.top ? -SCROLL_STEP_PX : SCROLL_STEP_PX)
        find()
      }
      frame = requestAnimationFrame(scroll)
    }
    let frame = requestAnimationFrame(scroll)
    const ended = new AbortController()
    const { signal } = ended
    const end = (isDropped: boolean) => {
      ended.abort()
      cancelAnimationFrame(frame)
      // Within the update: Escape may have cancelled it.
      setDrag((now) => {
        if (now && isDropped && now.to !== from) queueMicrotask(() => onDrop(from, now.to))
        return undefined
      })
    }
    const move = (event: Event) => {
      if (event instanceof MouseEvent) y = event.clientY
      find()
    }
    handle.addEventListener('pointermove', move, { signal })
    handle.addEventListener('pointerup', () => end(true), { signal })
    handle.addEventListener('pointercancel', () => end(false), { signal })
  }

  return { dragged: drag?.from, target: drag && drag.to !== drag.from ? drag.to : undefined, start }
}
