import { Trash2 } from 'lucide-react'
import { startTransition, useState } from 'react'
import { lazyDialog } from '../lib/offline/lazy-dialog.ts'
import { Button } from './Button.tsx'

const AlertDialog = lazyDialog(() => import('./AlertDialog.tsx'), 'AlertDialog')

interface DeleteButtonProps {
  /** The accessible name. */
  label: string
  title: string
  description: string
  confirmLabel?: string
  onDelete: () => void
}

/** Deletes a row once that is confirmed. */
export function DeleteButton({ label, title, description, confirmLabel = 'Delete', onDelete }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        className="text-muted hover:text-destructive"
        aria-label={label}
        {...AlertDialog.onIntent}
        onClick={() => startTransition(() => setIsAsking(true))}
      >
        <Trash2 aria-hidden />
      </Button>
      {isAsking && (
        <AlertDialog
          title={title}
          description={description}
          confirmLabel={confirmLabel}
          onConfirm={() => {
            close()
            onDelete()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
