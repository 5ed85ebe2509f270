import { ChevronDown } from 'lucide-react'
import { memo, useId, type KeyboardEvent } from 'react'
import { classNames } from './class-names.ts'
import { control } from './Field.tsx'

interface SelectProps<Id extends string> {
  label: string
  options: readonly { readonly id: Id; readonly label: string }[]
  value: Id | null
  onChange: (id: Id) => void
  placeholder?: string
  /** `hidden` keeps the label for assistive technology only. */
  labelLook?: 'above' | 'hidden'
}

function PlainSelect<Id extends string>({
  label,
  options,
  value,
  onChange,
  placeholder,
  labelLook = 'above',
}: SelectProps<Id>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={labelLook === 'hidden' ? 'sr-only' : 'mb-1.5 block text-sm font-medium'}>
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          className={classNames(control, 'select h-9 truncate pe-9 pointer-coarse:h-11')}
          value={value ?? ''}
          onChange={({ target }) => onChange(target.value as Id)}
          onKeyDown={keepEscape}
        >
          {value === null && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown
          aria-hidden
          className="pointer-events-none absolute end-3 top-1/2 size-4 -translate-y-1/2 text-muted"
        />
      </div>
    </div>
  )
}

/** Closes the list alone, not the dialog around it. Where the list is the system's own, the key does not get here. */
function keepEscape(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'Escape' || !CSS.supports('selector(:open)')) return
  if (event.currentTarget.matches(':open')) event.stopPropagation()
}

/** Memoised: with the same options, a choice in one list renders no other. */
export const Select = memo(PlainSelect) as typeof PlainSelect
