import { useState, type SubmitEvent } from 'react'
import { useNavigate } from 'react-router'
import type { ZodMiniType } from 'zod/mini'
import { config } from '../../lib/client.ts'
import { isAdmin } from '../../lib/roles.ts'
import { texts } from '../../lib/texts.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'

/** What is typed stays when the tab is changed. */
export interface Credentials {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
}

export interface AuthFormProps {
  typed: Credentials
  onType: (field: keyof Credentials, text: string) => void
}

interface AuthFormOptions<Form> {
  schema: ZodMiniType<Form>
  typed: unknown
  submit: (form: Form) => Promise<void>
}

/** Idle or submitting; a form that breaks a rule is told so by a notice, and its first wrong field gets the focus. */
export function useAuthForm<Form>({ schema, typed, submit }: AuthFormOptions<Form>) {
  const [isBusy, setIsBusy] = useState(false)
  const [wrongField, setWrongField] = useState<PropertyKey>()

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const parsed = schema.safeParse(typed)
    const issue = parsed.error?.issues[0]
    setWrongField(issue?.path[0])
    if (issue) {
      toastError({ title: texts.titles.validation, description: issue.message })
      const field = event.currentTarget.elements.namedItem(String(issue.path[0]))
      if (field instanceof HTMLElement) field.focus()
    }
    if (!parsed.success) return
    setIsBusy(true)
    await submit(parsed.data)
    setIsBusy(false)
  }

  return { isBusy, wrongField, onSubmit }
}

/** Where people land: admins in their panel, founders at the configured path (SPEC section 2). */
export function useLanding() {
  const navigate = useNavigate()
  return {
    asFounder: () => navigate(config().landingPath),
    afterSignIn: async (user: string) => {
      const admin = await isAdmin(user)
      toastSuccess(admin ? texts.auth.welcomeAdmin : texts.auth.welcome)
      await navigate(admin ? '/admin' : config().landingPath)
    },
  }
}
