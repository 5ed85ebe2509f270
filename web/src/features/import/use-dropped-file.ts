import { useEffect, useState } from 'react'

/**
 * Takes a file that is dropped anywhere on the page: beside a target, the browser would open it in place of the app.
 * @returns whether one is held over the page
 */
export function useDroppedFile(onDrop: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false)
  // After each render, for its callback.
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setIsOver(false)
    const drop = (event: DragEvent) => {
      setIsOver(false)
      const file = event.dataTransfer?.files[0]
      if (!file) return
      event.preventDefault()
      onDrop(file)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  })
  return isOver
}
