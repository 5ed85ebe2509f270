import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { useUndoImport, type Imported, type Undone } from './api.ts'
import type { Kind } from './columns.ts'
import { useHeadingFocus } from './heading-focus.ts'
import { importTexts } from './import-texts.ts'

interface DoneProps {
  founder: string
  kind: Kind
  batch: string
  imported: Imported
  onRestart: () => void
}

/** What an import has added, with its undo. */
export function Done({ founder, kind, batch, imported, onRestart }: DoneProps) {
  const [undone, setUndone] = useState<Undone>()
  const part = useHeadingFocus(undone ? 'undone' : 'imported')
  const { mutateAsync: undo, isPending } = useUndoImport(founder)
  const press = async () => {
    if (isPending) return
    try {
      setUndone(await undo(batch))
    } catch {
      // The notice says it.
    }
  }
  return (
    <div ref={part}>
      <Card title={undone ? 'Undone' : 'Imported'}>
        <output className="wrap-anywhere">
          {undone ? importTexts.undone(kind, undone) : `${importTexts.done(kind, imported)} You can undo it for a day.`}
        </output>
        <div className="flex flex-wrap gap-3">
          <Button onClick={onRestart}>Import Another File</Button>
          {!undone && (
            <Button variant="outline" aria-disabled={isPending} onClick={() => void press()}>
              {isPending ? 'Undoing...' : 'Undo'}
            </Button>
          )}
        </div>
      </Card>
    </div>
  )
}
