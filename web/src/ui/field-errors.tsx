import { useId, useState, type ReactNode, type SubmitEvent } from 'react'

/**
 * What is wrong with the fields of a form, by their names, in their order: said from the first attempt to submit it on.
 * @param errors false for a field that is right
 */
export function useFieldErrors<Name extends string>(errors: Readonly<Record<Name, string | false>>) {
  const [isTried, setIsTried] = useState(false)
  const wrong = (Object.keys(errors) as Name[]).filter((name) => errors[name])
  return {
    isRight: wrong.length === 0,
    errorOf: (name: Name): string | undefined => (isTried && errors[name]) || undefined,
    /** Focuses the first field that is wrong. @returns whether there is one */
    refuse: ({ currentTarget }: SubmitEvent<HTMLFormElement>): boolean => {
      const [first] = wrong
      if (first === undefined) return false
      setIsTried(true)
      currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return true
    },
  }
}

/**
 * The error of a text above its limit.
 * @example
 * tooLong('Ten demos', 5) // 'At most 5 characters, please.'
 */
export const tooLong = (text: string, limit: number): string | false =>
  text.length > limit && `At most ${limit.toLocaleString('en-US')} characters, please.`

interface WithErrorProps {
  error: string | undefined
  /** Renders the field with these attributes. */
  children: (wrong: { readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string }) => ReactNode
}

/** A field, with what is wrong with it below. */
export function WithError({ error, children }: WithErrorProps) {
  const id = useId()
  return (
    <div>
      {children(error ? { 'aria-invalid': true, 'aria-describedby': id } : {})}
      {error && (
        <p id={id} role="alert" className="mt-1 text-sm text-destructive">
          {error}
        </p>
      )}
    </div>
  )
}
