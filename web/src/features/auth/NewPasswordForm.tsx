import { useState } from 'react'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { setPassword } from './api.ts'
import { accountForms, useAuthForm, useLanding } from './use-auth-form.ts'
import { authTexts } from './auth-texts.ts'

/** For a user who opened the link of a password-reset mail. */
export function NewPasswordForm() {
  const [password, setTyped] = useState('')
  const landing = useLanding()
  const { isBusy, wrongField, onSubmit } = useAuthForm({
    schema: async () => (await accountForms()).newPasswordSchema,
    typed: { password },
    submit: async (form) => {
      const changed = await setPassword(form.password)
      if (!changed.ok) return toastError(changed.failure)
      toastSuccess(authTexts.passwordChanged)
      await landing.afterSignIn(changed.value)
    },
  })

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
      <h2 className="text-lg">Set a new password</h2>
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        required
        value={password}
        aria-invalid={wrongField === 'password'}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Saving...' : 'Save Password'}
      </Button>
    </form>
  )
}
