import { useState } from 'react'
import { UndoNotice } from '../../../ui/UndoNotice.tsx'
import { useUndo } from './api.ts'

/** Something that was done. */
export interface Done {
  readonly text: string
  /** Reverts it, and returns what to say then; undefined when there is nothing to revert. */
  readonly undo?: (() => Promise<string>) | undefined
  /** It can be undone for as long as the notice is shown at first. */
  readonly isBrief?: boolean
}

/** Says what was done to many founders, and undoes it. */
export function UndoDone({ done: { text, undo, isBrief }, onEnd }: { done: Done; onEnd: () => void }) {
  const [undone, setUndone] = useState<string>()
  const { mutate, isPending } = useUndo()
  return (
    <UndoNotice
      text={undone ?? text}
      onUndo={undo && undone === undefined ? () => mutate(undo, { onSuccess: setUndone }) : undefined}
      isUndoing={isPending}
      isBrief={isBrief}
      onEnd={onEnd}
    />
  )
}
