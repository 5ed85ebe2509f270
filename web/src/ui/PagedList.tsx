import { useEffect, useRef, type ReactNode } from 'react'
import { useLinkedId } from '../lib/data/linked-row.ts'
import { useScrollToLinkedRow } from './scroll-to-linked-row.ts'
import { Button } from './Button.tsx'
import { classNames } from './class-names.ts'

interface PagedListProps<Row extends { id: string }> {
  rows: readonly Row[]
  /** The button's label, e.g. "Load More Notes". */
  moreLabel: string
  /** An infinite query of TanStack Query. */
  query: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  children: (row: Row) => ReactNode
}

/**
 * A page of rows, and one more at each press (SPEC section 2). The focus moves to the first new row. The row whose
 * id is the URL's hash is scrolled into view, focused and marked.
 */
export function PagedList<Row extends { id: string }>({ rows, moreLabel, query, children }: PagedListProps<Row>) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const list = useRef<HTMLUListElement>(null)
  const rowsBefore = useRef<number>(undefined)

  useEffect(() => {
    if (rowsBefore.current === undefined || rows.length <= rowsBefore.current) return
    const first = list.current?.children[rowsBefore.current]
    rowsBefore.current = undefined
    if (first instanceof HTMLElement) first.focus()
  }, [rows.length])

  const target = useLinkedId()
  useScrollToLinkedRow(rows.some(({ id }) => id === target))

  const more = () => {
    if (isFetchingNextPage) return
    rowsBefore.current = rows.length
    void fetchNextPage()
  }

  return (
    <div className="flex flex-col gap-4">
      <ul ref={list} className="flex flex-col divide-y divide-border">
        {rows.map((row) => (
          <li
            key={row.id}
            id={row.id}
            tabIndex={-1}
            aria-current={row.id === target || undefined}
            className={classNames(
              'py-4 first:pt-0 last:pb-0 focus-visible:rounded-sm',
              row.id === target && markedLook,
            )}
          >
            {children(row)}
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="outline" className="self-center" aria-disabled={isFetchingNextPage} onClick={more}>
          {isFetchingNextPage ? 'Loading...' : moreLabel}
        </Button>
      )}
    </div>
  )
}

const markedLook = '-mx-3 rounded-md bg-primary-soft px-3 first:pt-4 last:pb-4'
