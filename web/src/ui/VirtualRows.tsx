import { Fragment, useEffect, useRef, type ReactNode } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'

interface VirtualRowsProps {
  rows: readonly { readonly id: string }[]
  /** The index of the row to scroll to, or -1. */
  target: number
  children: (index: number) => ReactNode
}

/** Renders only the visible rows and a few around them. The parent element scrolls. */
export function VirtualRows({ rows, target, children }: VirtualRowsProps) {
  const virtualizer = useRef<VirtualizerHandle>(null)
  const id = rows[target]?.id
  const shown = useRef<string>(undefined)
  useEffect(() => {
    // Its index changes with the rows before it: only another row is scrolled to.
    if (id !== undefined && id !== shown.current) virtualizer.current?.scrollToIndex(target, { align: 'center' })
    shown.current = id
  }, [id, target])
  return (
    <Virtualizer ref={virtualizer} as="ul" item="li" data={rows}>
      {({ id }, index) => <Fragment key={id}>{children(index)}</Fragment>}
    </Virtualizer>
  )
}
