import { useEffect, useId, useImperativeHandle, useRef, type ComponentProps, type ReactNode, type Ref } from 'react'
import { classNames } from './class-names.ts'

export const control = classNames(
  'w-full rounded-md border border-field bg-surface px-3 text-base text-foreground',
  'placeholder:text-muted hover:border-foreground/60 aria-invalid:border-destructive disabled:opacity-60 focus-visible:outline-offset-0',
)

export interface LengthLimit {
  /** Maximum of characters. Longer text is never truncated: it is counted, and the form is invalid. */
  limit?: number | undefined
}

export function Input({ className, limit, ref, ...rest }: ComponentProps<'input'> & LengthLimit) {
  const { field, count, ...limited } = useLimit(ref, rest, limit)
  return (
    <>
      <input
        ref={field}
        dir="auto"
        className={classNames(control, 'h-9 pointer-coarse:h-11', className)}
        {...rest}
        {...limited}
      />
      {count}
    </>
  )
}

/** The share of the maximum from which the characters are counted. */
const COUNTER_THRESHOLD = 0.9

/** The counter of a field, and its validity: a form with too long a text is not submitted. */
export function useLimit<Control extends HTMLInputElement | HTMLTextAreaElement>(
  ref: Ref<Control> | undefined,
  { value, ...rest }: Pick<ComponentProps<'input'>, 'value' | 'aria-invalid' | 'aria-describedby'>,
  limit = Infinity,
) {
  const id = useId()
  const field = useRef<Control>(null)
  useImperativeHandle(ref, () => field.current as Control)
  const { length } = String(value ?? '')
  const isTooLong = length > limit
  useEffect(() => {
    field.current?.setCustomValidity(isTooLong ? `At most ${limit.toLocaleString('en-US')} characters, please.` : '')
  }, [isTooLong, limit])

  if (length < limit * COUNTER_THRESHOLD) return { field }
  return {
    field,
    'aria-invalid': isTooLong || rest['aria-invalid'],
    'aria-describedby': [rest['aria-describedby'], id].filter(Boolean).join(' '),
    count: (
      <p
        id={id}
        className={classNames('mt-1 text-right text-xs tabular-nums', isTooLong ? 'text-destructive' : 'text-muted')}
      >
        {length.toLocaleString('en-US')} / {limit.toLocaleString('en-US')}
      </p>
    ),
  }
}

export interface Labelled extends LengthLimit {
  label: string
  /** A short text beside the label. */
  hint?: ReactNode
}

export const Label = ({ label, hint, id }: Labelled & { id: string }) => (
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
