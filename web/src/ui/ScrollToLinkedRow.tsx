import { useScrollToLinkedRow } from './scroll-to-linked-row.ts'

/** The hook as a part that a screen loads only when the URL leads to a row. Rendered once the rows are there. */
export function ScrollToLinkedRow() {
  useScrollToLinkedRow(true)
  return null
}
