import { useId } from 'react'
import { classNames } from './class-names.ts'

interface RadioRowProps<Value extends string | number> {
  legend: string
  options: readonly { readonly value: Value; readonly label: string }[]
  value: Value | null
  onChange: (value: Value) => void
  /** The columns of the grid. */
  className: string
  /** Of its inputs; default: one of its own. */
  name?: string
  'aria-describedby'?: string | undefined
}

/** A choice of one among a few, side by side. */
export function RadioRow<Value extends string | number>(props: RadioRowProps<Value>) {
  const { legend, options, value, onChange, className } = props
  const id = useId()
  const { name = id } = props
  return (
    <fieldset aria-describedby={props['aria-describedby']}>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className={classNames('grid gap-1 rounded-md bg-sunken p-1', className)}>
        {options.map((option) => (
          <label
            key={option.value}
            className="grid min-h-9 place-items-center rounded-sm px-1 text-center text-sm font-medium text-muted has-checked:bg-raised has-checked:text-primary has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-primary pointer-coarse:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={value === option.value}
              className="sr-only"
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
