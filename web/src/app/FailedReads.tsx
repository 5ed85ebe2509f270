import { useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useOffline } from '../lib/offline/network.ts'
import { toasts } from '../lib/texts/toasts.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from './Notice.tsx'

/** From so many on, the banner says it. */
const MANY = 3

/** Of what the screen shows. */
const failedReads = (queries: QueryClient): Query[] =>
  queries.getQueryCache().findAll({ type: 'active', predicate: ({ state }) => state.status === 'error' })

/** Says once that much of the screen could not be loaded, and loads all of it again. Its cards have no button meanwhile. */
export function FailedReads() {
  const queries = useQueryClient()
  const failed = useSyncExternalStore(
    (onChange) => queries.getQueryCache().subscribe(onChange),
    () => failedReads(queries).length,
  )
  const [isRetrying, setIsRetrying] = useState(false)
  const wasPressed = useRef(false)
  const isOffline = useOffline()
  const isShown = !isOffline && (failed >= MANY || isRetrying)

  useEffect(() => {
    if (isShown || !wasPressed.current) return
    wasPressed.current = false
    // The button has gone with the banner, and the focus with it.
    if (document.activeElement === document.body) document.getElementById('content')?.focus()
  }, [isShown])

  useEffect(() => {
    if (!isShown) return undefined
    /** Said one by one. */
    const dismiss = () => {
      const said = new Set(failedReads(queries).map(({ meta }) => meta?.failed))
      const notice = toasts.current().find(({ description }) => said.has(description))
      if (notice) toasts.dismiss(notice.id)
    }
    const unsubscribe = toasts.subscribe(dismiss)
    dismiss()
    return unsubscribe
  }, [isShown, queries])

  const retry = async () => {
    if (isRetrying) return
    wasPressed.current = true
    setIsRetrying(true)
    await Promise.all(failedReads(queries).map(({ queryKey }) => queries.refetchQueries({ queryKey, exact: true })))
    setIsRetrying(false)
  }

  return (
    <Notice>
      {isShown && (
        <>
          <CircleAlert aria-hidden className="size-4 shrink-0 text-destructive" />
          <p className="min-w-0 flex-1 basis-60">
            The server isn’t answering as it should, so parts of this page could not be loaded. Nothing is lost.
          </p>
          <Button data-failed-reads variant="outline" size="sm" aria-disabled={isRetrying} onClick={() => void retry()}>
            {isRetrying ? 'Trying Again...' : 'Try Again'}
          </Button>
        </>
      )}
    </Notice>
  )
}
