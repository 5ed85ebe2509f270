import { MessageSquare, NotebookPen, Tag, UserRound } from 'lucide-react'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { FOUNDERS_AT_ONCE } from '../labels/label-limits.ts'
import { Button } from '../../../ui/Button.tsx'
import { AddNoteDialog } from './AddNoteDialog.tsx'
import { LabelsDialog } from './LabelsDialog.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { OwnerDialog } from './OwnerDialog.tsx'
import { counted, bulkTexts } from './bulk-texts.ts'
import { UndoDone, type Done } from './UndoDone.tsx'

interface BulkActionsProps {
  /** Ids of founders. */
  chosen: readonly string[]
  /** How many they are. */
  count: number
  /** Called when something was done for them: the choice has served. */
  onDone: () => void
  /** Further actions for the founders. */
  children?: ReactNode
}

type Action = 'message' | 'note' | 'labels' | 'owner'

/** Bulk actions for the chosen founders; and, after one, a notice that undoes it. */
export function BulkActions({ chosen, count, onDone, children }: BulkActionsProps) {
  const [opened, setOpened] = useState<Action>()
  const [done, setDone] = useState<Done & { readonly id: number }>()
  const end = useCallback(() => setDone(undefined), [])
  const notice = useRef<HTMLDivElement>(null)
  /** The bar is gone after something was done: the focus moves to the notice. After cancelling it returns. */
  const finalFocus = useRef<HTMLElement>(null)

  const open = (dialog: Action) => {
    finalFocus.current = null
    setOpened(dialog)
  }
  const dialog = {
    chosen,
    count,
    finalFocus,
    onClose: () => setOpened(undefined),
    onDone: (what: Done) => {
      finalFocus.current = notice.current
      setDone((before) => ({ ...what, id: (before?.id ?? 0) + 1 }))
      setOpened(undefined)
      onDone()
    },
  }
  const isTooMany = count > FOUNDERS_AT_ONCE
  return (
    <>
      {count > 0 && (
        <section
          aria-label="Chosen founders"
          className="flex flex-wrap items-center gap-2 rounded-lg border border-border bg-surface px-4 py-2 shadow-card"
        >
          <output className="mr-auto font-medium tabular-nums">{counted(count)} chosen</output>
          {isTooMany && <p className="text-sm text-muted">{bulkTexts.tooMany}</p>}
          <Button variant="outline" size="sm" disabled={isTooMany} onClick={() => open('message')}>
            <MessageSquare aria-hidden />
            Message…
          </Button>
          <Button variant="outline" size="sm" disabled={isTooMany} onClick={() => open('note')}>
            <NotebookPen aria-hidden />
            Add note…
          </Button>
          <Button variant="outline" size="sm" disabled={isTooMany} onClick={() => open('labels')}>
            <Tag aria-hidden />
            Labels…
          </Button>
          <Button variant="outline" size="sm" disabled={isTooMany} onClick={() => open('owner')}>
            <UserRound aria-hidden />
            Owner…
          </Button>
          {children}
        </section>
      )}
      {/* Before the notice, not in it: a focused button keeps it there. */}
      <div ref={notice} tabIndex={-1} className="absolute" />
      {done && <UndoDone key={done.id} done={done} onEnd={end} />}
      {opened === 'message' && <MessageDialog {...dialog} />}
      {opened === 'note' && <AddNoteDialog {...dialog} />}
      {opened === 'labels' && <LabelsDialog {...dialog} />}
      {opened === 'owner' && <OwnerDialog {...dialog} />}
    </>
  )
}
