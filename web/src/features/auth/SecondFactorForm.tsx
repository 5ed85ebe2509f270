import type { Factor } from '@supabase/auth-js'
import { useEffect, useRef, useState } from 'react'
import { secondFactorSchema } from '../../../../domain/accounts.ts'
import { signOut } from '../../lib/session.tsx'
import { toastError } from '../../lib/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { passFactor } from './api.ts'
import { useAuthForm, useLanding } from './use-auth-form.ts'

interface SecondFactorFormProps {
  factors: readonly Factor[]
  /** A new password comes next. */
  isRecovering: boolean
}

/** For somebody who has signed in and has second factors, none of which they have used yet. */
export function SecondFactorForm({ factors, isRecovering }: SecondFactorFormProps) {
  const [code, setCode] = useState('')
  const [chosen, setChosen] = useState(factors[0]?.id ?? '')
  const landing = useLanding()
  const field = useRef<HTMLInputElement>(null)
  // The form that had the focus has just given way to this one.
  useEffect(() => field.current?.focus(), [])
  const { isBusy, wrongField, onSubmit } = useAuthForm({
    schema: secondFactorSchema,
    typed: { code },
    submit: async (form) => {
      const passed = await passFactor(chosen, form.code)
      if (passed.ok) return isRecovering ? undefined : landing.afterSignIn(passed.value)
      setCode('')
      toastError(passed.failure)
      field.current?.focus()
    },
  })

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
      <div>
        <h2 className="text-lg">Enter your code</h2>
        <p className="mt-1 text-sm text-muted">Open your authenticator app and type the code it shows.</p>
      </div>
      {factors.length > 1 && <Choice factors={factors} chosen={chosen} onChoose={setChosen} />}
      <TextField
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        ref={field}
        required
        value={code}
        aria-invalid={wrongField === 'code'}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Checking...' : 'Continue'}
      </Button>
      <Button variant="ghost" onClick={() => void signOut()}>
        Use another account
      </Button>
    </form>
  )
}

interface ChoiceProps {
  factors: readonly Factor[]
  chosen: string
  onChoose: (factor: string) => void
}

const Choice = ({ factors, chosen, onChoose }: ChoiceProps) => (
  <fieldset className="flex flex-col">
    <legend className="mb-1.5 text-sm font-medium">From</legend>
    {factors.map(({ id, friendly_name }, index) => (
      <label key={id} className="flex items-center gap-2 py-1 text-sm pointer-coarse:min-h-11">
        <input
          type="radio"
          name="factor"
          className="accent-primary"
          checked={chosen === id}
          onChange={() => onChoose(id)}
        />
        {friendly_name || `Authenticator app ${index + 1}`}
      </label>
    ))}
  </fieldset>
)
