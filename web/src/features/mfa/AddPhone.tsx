import { useState } from 'react'
import { phoneSchema } from '../../lib/session/account-forms.ts'
import { freeName } from './factor-name.ts'
import { verifiedFactors } from '../../lib/session/session.tsx'
import { enrolPhone, sendCode } from './factors.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useFocusAtFirst } from '../../ui/use-focus-at-first.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { PhoneCode, sentNow, type SentCode } from './SecondStep.tsx'
import { removeUnverified, removeUnverifiedFactor } from './api.ts'
import { Buttons, stepLook, useRemovalOnUnmount, type EnrolmentProps } from './enrolment.tsx'
import { useStepUp } from '../../lib/session/step-up.ts'

/** First the number, then the code sent to it. */
export function AddPhone({ user, onDone, onCancel }: EnrolmentProps) {
  const [phone, setPhone] = useState('')
  const [sent, setSent] = useState<SentCode>()
  const field = useFocusAtFirst()
  const withStepUp = useStepUp()
  const removeOnUnmount = useRemovalOnUnmount()
  const { isBusy, wrongField, onSubmit } = useCheckedForm({
    schema: phoneSchema,
    typed: { phone },
    submit: async (form) => {
      await removeUnverified(user, 'phone')
      const added = await withStepUp(() => enrolPhone(form.phone, freeName('phone', verifiedFactors(user))))
      if (!added) return
      if (!added.ok) return toastError(added.failure)
      removeOnUnmount(added.value)
      const challenge = await sendCode(added.value)
      if (challenge.ok) return setSent(sentNow(added.value, challenge.value))
      toastError(challenge.failure)
      // The deleted factor's name is free for another number.
      removeOnUnmount(undefined)
      await removeUnverifiedFactor(added.value)
    },
  })
  const finish = async () => {
    removeOnUnmount(undefined)
    onDone()
  }

  if (sent) {
    return (
      <div className={stepLook}>
        <PhoneCode factor={{ id: sent.factorId }} sent={sent} onSent={setSent} onPassed={finish} />
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    )
  }
  return (
    <form noValidate className={stepLook} onSubmit={(event) => void onSubmit(event)}>
      <TextField
        ref={field}
        label="Phone number"
        hint="Such as +351 912 345 678"
        name="phone"
        type="tel"
        autoComplete="tel"
        required
        value={phone}
        aria-invalid={wrongField === 'phone'}
        onChange={(event) => setPhone(event.target.value)}
      />
      <Buttons isBusy={isBusy} label="Send the code" busyLabel="Sending..." onCancel={onCancel} />
    </form>
  )
}
