import type { ReactNode } from 'react'
import type { SubjectKind } from '../../../domain/comments.ts'
import { createStore, useStore } from '../lib/data/store.ts'
import { classNames } from './class-names.ts'

export interface RecordCommentsProps {
  /** Whose record it is. */
  founder: string
  record: {
    readonly kind: SubjectKind
    readonly id: string
    /** Of a check-in, its week. */
    readonly title: string
  }
  /** In a row of buttons, an icon with the count. */
  isIcon?: boolean
  /** While there are none. */
  className?: string
}

/** How comments are shown. Set by a part that loads after the records: features do not know each other. */
export const recordComments = createStore<((props: RecordCommentsProps) => ReactNode) | null>(null)

/** The comments on a record: their count, and a press opens them. Its place is kept until the part is loaded. */
export function RecordComments(props: RecordCommentsProps) {
  const render = useStore(recordComments)
  if (render) return render(props)
  const size = props.isIcon ? 'size-9 shrink-0 pointer-coarse:size-11' : 'h-8 pointer-coarse:h-11'
  return <span className={classNames(size, props.className)} />
}
