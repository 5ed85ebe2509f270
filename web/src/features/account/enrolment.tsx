import type { Factor, User } from '@supabase/auth-js'
import { useEffect, useRef, useState } from 'react'
import { FACTOR_NAME_LIMIT, factorNameSchema } from '../../../../domain/accounts.ts'
import type { Result } from '../../../../domain/result.ts'
import { freeName } from '../../lib/factor-name.ts'
import type { Failure } from '../../lib/factors.ts'
import { verifiedFactors } from '../../lib/factors.ts'
import { toastError } from '../../lib/toasts.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { useFocusAtFirst } from '../../lib/use-focus-at-first.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { abandon } from './api.ts'
import { useStepUp } from '../../ui/StepUp.tsx'

/** Enrols a factor; `onDone` once it is verified. Unmounting before that removes it. */
export interface EnrolmentProps {
  user: User
  onDone: () => void
  onCancel: () => void
}

/** However the form is closed, by Cancel, another tab or the dialog: an unverified factor is removed. */
export function useAbandoned() {
  const unfinished = useRef<string>(undefined)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
      if (unfinished.current) void abandon(unfinished.current)
    }
  }, [])
  return (factorId: string | undefined) => {
    unfinished.current = factorId
    // Unmounted before the response.
    if (factorId && isGone.current) void abandon(factorId)
  }
}

interface NameStepProps<Begun> {
  type: Factor['factor_type']
  user: User
  begin: (name: string) => Promise<Result<Begun, Failure>>
  busyLabel?: string
  onBegun: (begun: Begun) => void
  onCancel: () => void
}

/** Asks for the factor's name, then enrols it. */
export function NameStep<Begun>({ type, user, begin, busyLabel, onBegun, onCancel }: NameStepProps<Begun>) {
  const [name, setName] = useState(() => freeName(type, verifiedFactors(user)))
  const field = useFocusAtFirst()
  const withStepUp = useStepUp()
  const { isBusy, wrongField, onSubmit } = useCheckedForm({
    schema: factorNameSchema,
    typed: { name },
    submit: async (form) => {
      const begun = await withStepUp(() => begin(form.name))
      if (!begun) return
      if (begun.ok) onBegun(begun.value)
      else toastError(begun.failure)
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
