import { MOODS } from '../../../../domain/check-ins.ts'
import { RadioRow } from '../../ui/RadioRow.tsx'

/** Five labels in a row, worst to best; stacked on a phone. */
export const MoodPicker = ({ mood, onChange }: { mood: number; onChange: (mood: number) => void }) => (
  <RadioRow
    legend="Mood"
    options={MOODS}
    value={mood}
    onChange={onChange}
    className="grid-cols-1 min-[480px]:grid-cols-5"
  />
)
