import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { LOOP_COUNTS, LOOP_NAME_LIMIT, LOOP_STATUSES, parseCount } from '../../../../../domain/traction.ts'
import { adminTexts } from '../../../lib/texts/admin-texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Select } from '../../../ui/Select.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { isStored, useAddLoop, useChangeLoop, useDeleteLoop, type Loop, type LoopChange } from './api.ts'
import { SavedOnBlur } from './SavedOnBlur.tsx'

interface TractionManagementProps {
  founder: string
  loops: readonly Loop[]
}

export function TractionManagementTab({ founder, loops }: TractionManagementProps) {
  const { mutate: add } = useAddLoop(founder)
  // The prompt offers the name again if it was not stored.
  const [unsaved, setUnsaved] = useState('')
  const askForName = () => {
    const name = window.prompt('Loop name', unsaved)?.trim()
    if (!name) return
    setUnsaved(name)
    add(name, { onSuccess: () => setUnsaved((current) => (current === name ? '' : current)) })
  }
  return (
    <div className="flex flex-col gap-4">
      <Button className="self-start" size="sm" onClick={askForName}>
        <Plus aria-hidden />
        Add Loop
      </Button>
      {loops.length === 0 ? (
        <EmptyState title="No traction loops yet." hint="The founder sees those that you add." />
      ) : (
        <ul className="flex flex-col gap-3">
          {loops.map((loop) => (
            <LoopEditor key={loop.id} founder={founder} loop={loop} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Every field saves itself: texts on blur, the status on change. */
function LoopEditor({ founder, loop }: { founder: string; loop: Loop }) {
  const { mutateAsync } = useChangeLoop(founder)
  const { mutate: remove } = useDeleteLoop(founder)
  const change = (change: LoopChange) => isStored(mutateAsync({ id: loop.id, change }))

  return (
    <li aria-label={loop.name} className="flex flex-col gap-3 rounded-lg border border-border p-4">
      <div className="grid grid-cols-[1fr_auto] items-end gap-3 *:first:col-span-2 sm:grid-cols-[1fr_10rem_auto] sm:*:first:col-span-1">
        <SavedOnBlur
          label="Name"
          name={`loop-${loop.id}-name`}
          value={loop.name}
          limit={LOOP_NAME_LIMIT}
          parse={(text) => text.trim() || loop.name}
          onSave={(name) => change({ name })}
        />
        <Select
          label="Status"
          options={LOOP_STATUSES}
          value={loop.status}
          onChange={(status) => void change({ status })}
        />
        <Button
          variant="ghost"
          size="icon"
          className="text-muted hover:text-destructive"
          aria-label={`Delete loop: ${loop.name}`}
          onClick={() => window.confirm('Delete this loop?') && remove(loop.id)}
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
      <div className="grid grid-cols-3 gap-3">
        {LOOP_COUNTS.map(({ id, label }) => (
          <SavedOnBlur
            key={id}
            label={label}
            name={`loop-${loop.id}-${id}`}
            value={loop[id]}
            inputMode="numeric"
            parse={parseCount}
            rule={adminTexts.countRule}
            onSave={(count) => change({ [id]: count })}
          />
        ))}
      </div>
    </li>
  )
}
