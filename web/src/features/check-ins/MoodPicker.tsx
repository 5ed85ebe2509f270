import { MOODS } from '../../../../domain/check-ins.ts'
import { RadioRow } from '../../ui/RadioRow.tsx'

/** Five labels in a row, worst to best. */
export const MoodPicker = ({ mood, onChange }: { mood: number; onChange: (mood: number) => void }) => (
  <RadioRow
    legend="Mood"
    options={MOODS}
    value={mood}
    onChange={onChange}
    className="grid-cols-5 max-[480px]:*:px-0 max-[480px]:*:text-xs"
  />
)
