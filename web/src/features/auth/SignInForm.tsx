import { useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../lib/offline/lazy-part.ts'
import { texts } from '../../lib/texts/texts.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { hasTouchKeyboard } from '../../ui/has-touch-keyboard.ts'
import { sendReset, signIn } from './api.ts'
import type { useAttempts } from '../../ui/use-checked-form.ts'
import { accountForms, useAuthForm, useLanding, type AuthFormProps } from './use-auth-form.ts'
import { authTexts } from './auth-texts.ts'

const ResetSent = lazyPart(() => import('./ResetSent.tsx'), 'ResetSent')

export function SignInForm({ typed, onType }: AuthFormProps) {
  const landing = useLanding()
  const email = useRef<HTMLInputElement>(null)
  // Where one types next, when the page opens: a user who walks through the tabs by keyboard keeps their place.
  useEffect(() => {
    if (document.activeElement === document.body && !hasTouchKeyboard()) email.current?.focus()
  }, [])
  const [resetFor, setResetFor] = useState<string>()
  const { isBusy, wrongField, onSubmit, attempt } = useAuthForm({
    schema: async () => (await accountForms()).signInSchema,
    typed,
    submit: async (form) => {
      const signedIn = await signIn(form)
      if (!signedIn.ok) return toastError(signedIn.failure)
      // With a second factor the code comes first.
      if (!signedIn.value.hasFactor) await landing.afterSignIn(signedIn.value.id)
    },
  })

  if (resetFor !== undefined) return <ResetSent email={resetFor} onBack={() => setResetFor(undefined)} />
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
      <TextField
        ref={email}
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        required
        value={typed.email}
        aria-invalid={wrongField === 'email'}
        onChange={(event) => onType('email', event.target.value)}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        value={typed.password}
        aria-invalid={wrongField === 'password'}
        onChange={(event) => onType('password', event.target.value)}
      />
      <Button type="submit" disabled={isBusy} className="mt-1">
        {isBusy ? 'Signing in...' : 'Sign In'}
      </Button>
      <ForgotPassword
        email={typed.email}
        attempt={attempt}
        onInvalid={() => email.current?.focus()}
        onSent={setResetFor}
      />
    </form>
  )
}

interface ForgotPasswordProps {
  email: string
  /** Of the form: what one of them has shown goes when the other one is pressed. */
  attempt: ReturnType<typeof useAttempts>
  onInvalid: () => void
  onSent: (email: string) => void
}

function ForgotPassword({ email, attempt, onInvalid, onSent }: ForgotPasswordProps) {
  const [isBusy, setIsBusy] = useState(false)
  const send = async () => {
    const forms = await accountForms().catch(() => undefined)
    if (!forms) return toastError(texts.unreachable)
    const parsed = forms.newEmailSchema.safeParse({ email })
    if (!parsed.success) {
      const description = email.trim() === '' ? authTexts.emailForReset : (parsed.error.issues[0]?.message ?? '')
      toastError({ title: texts.titles.validation, description })
      return onInvalid()
    }
    setIsBusy(true)
    const sent = await sendReset(parsed.data.email)
    setIsBusy(false)
    if (sent.ok) onSent(parsed.data.email)
    else toastError(sent.failure)
  }
  return (
    <button
      type="button"
      disabled={isBusy}
      className="self-center rounded-sm px-2 py-1 text-sm text-muted underline-offset-4 hover:text-foreground hover:underline pointer-coarse:min-h-11"
      {...ResetSent.onIntent}
      onClick={() => void attempt(send)}
    >
      Forgot password?
    </button>
  )
}
