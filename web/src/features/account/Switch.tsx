import { useId, type ReactNode } from 'react'

interface SwitchProps {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A setting that is on or off. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-primary"
          aria-describedby={hint === undefined ? undefined : id}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
        />
        {label}
      </label>
      {hint !== undefined && (
        <p id={id} className="ml-7 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
