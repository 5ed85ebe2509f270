import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { MIN_PASSWORD_LENGTH } from '../../../../domain/accounts.ts'
import { passwordChangeSchema, type PasswordChange } from '../../lib/session/account-forms.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { changedSince, useCheckedForm } from '../../ui/use-checked-form.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { changePassword } from './api.ts'
import { hasPassword, useRefreshUser } from '../../lib/session/user.ts'
import { useStepUp } from '../../lib/session/step-up.ts'

/** The field that a refusal is about, by the auth server's code. */
const REFUSED_FIELDS: Readonly<Record<string, keyof PasswordChange>> = {
  current_password_invalid: 'currentPassword',
  same_password: 'password',
}

export function PasswordForm({ user }: { user: User }) {
  const empty: PasswordChange = { password: '', ...(hasPassword(user) && { currentPassword: '' }) }
  const [typed, setTyped] = useState(empty)
  const withStepUp = useStepUp()
  const refresh = useRefreshUser(user.id)

  const { isBusy, wrongField, onSubmit } = useCheckedForm({
    schema: passwordChangeSchema,
    typed,
    submit: async (form) => {
      const changed = await withStepUp(() => changePassword(form))
      if (!changed) return
      if (!changed.ok) {
        toastError(changed.failure)
        return REFUSED_FIELDS[changed.failure.code ?? '']
      }
      setTyped((now) => ({ ...empty, ...changedSince(typed, now) }))
      toastSuccess(accountTexts.passwordChanged)
      await refresh()
    },
  })
  const field = (name: keyof PasswordChange) => ({
    name,
    required: true,
    value: typed[name] ?? '',
    'aria-invalid': wrongField === name,
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  })

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
      {/* Password managers look here for whose password it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={user.email ?? ''} />
      {typed.currentPassword !== undefined && (
        <PasswordField label="Current password" autoComplete="current-password" {...field('currentPassword')} />
      )}
      <PasswordField
        label="New password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        autoComplete="new-password"
        {...field('password')}
      />
      <Button type="submit" className="self-start" aria-disabled={isBusy}>
        {isBusy ? 'Saving...' : 'Save Password'}
      </Button>
    </form>
  )
}
