import { Fragment, type ReactNode } from 'react'
import { Virtualizer } from 'virtua'

interface VirtualRowsProps {
  rows: readonly { readonly id: string }[]
  children: (index: number) => ReactNode
}

/** Renders only the visible rows and a few around them. The parent element scrolls. */
export const VirtualRows = ({ rows, children }: VirtualRowsProps) => (
  <Virtualizer as="ul" item="li" data={rows}>
    {({ id }, index) => <Fragment key={id}>{children(index)}</Fragment>}
  </Virtualizer>
)
