import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import type { ZodMiniType } from 'zod/mini'
import { recoveryCodeSchema, secondFactorSchema } from '../../lib/session/account-forms.ts'
import type { Result } from '../../../../domain/result.ts'
import { factorName, phoneEnding } from './factor-name.ts'
import {
  passFactor,
  passWithPasskey,
  passWithRecoveryCode,
  passWithSentCode,
  recoveryCodesLeft,
  sendCode,
} from './factors.ts'
import type { Failure } from '../../lib/session/auth-request.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import type { SecondFactor } from '../../lib/session/session.tsx'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useFocusAtFirst } from '../../ui/use-focus-at-first.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'

/** The last code sent; it stays valid when the user switches to another factor and back. */
export interface SentCode {
  readonly factorId: string
  readonly challenge: string
  /** Milliseconds since 1970. */
  readonly resendAt: number
}

interface FactorFormProps {
  factor: Pick<SecondFactor, 'id'>
  sent: SentCode | undefined
  onSent: (code: SentCode) => void
  /** @param user the id */
  onPassed: (user: string) => Promise<void>
}

interface FactorStep {
  readonly title: string
  readonly hint: (factor: SecondFactor) => string
  readonly Form: ComponentType<FactorFormProps>
}

const factorSteps: Record<SecondFactor['factor_type'], FactorStep> = {
  totp: {
    title: 'Enter your code',
    hint: () => 'Open your authenticator app and type the code it shows.',
    Form: AppCode,
  },
  phone: {
    title: 'Enter your code',
    hint: (factor) => `We’ll text a code to your phone ending in ${phoneEnding(factor)}.`,
    Form: PhoneCode,
  },
  webauthn: {
    title: 'Use your passkey',
    hint: () => 'Your browser asks for the passkey or security key of this account.',
    Form: Passkey,
  },
}

const recovery = {
  title: 'Use a recovery code',
  hint: 'Type one of the codes that you saved. Each works once.',
} as const

interface SecondStepProps extends Pick<FactorFormProps, 'onPassed'> {
  /** The verified factors. */
  factors: readonly SecondFactor[]
  /** Shown below, beside the link for users who lost theirs. */
  children?: ReactNode
}

/** Asks for a second factor, or for a recovery code instead. */
export function SecondStep({ factors, onPassed, children }: SecondStepProps) {
  const [chosen, setChosen] = useState(factors[0]?.id)
  const [isRecovering, setIsRecovering] = useState(false)
  const [sent, setSent] = useState<SentCode>()
  const factor = factors.find(({ id }) => id === chosen) ?? factors[0]
  if (!factor) return null
  const { title, hint, Form } = factorSteps[factor.factor_type]

  return (
    <div className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg">{isRecovering ? recovery.title : title}</h2>
        <p className="mt-1 text-sm text-muted">{isRecovering ? recovery.hint : hint(factor)}</p>
      </div>
      {!isRecovering && factors.length > 1 && <Choice factors={factors} chosen={factor.id} onChoose={setChosen} />}
      {isRecovering ? (
        <RecoveryCode onPassed={onPassed} />
      ) : (
        <Form key={factor.id} factor={factor} sent={sent} onSent={setSent} onPassed={onPassed} />
      )}
      <div className="flex flex-col">
        <Button variant="ghost" onClick={() => setIsRecovering(!isRecovering)}>
          {isRecovering ? 'Use your second factor' : 'Use a recovery code'}
        </Button>
        {children}
      </div>
    </div>
  )
}

interface ChoiceProps {
  factors: readonly SecondFactor[]
  chosen: string
  onChoose: (factor: string) => void
}

const Choice = ({ factors, chosen, onChoose }: ChoiceProps) => (
  <fieldset className="flex flex-col">
    <legend className="mb-1.5 text-sm font-medium">From</legend>
    {factors.map((factor) => (
      <label key={factor.id} className="flex items-center gap-2 py-1 text-sm pointer-coarse:min-h-11">
        <input
          type="radio"
          name="factor"
          className="accent-primary"
          checked={chosen === factor.id}
          onChange={() => onChoose(factor.id)}
        />
        {factorName(factor)}
      </label>
    ))}
  </fieldset>
)

function AppCode({ factor, onPassed }: FactorFormProps) {
  return <CodeForm schema={secondFactorSchema} pass={(code) => passFactor(factor.id, code)} onPassed={onPassed} />
}

/** Milliseconds before another message can be requested, the server's own limit. */
export const RESEND_DELAY_MS = 60_000

/** When another message can be requested. */
export const sentNow = (factorId: string, challenge: string): SentCode => ({
  factorId,
  challenge,
  resendAt: Date.now() + RESEND_DELAY_MS,
})

/** The message is sent on a press, since arrow keys change the choice and each message costs. */
export function PhoneCode({ factor, sent, onSent, onPassed }: FactorFormProps) {
  const [isSending, setIsSending] = useState(false)
  const wait = useCountdown(sent?.resendAt ?? 0)
  const button = useFocusAtFirst<HTMLButtonElement>()
  const send = async () => {
    setIsSending(true)
    const challenge = await sendCode(factor.id)
    setIsSending(false)
    if (!challenge.ok) return toastError(challenge.failure)
    onSent(sentNow(factor.id, challenge.value))
  }
  if (sent?.factorId !== factor.id) {
    return (
      <Button ref={button} disabled={isSending} onClick={() => void send()}>
        {isSending ? 'Sending...' : 'Send the code'}
      </Button>
    )
  }
  return (
    <>
      <output className="text-sm">We've sent you the code.</output>
      <CodeForm
        key={sent.challenge}
        schema={secondFactorSchema}
        pass={(code) => passWithSentCode(factor.id, sent.challenge, code)}
        onPassed={onPassed}
      />
      <Button variant="outline" disabled={wait > 0 || isSending} onClick={() => void send()}>
        {wait > 0 ? `Send again in ${wait} s` : 'Send again'}
      </Button>
    </>
  )
}

function Passkey({ factor, onPassed }: FactorFormProps) {
  const [isBusy, setIsBusy] = useState(false)
  const button = useFocusAtFirst<HTMLButtonElement>()
  const pass = async () => {
    setIsBusy(true)
    const passed = await passWithPasskey(factor.id)
    if (passed.ok) await onPassed(passed.value)
    else toastError(passed.failure)
    setIsBusy(false)
  }
  return (
    <Button ref={button} disabled={isBusy} onClick={() => void pass()}>
      {isBusy ? 'Waiting for your passkey...' : 'Use your passkey'}
    </Button>
  )
}

function RecoveryCode({ onPassed }: Pick<FactorFormProps, 'onPassed'>) {
  const pass = async (code: string) => {
    const passed = await passWithRecoveryCode(code)
    const left = passed.ok ? await recoveryCodesLeft() : undefined
    if (left !== undefined) toastSuccess(accountTexts.recoveryCodeUsed(left))
    return passed
  }
  return <CodeForm schema={recoveryCodeSchema} label="Recovery code" pass={pass} onPassed={onPassed} />
}

interface CodeFormProps<Passed> {
  onPassed: (passed: Passed) => Promise<void>
  schema: ZodMiniType<{ code: string }>
  /** The label of the field, where it is not for digits. */
  label?: string
  pass: (code: string) => Promise<Result<Passed, Failure>>
}

export function CodeForm<Passed>({ schema, label, pass, onPassed }: CodeFormProps<Passed>) {
  const [code, setCode] = useState('')
  const field = useFocusAtFirst()
  const { isBusy, wrongField, onSubmit } = useCheckedForm({
    schema,
    typed: { code },
    submit: async (form) => {
      const passed = await pass(form.code)
      if (passed.ok) return onPassed(passed.value)
      setCode('')
      toastError(passed.failure)
      field.current?.focus()
    },
  })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
      <TextField
        label={label ?? 'Code'}
        name="code"
        {...(label ? { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } : digits)}
        ref={field}
        required
        value={code}
        aria-invalid={wrongField === 'code'}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Checking...' : 'Continue'}
      </Button>
    </form>
  )
}

const digits = { inputMode: 'numeric', autoComplete: 'one-time-code' } as const

/** @returns whole seconds until a moment, 0 once it has passed */
export function useCountdown(until: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = () => {
      setNow(Date.now())
      if (Date.now() >= until) clearInterval(timer)
    }
    const timer = setInterval(tick, 1000)
    tick()
    return () => clearInterval(timer)
  }, [until])
  return Math.min(RESEND_DELAY_MS / 1000, Math.max(0, Math.ceil((until - now) / 1000)))
}
