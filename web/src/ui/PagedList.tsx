import { useState, type ReactNode } from 'react'
import { PAGE_SIZE } from '../../../domain/paging.ts'
import { Button } from './Button.tsx'

interface PagedListProps<Row extends { id: string }> {
  rows: readonly Row[]
  /** What the button says, e.g. "Load More Notes". */
  moreLabel: string
  children: (row: Row) => ReactNode
}

/** Ten rows, and ten more at each press (SPEC section 2). */
export function PagedList<Row extends { id: string }>({ rows, moreLabel, children }: PagedListProps<Row>) {
  const [shown, setShown] = useState(PAGE_SIZE)
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex flex-col divide-y divide-border">
        {rows.slice(0, shown).map((row) => (
          <li key={row.id} className="py-4 first:pt-0 last:pb-0">
            {children(row)}
          </li>
        ))}
      </ul>
      {rows.length > shown && (
        <Button variant="outline" className="self-center" onClick={() => setShown(shown + PAGE_SIZE)}>
          {moreLabel}
        </Button>
      )}
    </div>
  )
}
