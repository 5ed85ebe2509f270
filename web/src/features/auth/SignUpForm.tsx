import { MIN_PASSWORD_LENGTH, NAME_LIMIT } from '../../../../domain/accounts.ts'
import { FIRST_STEPS, local } from '../../lib/offline/storage.ts'
import { config } from '../../lib/session/config.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { signUp } from './api.ts'
import { authTexts } from './auth-texts.ts'
import { accountForms, useAuthForm, useLanding, type AuthFormProps } from './use-auth-form.ts'

const fields = [
  { Field: TextField, name: 'firstName', label: 'First Name', autoComplete: 'given-name', maxLength: NAME_LIMIT },
  { Field: TextField, name: 'lastName', label: 'Last Name', autoComplete: 'family-name', maxLength: NAME_LIMIT },
  { Field: TextField, name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  {
    Field: PasswordField,
    name: 'password',
    label: 'Password',
    autoComplete: 'new-password',
    hint: `At least ${MIN_PASSWORD_LENGTH} characters`,
  },
] as const

/** The form, or why there is none. */
export function SignUp(props: AuthFormProps) {
  const { signUp } = config()
  if (signUp === 'closed') return <p className="text-muted">{authTexts.signUpClosed}</p>
  if (signUp === 'invite') return <p className="text-muted">{authTexts.signUpByInvitation}</p>
  return <SignUpForm {...props} />
}

function SignUpForm({ typed, onType }: AuthFormProps) {
  const landing = useLanding()
  const { isBusy, wrongField, onSubmit } = useAuthForm({
    schema: async () => (await accountForms()).signUpSchema,
    typed,
    submit: async (form) => {
      const signedUp = await signUp(form)
      if (!signedUp.ok) return toastError(signedUp.failure)
      if (!signedUp.value) return toastSuccess(authTexts.toConfirm)
      toastSuccess(authTexts.signedUp)
      local.setItem(FIRST_STEPS, '')
      landing.asFounder()
    },
  })

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
      {fields.map(({ name, Field, ...field }) => (
        <Field
          key={name}
          {...field}
          name={name}
          required
          value={typed[name]}
          aria-invalid={wrongField === name}
          onChange={(event) => onType(name, event.target.value)}
        />
      ))}
      <Button type="submit" disabled={isBusy} className="mt-1">
        {isBusy ? 'Creating account...' : 'Sign Up'}
      </Button>
    </form>
  )
}
