import { useCallback, useRef, useState, type ReactNode } from 'react'
import { proofPasswordSchema, secondFactorSchema } from '../../lib/session/account-forms.ts'
import { mailProofCode, proveMailedCode, provePassword } from './proof.ts'
import { StepUpContext, type RequestStepUp, type StepUpMethod } from '../../lib/session/step-up.ts'
import { toastError } from '../../lib/texts/toasts.ts'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useFocusAtFirst } from '../../ui/use-focus-at-first.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { CodeForm, SecondStep, RESEND_DELAY_MS, useCountdown } from './SecondStep.tsx'

interface PendingStepUp {
  readonly method: StepUpMethod
  readonly resolve: (isProven: boolean) => void
}

/** Provides step-up authentication to its children, in a dialog above them. */
export function StepUp({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<PendingStepUp>()
  const latest = useRef<PendingStepUp>(undefined)
  /** Focused again when the dialog closes: its field takes the focus before the dialog itself could remember it. */
  const opener = useRef<HTMLElement>(null)
  const ask = useCallback<RequestStepUp>(
    (method) =>
      new Promise((resolve) => {
        // One dialog at a time: a newer request replaces the previous one.
        latest.current?.resolve(false)
        latest.current = { method, resolve }
        if (document.activeElement instanceof HTMLElement) opener.current = document.activeElement
        setPending(latest.current)
      }),
    [],
  )
  const close = async (isProven: boolean) => {
    pending?.resolve(isProven)
    // A newer request may have replaced this one meanwhile.
    if (latest.current !== pending) return
    latest.current = undefined
    setPending(undefined)
  }
  return (
    <StepUpContext value={ask}>
      {children}
      {pending && (
        <Dialog title="Confirm it’s you" finalFocus={opener} onClose={() => void close(false)}>
          {'factors' in pending.method ? (
            <SecondStep factors={pending.method.factors} onPassed={() => close(true)} />
          ) : 'emailToProve' in pending.method ? (
            <AddressProof email={pending.method.emailToProve} onProven={() => close(true)} />
          ) : (
            <Confirmation {...pending.method} onProven={() => close(true)} />
          )}
        </Dialog>
      )}
    </StepUpContext>
  )
}

interface ConfirmationProps {
  email: string
  hasPassword: boolean
  onProven: () => Promise<void>
}

function Confirmation({ email, hasPassword, onProven }: ConfirmationProps) {
  const [isByMail, setIsByMail] = useState(!hasPassword)
  /** When another mail can be requested; a mailed code stays valid meanwhile. */
  const [resendAt, setResendAt] = useState<number>()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">You signed in a while ago. Confirm it’s you to make this change.</p>
      {isByMail ? (
        <MailedCode email={email} resendAt={resendAt} onMailed={setResendAt} onProven={onProven} />
      ) : (
        <Password email={email} onProven={onProven} />
      )}
      {hasPassword && (
        <Button variant="ghost" onClick={() => setIsByMail(!isByMail)}>
          {isByMail ? 'Use your password' : 'Email me a code instead'}
        </Button>
      )}
    </div>
  )
}

/** Before a factor is added: until the address is proven, a recovery of the account would remove it. */
function AddressProof({ email, onProven }: Pick<ConfirmationProps, 'email' | 'onProven'>) {
  const [resendAt, setResendAt] = useState<number>()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">Before you add a second step, confirm that this is your email.</p>
      <MailedCode email={email} resendAt={resendAt} onMailed={setResendAt} onProven={onProven} />
    </div>
  )
}

function Password({ email, onProven }: Omit<ConfirmationProps, 'hasPassword'>) {
  const [password, setPassword] = useState('')
  const field = useFocusAtFirst()
  const { isBusy, wrongField, onSubmit } = useCheckedForm({
    schema: proofPasswordSchema,
    typed: { password },
    submit: async (form) => {
      const proven = await provePassword(form.password)
      if (proven.ok) return onProven()
      setPassword('')
      toastError(proven.failure)
      field.current?.focus()
    },
  })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
      {/* Password managers look here for whose password it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      <TextField
        ref={field}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        value={password}
        aria-invalid={wrongField === 'password'}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Checking...' : 'Continue'}
      </Button>
    </form>
  )
}

interface MailedCodeProps extends Omit<ConfirmationProps, 'hasPassword'> {
  resendAt: number | undefined
  onMailed: (resendAt: number) => void
}

/** The code is mailed on a press, so that changing one's mind costs none. */
function MailedCode({ email, resendAt, onMailed, onProven }: MailedCodeProps) {
  const [isSending, setIsSending] = useState(false)
  const wait = useCountdown(resendAt ?? 0)
  const button = useFocusAtFirst<HTMLButtonElement>()
  const send = async () => {
    setIsSending(true)
    const mailed = await mailProofCode()
    setIsSending(false)
    if (mailed.ok) onMailed(Date.now() + RESEND_DELAY_MS)
    else toastError(mailed.failure)
  }
  if (resendAt === undefined) {
    return (
      <Button ref={button} disabled={isSending} onClick={() => void send()}>
        {isSending ? 'Sending...' : 'Email me a code'}
      </Button>
    )
  }
  return (
    <>
      <output className="text-sm wrap-anywhere">We emailed a code to {email}.</output>
      <CodeForm key={resendAt} schema={secondFactorSchema} pass={proveMailedCode} onPassed={onProven} />
      <Button variant="outline" disabled={wait > 0 || isSending} onClick={() => void send()}>
        {wait > 0 ? `Send again in ${wait} s` : 'Send again'}
      </Button>
    </>
  )
}
