import { useState, type SubmitEvent } from 'react'
import { useAccount } from '../../../lib/session/session.tsx'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { useDeleteView, useKeepView, useSaveView, VIEW_NAME_LIMIT, type SavedView } from './saved-views.ts'
import type { TableView } from './view.ts'

interface SavedViewDialogProps {
  /** The view that is renamed, shared or deleted; without one the table is saved under a name. */
  saved: SavedView | undefined
  /** What the table shows. */
  view: TableView
  /** With the view's id; null: it was deleted. */
  onSaved: (id: string | null) => void
  onClose: () => void
}

/** Name of a view, and whether the team has it too. */
export function SavedViewDialog({ saved, view, onSaved, onClose }: SavedViewDialogProps) {
  const [name, setName] = useState(saved?.name ?? '')
  const [isShared, setIsShared] = useState(saved?.isShared ?? false)
  const [isAsking, setIsAsking] = useState(false)
  const admin = useAccount().id
  const save = useSaveView()
  const keep = useKeepView()
  const remove = useDeleteView()
  const isPending = save.isPending || keep.isPending || remove.isPending
  const endsSharing = saved?.isShared && !isShared
  const end = async (work: Promise<string | null>) => {
    try {
      onSaved(await work)
      onClose()
    } catch {
      // The notice says it.
    }
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isPending || name.trim() === '') return
    const named = { name: name.trim(), admin_id: isShared ? null : admin }
    if (endsSharing) void end(keep.mutateAsync({ view: saved.id, name: named.name }))
    else void end(save.mutateAsync(saved ? { id: saved.id, named } : { named, view }))
  }
  return (
    <Dialog
      title={saved ? 'Change the view' : 'Save as a view'}
      description="Search, filters, order and columns of the table, under a name."
      onClose={onClose}
    >
      <form className="flex flex-col gap-4" onSubmit={submit}>
        <TextField label="Name" limit={VIEW_NAME_LIMIT} value={name} onChange={({ target }) => setName(target.value)} />
        <label className="flex min-h-8 items-center gap-2 text-sm pointer-coarse:min-h-11">
          <input
            type="checkbox"
            className="size-4 accent-primary"
            checked={isShared}
            onChange={({ target }) => setIsShared(target.checked)}
          />
          For the whole team, which may change it too
        </label>
        {endsSharing && (
          <p role="alert" className="text-sm text-destructive">
            The team loses this view: it will be yours alone.
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {saved && (
            <Button
              variant="ghost"
              className="mr-auto text-destructive!"
              disabled={isPending}
              onClick={() => setIsAsking(true)}
            >
              Delete
            </Button>
          )}
          <Button type="submit" disabled={name.trim() === ''} aria-disabled={isPending}>
            {save.isPending || keep.isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
      {isAsking && saved && (
        <AlertDialog
          title={`Delete the view “${saved.name}”?`}
          description={saved.isShared ? 'The whole team loses it. This cannot be undone.' : 'This cannot be undone.'}
          confirmLabel="Delete"
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            void end(remove.mutateAsync(saved.id).then(() => null))
          }}
        />
      )}
    </Dialog>
  )
}
