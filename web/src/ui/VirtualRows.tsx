import { Fragment, type ReactNode } from 'react'
import { Virtualizer } from 'virtua'

interface VirtualRowsProps {
  rows: readonly { readonly id: string }[]
  children: (index: number) => ReactNode
}

/** Only the rows that are seen, and a few around them. What scrolls is the element around it. */
export const VirtualRows = ({ rows, children }: VirtualRowsProps) => (
  <Virtualizer as="ul" item="li" data={rows}>
    {({ id }, index) => <Fragment key={id}>{children(index)}</Fragment>}
  </Virtualizer>
)
