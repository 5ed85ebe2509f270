import { Suspense, useEffect, useRef, type ReactNode } from 'react'
import { lazyPart } from '../lib/offline/lazy-part.ts'
import { useLinkedId } from '../lib/data/linked-row.ts'
import { useScrollToLinkedRow } from './scroll-to-linked-row.ts'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'

/** A list with more rows, or further pages, is virtualised. */
const MAX_PLAIN_ROWS = 60

/** Pixels before the end at which the next page loads. */
const LOAD_MORE_PX = 400

const VirtualRows = lazyPart(() => import('./VirtualRows.tsx'), 'VirtualRows')

interface LongListProps<Row extends { id: string }> {
  rows: readonly Row[]
  /** An infinite query of TanStack Query. */
  query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    fetchNextPage: () => Promise<unknown>
  }
  /** Maximum height of the box. */
  className?: string
  children: (row: Row) => ReactNode
}

/**
 * Rows in a scrolling box; the next page loads near its end. The row whose id is the URL's hash is scrolled into view,
 * focused and marked.
 */
export function LongList<Row extends { id: string }>({ rows, query, className, children }: LongListProps<Row>) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const box = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!end.current || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return undefined
    const look = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      root: box.current,
      rootMargin: `${LOAD_MORE_PX}px`,
    })
    look.observe(end.current)
    return () => look.disconnect()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  const target = useLinkedId()
  const place = rows.findIndex(({ id }) => id === target)
  useScrollToLinkedRow(place !== -1)
  const item = (row: Row) =>
    row.id === target ? (
      <div id={row.id} tabIndex={-1} aria-current className="rounded-md bg-primary-soft -outline-offset-2">
        {children(row)}
      </div>
    ) : (
      children(row)
    )

  const plain = (count: number) => (
    <ul>
      {rows.slice(0, count).map((row) => (
        <li key={row.id}>{item(row)}</li>
      ))}
    </ul>
  )
  return (
    <div ref={box} className={classNames('overflow-y-auto overscroll-contain', className)}>
      {rows.length <= MAX_PLAIN_ROWS && !hasNextPage ? (
        plain(MAX_PLAIN_ROWS)
      ) : (
        <Suspense fallback={plain(MAX_PLAIN_ROWS)}>
          <VirtualRows rows={rows} target={place}>
            {(index) => rows[index] && item(rows[index])}
          </VirtualRows>
        </Suspense>
      )}
      <div ref={end} />
      {isFetchNextPageError && (
        <Button variant="outline" size="sm" className="mx-auto my-2 flex" onClick={() => void fetchNextPage()}>
          Try again
        </Button>
      )}
    </div>
  )
}
