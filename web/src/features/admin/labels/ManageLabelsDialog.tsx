import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { LABEL_LIMIT } from './label-limits.ts'
import { formatCount } from '../../../../../domain/numbers.ts'
import { AlertDialog } from '../../../ui/AlertDialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Input } from '../../../ui/Field.tsx'
import { EmptyState, Loaded } from '../../../ui/states.tsx'
import { isGone, labelsQuery, useDeleteLabel, useRenameLabel, type Label } from './api.ts'
import { labelTexts } from './label-texts.ts'
import { NewLabel } from './NewLabel.tsx'

/** All labels: added, renamed and deleted. */
export function ManageLabelsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(labelsQuery)
  // The name that was typed for a label that a colleague has deleted: it may become a new one.
  const [lost, setLost] = useState<string>()
  return (
    <Dialog title="Manage labels" description="For the whole team. Founders do not see them." onClose={onClose}>
      <div className="flex flex-col gap-4">
        <NewLabel key={lost} initial={lost} labels={query.data ?? []} onNamed={() => undefined} />
        <Loaded
          query={query}
          failed={labelTexts.loadFailed}
          isEmpty={(labels) => labels.length === 0}
          empty={<EmptyState title="No labels yet." hint="A label stands for a group of founders, such as a batch." />}
        >
          {(labels) => (
            <ul className="flex max-h-96 flex-col gap-2 overflow-y-auto p-0.5">
              {labels.map((label) => (
                <LabelRow key={label.id} label={label} onLost={setLost} />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

interface LabelRowProps {
  label: Label
  /** Its new name cannot be stored: it was deleted. */
  onLost: (name: string) => void
}

function LabelRow({ label: { id, name, founders }, onLost }: LabelRowProps) {
  const [typed, setTyped] = useState(name)
  const [isAsking, setIsAsking] = useState(false)
  const rename = useRenameLabel()
  const { mutate: remove, isPending: isDeleting } = useDeleteLabel()
  const changed = typed.trim()
  const isChanged = changed !== '' && changed !== name
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isChanged || rename.isPending) return
    rename.mutate(
      { id, name: changed },
      { onSuccess: () => setTyped(changed), onError: (error) => isGone(error) && onLost(changed) },
    )
  }
  const count = `${formatCount(founders)} ${founders === 1 ? 'founder' : 'founders'}`
  return (
    <li>
      <form className="flex items-start gap-2" onSubmit={submit}>
        <div className="min-w-0 flex-1">
          <Input
            aria-label={`Name of ${name}`}
            limit={LABEL_LIMIT}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <span className="mt-2 w-24 text-right text-sm text-muted tabular-nums">{count}</span>
        {isChanged && (
          <Button type="submit" aria-label={`Rename ${name}`} aria-disabled={rename.isPending}>
            {rename.isPending ? 'Saving...' : 'Save'}
          </Button>
        )}
        <Button
          variant="ghost"
          size="icon"
          className="text-muted hover:text-destructive"
          aria-label={`Delete ${name}`}
          disabled={isDeleting}
          onClick={() => setIsAsking(true)}
        >
          <Trash2 aria-hidden />
        </Button>
      </form>
      {isAsking && (
        <AlertDialog
          title={`Delete the label “${name}”?`}
          description={
            founders === 0
              ? 'No founder has it.'
              : `${count} ${founders === 1 ? 'has' : 'have'} it, and will lose it. This cannot be undone.`
          }
          confirmLabel="Delete"
          onClose={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            remove(id)
          }}
        />
      )}
    </li>
  )
}
