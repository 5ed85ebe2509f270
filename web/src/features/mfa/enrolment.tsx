import type { Factor, User } from '@supabase/auth-js'
import { useEffect, useRef, useState } from 'react'
import { FACTOR_NAME_LIMIT } from '../../../../domain/accounts.ts'
import { factorNameSchema } from '../../lib/session/account-forms.ts'
import type { Result } from '../../../../domain/result.ts'
import { freeName } from './factor-name.ts'
import type { Failure } from '../../lib/session/auth-request.ts'
import { verifiedFactors } from '../../lib/session/session.tsx'
import { toastError } from '../../lib/texts/toasts.ts'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useFocusAtFirst } from '../../ui/use-focus-at-first.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { removeUnverifiedFactor } from './api.ts'
import { useStepUp } from '../../lib/session/step-up.ts'

/** MFA enrolment: enrols a factor; `onDone` once it is verified. Unmounting before that removes it. */
export interface EnrolmentProps {
  user: User
  onDone: () => void
  onCancel: () => void
}

/** However the form is closed, by Cancel, another tab or the dialog: an unverified factor is removed. */
export function useRemovalOnUnmount() {
  const unverified = useRef<string>(undefined)
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      if (unverified.current) void removeUnverifiedFactor(unverified.current)
    }
  }, [])
  return (factorId: string | undefined) => {
    unverified.current = factorId
    // Unmounted before the response.
    if (factorId && isUnmounted.current) void removeUnverifiedFactor(factorId)
  }
}

interface NameStepProps<Enrolled> {
  type: Factor['factor_type']
  user: User
  enrol: (name: string) => Promise<Result<Enrolled, Failure>>
  busyLabel?: string
  onEnrolled: (enrolled: Enrolled) => void
  onCancel: () => void
}

/** Asks for the factor's name, then enrols it. */
export function NameStep<Enrolled>({ type, user, enrol, busyLabel, onEnrolled, onCancel }: NameStepProps<Enrolled>) {
  const [name, setName] = useState(() => freeName(type, verifiedFactors(user)))
  const field = useFocusAtFirst()
  const withStepUp = useStepUp()
  const { isBusy, wrongField, onSubmit } = useCheckedForm({
    schema: factorNameSchema,
    typed: { name },
    submit: async (form) => {
      const enrolled = await withStepUp(() => enrol(form.name))
      if (!enrolled) return
      if (enrolled.ok) onEnrolled(enrolled.value)
      else toastError(enrolled.failure)
    },
  })
  return (
    <form noValidate className={stepLook} onSubmit={(event) => void onSubmit(event)}>
      <TextField
        ref={field}
        label="What to call it"
        name="name"
        autoComplete="off"
        required
        maxLength={FACTOR_NAME_LIMIT}
        value={name}
        aria-invalid={wrongField === 'name'}
        onChange={(event) => setName(event.target.value)}
      />
      <Buttons isBusy={isBusy} label="Continue" {...(busyLabel && { busyLabel })} onCancel={onCancel} />
    </form>
  )
}

export const stepLook = 'flex flex-col gap-4 rounded-md bg-sunken p-4'

interface ButtonsProps {
  isBusy: boolean
  label: string
  busyLabel?: string
  onCancel: () => void
}

export const Buttons = ({ isBusy, label, busyLabel = 'Checking...', onCancel }: ButtonsProps) => (
  <div className="flex gap-2">
    <Button type="submit" disabled={isBusy}>
      {isBusy ? busyLabel : label}
    </Button>
    <Button variant="ghost" onClick={onCancel}>
      Cancel
    </Button>
  </div>
)
