import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../../../domain/numbers.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx'
import { labelsQuery, useLabelFounders, type Label } from '../labels/api.ts'
import { labelTexts } from '../labels/label-texts.ts'
import { ManageLabelsDialog } from '../labels/ManageLabelsDialog.tsx'
import { NewLabel } from '../labels/NewLabel.tsx'
import type { BulkDialogProps } from './AddNoteDialog.tsx'
import { counted, bulkTexts } from './bulk-texts.ts'

/** Gives many founders a label, or takes it from them. */
export function LabelsDialog({ chosen, count, onClose, onDone, finalFocus }: BulkDialogProps) {
  const query = useQuery(labelsQuery)
  const [label, setLabel] = useState<string | null>(null)
  const [isManaging, setIsManaging] = useState(false)
  const { mutateAsync: change } = useLabelFounders()
  const [isPending, setIsPending] = useState(false)
  const picked = query.data?.find(({ id }) => id === label)

  const give = async ({ id, name }: Label, is_on: boolean) => {
    if (isPending) return
    setIsPending(true)
    try {
      const changed = await change({ label: id, founders: chosen, is_on })
      const undo = async () => {
        await change({ label: id, founders: changed, is_on: !is_on })
        return bulkTexts.undone
      }
      onDone({ text: bulkTexts.labelled(name, changed.length, is_on), undo: changed.length > 0 ? undo : undefined })
    } catch {
      // The notice says it; the choice stays.
      setIsPending(false)
    }
  }

  return (
    <Dialog
      title={`Labels for ${counted(count)}`}
      description="Founders do not see them."
      finalFocus={finalFocus}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Loaded
          query={query}
          failed={labelTexts.loadFailed}
          isEmpty={(labels) => labels.length === 0}
          empty={<EmptyState title="No labels yet." hint="A label stands for a group of founders, such as a batch." />}
          loading={<Skeleton lines={1} />}
        >
          {(labels) => (
            <Select
              label="Label"
              placeholder="Choose a label..."
              options={labels.map(({ id, name, founders }) => ({ id, label: `${name} (${formatCount(founders)})` }))}
              value={picked?.id ?? null}
              onChange={setLabel}
            />
          )}
        </Loaded>
        <div className="flex flex-wrap gap-2">
          <NewLabel labels={query.data ?? []} onNamed={setLabel} />
          <Button variant="ghost" onClick={() => setIsManaging(true)}>
            Manage labels
          </Button>
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            variant="outline"
            disabled={!picked}
            aria-disabled={isPending}
            onClick={() => picked && void give(picked, false)}
          >
            Remove from {counted(count)}
          </Button>
          <Button disabled={!picked} aria-disabled={isPending} onClick={() => picked && void give(picked, true)}>
            Add to {counted(count)}
          </Button>
        </div>
      </div>
      {isManaging && <ManageLabelsDialog onClose={() => setIsManaging(false)} />}
    </Dialog>
  )
}
