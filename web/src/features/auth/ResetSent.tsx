import { useState } from 'react'
import { secondFactorSchema } from '../../lib/session/account-forms.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { useFocusAtFirst } from '../../ui/use-focus-at-first.ts'
import { redeemResetCode, sendReset } from './api.ts'
import { authTexts } from './auth-texts.ts'
import { useAuthForm } from './use-auth-form.ts'

interface ResetSentProps {
  email: string
  onBack: () => void
}

/** Says what was mailed, and takes its code: the mail may be open on another device than this one. */
export function ResetSent({ email, onBack }: ResetSentProps) {
  const [code, setCode] = useState('')
  const [isSending, setIsSending] = useState(false)
  const field = useFocusAtFirst()
  const { isBusy, wrongField, onSubmit } = useAuthForm({
    schema: secondFactorSchema,
    typed: { code },
    submit: async (form) => {
      // The page asks for the new password next.
      const redeemed = await redeemResetCode(email, form.code)
      if (!redeemed.ok) toastError(redeemed.failure)
    },
  })
  const sendAgain = async () => {
    setIsSending(true)
    const sent = await sendReset(email)
    setIsSending(false)
    if (sent.ok) toastSuccess(authTexts.resetSentAgain)
    else toastError(sent.failure)
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
      <h2 className="text-lg">{authTexts.resetSent}</h2>
      <p className="text-sm text-muted wrap-anywhere">
        If there is an account for <bdi className="font-medium text-foreground">{email}</bdi>, we have sent it a link
        and a code. Open the link, or enter the code here, to set a new password.
      </p>
      <TextField
        ref={field}
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        value={code}
        aria-invalid={wrongField === 'code'}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Checking...' : 'Continue'}
      </Button>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="ghost" disabled={isSending} onClick={() => void sendAgain()}>
          Send again
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Back to Sign In
        </Button>
      </div>
    </form>
  )
}
