import { useQuery } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { THRESHOLDS, type ThresholdName, type Thresholds } from '../../../lib/texts/radar.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextField } from '../../../ui/Field.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { radarTexts } from './radar-texts.ts'
import { thresholdsQuery, useSaveThresholds } from './radar.ts'

/** From when on a founder is at risk, for the whole team. */
export function ThresholdsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title="Thresholds"
      description="When a founder needs you, for the whole team. An empty field switches its rule off."
      onClose={onClose}
    >
      <Loaded query={useQuery(thresholdsQuery)} failed={radarTexts.thresholdsFailed}>
        {(thresholds) => <ThresholdsForm thresholds={thresholds} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

function ThresholdsForm({ thresholds, onClose }: { thresholds: Thresholds; onClose: () => void }) {
  const [typed, setTyped] = useState<Partial<Record<ThresholdName, string>>>({})
  const { mutate: save, isPending } = useSaveThresholds(onClose)
  const valueOf = (name: ThresholdName) => typed[name] ?? thresholds[name]?.toString() ?? ''
  const numberOf = (name: ThresholdName) => (valueOf(name) === '' ? null : Number(valueOf(name)))
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isPending) return
    // A colleague may have changed the others since they were loaded.
    const changed = THRESHOLDS.filter(({ name }) => numberOf(name) !== thresholds[name])
    if (changed.length === 0) onClose()
    else save(Object.fromEntries(changed.map(({ name }) => [name, numberOf(name)])))
  }
  return (
    <form className="flex flex-col gap-4" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-2">
        {THRESHOLDS.map(({ name, label, unit, min, max }) => (
          <TextField
            key={name}
            label={label}
            hint={unit}
            type="number"
            step={1}
            min={min}
            max={max}
            placeholder="Off"
            value={valueOf(name)}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          />
        ))}
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}
