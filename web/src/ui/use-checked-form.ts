import { useRef, useState, type SubmitEvent } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { texts } from '../lib/texts/texts.ts'
import { toastError, toasts, type Toast } from '../lib/texts/toasts.ts'

interface CheckedFormOptions<Form> {
  /** Loaded with the first attempt where a function returns it: the first screen works without zod. */
  schema: ZodMiniType<Form> | (() => Promise<ZodMiniType<Form>>)
  typed: unknown
  /** Resolves to the name of a field that the server refuses. */
  submit: (form: Form) => Promise<keyof Form | void>
}

/**
 * Idle or submitting; a form that is invalid shows a notice, and its first invalid field gets the focus.
 * @example
 * import { fireEvent, render } from '@testing-library/react'
 * import { createElement } from 'react'
 * import { newEmailSchema } from '../lib/session/account-forms.ts'
 * const saved: string[] = []
 * const submit = async ({ email }: { email: string }) => void saved.push(email)
 * const Form = ({ typed }: { typed: { email: string } }) => {
 *   const { onSubmit } = useCheckedForm({ schema: newEmailSchema, typed, submit })
 *   return createElement('form', { onSubmit })
 * }
 * fireEvent.submit(render(createElement(Form, { typed: { email: ' ana@acme.com ' } })).container.firstChild!)
 * await expect.poll(() => saved).toEqual(['ana@acme.com'])
 */
export function useCheckedForm<Form>({ schema, typed, submit }: CheckedFormOptions<Form>) {
  const [isBusy, setIsBusy] = useState(false)
  const [wrongField, setWrongField] = useState<PropertyKey>()
  const attempt = useAttempts()

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const { elements } = event.currentTarget
    await attempt(() => checkAndSubmit(elements))
  }

  const checkAndSubmit = async (elements: HTMLFormControlsCollection) => {
    setIsBusy(true)
    try {
      const parsed = (typeof schema === 'function' ? await schema() : schema).safeParse(typed)
      const issue = parsed.error?.issues[0]
      if (issue) toastError({ title: texts.titles.validation, description: issue.message })
      setWrongField(issue?.path[0])
      const wrong = parsed.success ? await submit(parsed.data) : issue?.path[0]
      if (wrong === undefined) return
      setWrongField(wrong)
      const field = elements.namedItem(String(wrong))
      if (field instanceof HTMLElement) field.focus()
    } catch (error) {
      console.error(error)
      toastError(texts.unreachable)
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, wrongField, onSubmit, attempt }
}

/** Runs an action that may fail and be repeated: the errors that one attempt has shown go when the next one begins. */
export function useAttempts() {
  const errors = useRef<readonly number[]>([])
  return async (attempt: () => Promise<void>): Promise<void> => {
    errors.current.forEach(toasts.dismiss)
    const shownBefore = new Set(toasts.current())
    await attempt()
    const isOfAttempt = (toast: Toast) => toast.tone === 'destructive' && !shownBefore.has(toast)
    errors.current = toasts.current().flatMap((toast) => (isOfAttempt(toast) ? toast.id : []))
  }
}

/**
 * The typed text, without fields that still hold what was submitted.
 * @example
 * changedSince({ title: 'Pricing', reason: '' }, { title: 'Pricing', reason: 'Churn' }) // { reason: 'Churn' }
 */
export function changedSince<Form extends object>(submitted: Partial<Form>, typed: Form): Partial<Form> {
  const changed = Object.entries(typed).filter(([name, text]) => submitted[name as keyof Form] !== text)
  return Object.fromEntries(changed) as Partial<Form>
}
