import type { User } from '@supabase/auth-js'
import { useState, type SubmitEvent } from 'react'
import { endSession } from '../../lib/session/session.tsx'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { deleteAccount } from './api.ts'
import { useStepUp } from '../../lib/session/step-up.ts'

/** Requires the email to be typed, since deletion is irreversible. */
export function DeleteAccount({ user }: { user: User }) {
  const confirmation = user.email || 'delete'
  const [typed, setTyped] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const withStepUp = useStepUp()
  const isConfirmed = typed.trim().toLowerCase() === confirmation
  const leave = async (event: SubmitEvent) => {
    event.preventDefault()
    if (!isConfirmed || isBusy) return
    setIsBusy(true)
    const left = await withStepUp(deleteAccount)
    setIsBusy(false)
    if (!left) return
    if (!left.ok) return toastError(left.failure)
    toastSuccess(accountTexts.deleted)
    await endSession()
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void leave(event)}>
      <TextField
        label={`Type ${confirmation} to confirm`}
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" variant="destructive" className="self-start" disabled={!isConfirmed} aria-disabled={isBusy}>
        {isBusy ? 'Deleting...' : 'Delete My Account'}
      </Button>
    </form>
  )
}
