import { useId, type ComponentProps, type KeyboardEvent } from 'react'
import { classNames } from './class-names.ts'
import { control, Label, useLimit, type Labelled, type LengthLimit } from './Field.tsx'

/** Ctrl Enter submits its form. */
export function Textarea({ className, limit, ref, onKeyDown, ...rest }: ComponentProps<'textarea'> & LengthLimit) {
  const { field, count, ...limited } = useLimit(ref, rest, limit)
  return (
    <>
      <textarea
        ref={field}
        dir="auto"
        className={classNames(control, 'field-sizing-content min-h-20 resize-y py-2', className)}
        onKeyDown={(event) => {
          onKeyDown?.(event)
          submitOnCtrlEnter(event)
        }}
        {...rest}
        {...limited}
      />
      {count}
    </>
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

/** Of a field, where Enter alone begins a line, or of a form, for all of its controls. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement | HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  // The field may use the key itself.
  if (event.defaultPrevented) return
  event.preventDefault()
  const { currentTarget: target } = event
  const form = target instanceof HTMLFormElement ? target : target.form
  form?.requestSubmit()
}
