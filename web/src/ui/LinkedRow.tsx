import type { ReactNode } from 'react'
import { useLinkedId } from '../lib/data/linked-row.ts'

/** The content of a list's row: marked, and able to be focused, when the URL leads to it. */
export const LinkedRow = ({ id, children }: { id: string; children: ReactNode }) =>
  id === useLinkedId() ? (
    <div id={id} tabIndex={-1} aria-current className="rounded-md bg-primary-soft -outline-offset-2">
      {children}
    </div>
  ) : (
    children
  )
