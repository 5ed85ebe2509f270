import { Suspense, useRef, type ReactNode } from 'react'
import { lazyPart } from '../lib/offline/lazy-part.ts'
import { useLinkedId } from '../lib/data/linked-row.ts'
import { useScrollToLinkedRow } from './scroll-to-linked-row.ts'
import { classNames } from './class-names.ts'
import { LinkedRow } from './LinkedRow.tsx'
import { NextPage, type PagedQuery } from './NextPage.tsx'

/** A list with more rows, or further pages, is virtualised. */
const MAX_PLAIN_ROWS = 60

const VirtualRows = lazyPart(() => import('./VirtualRows.tsx'), 'VirtualRows')

interface LongListProps<Row extends { id: string }> {
  rows: readonly Row[]
  query: PagedQuery
  /** Under which a step back through the history finds how far it was scrolled. */
  name?: string
  /** Maximum height of the box. */
  className?: string
  children: (row: Row) => ReactNode
}

/**
 * Rows in a scrolling box; the next page loads near its end. The row whose id is the URL's hash is scrolled into view,
 * focused and marked.
 */
export function LongList<Row extends { id: string }>({ rows, query, name, className, children }: LongListProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const target = useLinkedId()
  const place = rows.findIndex(({ id }) => id === target)
  useScrollToLinkedRow(place !== -1)
  const item = (row: Row) => <LinkedRow id={row.id}>{children(row)}</LinkedRow>

  const plain = (count: number) => (
    <ul>
      {rows.slice(0, count).map((row) => (
        <li key={row.id}>{item(row)}</li>
      ))}
    </ul>
  )
  return (
    <div ref={box} data-scroll={name} className={classNames('overflow-y-auto overscroll-contain', className)}>
      {rows.length <= MAX_PLAIN_ROWS && !query.hasNextPage ? (
        plain(MAX_PLAIN_ROWS)
      ) : (
        <Suspense fallback={plain(MAX_PLAIN_ROWS)}>
          <VirtualRows rows={rows} target={place}>
            {(index) => rows[index] && item(rows[index])}
          </VirtualRows>
        </Suspense>
      )}
      <NextPage query={query} root={box} />
    </div>
  )
}
