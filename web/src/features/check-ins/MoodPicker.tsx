import { MOODS } from '../../../../domain/check-ins.ts'

/** Five labels in a row, worst to best; stacked on a phone. */
export const MoodPicker = ({ mood, onChange }: { mood: number; onChange: (mood: number) => void }) => (
  <fieldset>
    <legend className="mb-1.5 text-sm font-medium">Mood</legend>
    <div className="grid grid-cols-1 gap-1 rounded-md bg-sunken p-1 min-[480px]:grid-cols-5">
      {MOODS.map(({ value, label }) => (
        <label
          key={value}
          className="grid min-h-9 place-items-center rounded-sm px-1 text-center text-sm font-medium text-muted has-checked:bg-raised has-checked:text-primary has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-primary pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name="mood"
            value={value}
            checked={mood === value}
            className="sr-only"
            onChange={() => onChange(value)}
          />
          {label}
        </label>
      ))}
    </div>
  </fieldset>
)
