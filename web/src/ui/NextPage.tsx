import { useEffect, useRef, type RefObject } from 'react'
import { Button } from './Button.tsx'

/** Pixels before the end at which the next page loads. */
const LOAD_MORE_PX = 400

/** An infinite query of TanStack Query. */
export interface PagedQuery {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

interface NextPageProps {
  query: PagedQuery
  /** The box that scrolls; the page by default. */
  root?: RefObject<HTMLElement | null>
}

/** The end of a list: loads the next page when it is near. */
export function NextPage({ query, root }: NextPageProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return undefined
    const look = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      root: root?.current ?? null,
      rootMargin: `${LOAD_MORE_PX}px`,
    })
    look.observe(end.current)
    return () => look.disconnect()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, root])

  return (
    <>
      <div ref={end} />
      {isFetchNextPageError && (
        <Button variant="outline" size="sm" className="mx-auto my-2 flex" onClick={() => void fetchNextPage()}>
          Try again
        </Button>
      )}
    </>
  )
}
