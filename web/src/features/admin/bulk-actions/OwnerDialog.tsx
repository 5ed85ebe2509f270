import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { membersQuery } from '../../../lib/data/members.ts'
import { texts } from '../../../lib/texts/texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Loaded, Skeleton } from '../../../ui/states.tsx'
import { useSetOwner } from '../owners/api.ts'
import { NOBODY } from '../owners/OwnerChoice.tsx'
import type { BulkDialogProps } from './AddNoteDialog.tsx'
import { bulkTexts, counted } from './bulk-texts.ts'

/** Makes one admin, or no one, the owner of many founders. */
export function OwnerDialog({ chosen, count, onClose, onDone, finalFocus }: BulkDialogProps) {
  const query = useQuery(membersQuery)
  const [member, setMember] = useState<string | null>(null)
  const { mutateAsync: change } = useSetOwner()
  const [isPending, setIsPending] = useState(false)
  const picked = [NOBODY, ...(query.data ?? [])].find(({ id }) => id === member)

  const set = async ({ id, label }: typeof NOBODY) => {
    if (isPending) return
    setIsPending(true)
    try {
      const former = await change({ founders: chosen, member: id || null })
      const undo = async () => {
        for (const { former: member, changed: founders } of former) await change({ founders, member })
        return bulkTexts.undone
      }
      const changed = former.reduce((sum, { changed }) => sum + changed.length, 0)
      onDone({ text: bulkTexts.ownerSet(id && label, changed), undo: changed > 0 ? undo : undefined })
    } catch {
      // The notice says it; the choice stays.
      setIsPending(false)
    }
  }

  return (
    <Dialog
      title={`Owner of ${counted(count)}`}
      description="Who of the team looks after them. Their messages go to the owner. Founders do not see it."
      finalFocus={finalFocus}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        <Loaded query={query} failed={texts.squad.loadFailed} loading={<Skeleton lines={1} />}>
          {(members) => (
            <Select
              label="Owner"
              placeholder="Choose an owner..."
              options={[NOBODY, ...members]}
              value={picked?.id ?? null}
              onChange={setMember}
            />
          )}
        </Loaded>
        <div className="flex justify-end">
          <Button disabled={!picked} aria-disabled={isPending} onClick={() => picked && void set(picked)}>
            Set owner of {counted(count)}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
