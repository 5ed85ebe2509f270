import { useId, type ComponentProps, type ReactNode } from 'react'
import { join } from './join.ts'

export const control = join(
  'w-full rounded-md border border-field bg-surface px-3 text-base text-foreground transition-colors',
  'placeholder:text-muted hover:border-foreground/60 aria-invalid:border-destructive disabled:opacity-60 focus-visible:outline-offset-0',
)

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={join(control, 'h-9 pointer-coarse:h-11', className)} {...rest} />
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea className={join(control, 'field-sizing-content min-h-20 resize-y py-2', className)} {...rest} />
}

interface Labelled {
  label: string
  /** A few words beside the label. */
  hint?: ReactNode
}

const Label = ({ label, hint, id }: Labelled & { id: string }) => (
  <div className="mb-1.5 flex items-baseline justify-between gap-3">
    <label htmlFor={id} className="text-sm font-medium">
      {label}
    </label>
    {hint && <span className="text-xs text-muted">{hint}</span>}
  </div>
)

export function TextField({ label, hint, ...rest }: ComponentProps<'input'> & Labelled) {
  const id = useId()
  return (
    <div>
      <Label id={id} label={label} hint={hint} />
      <Input id={id} {...rest} />
    </div>
  )
}

export function TextareaField({ label, hint, ...rest }: ComponentProps<'textarea'> & Labelled) {
  const id = useId()
  return (
    <div>
      <Label id={id} label={label} hint={hint} />
      <Textarea id={id} {...rest} />
    </div>
  )
}
