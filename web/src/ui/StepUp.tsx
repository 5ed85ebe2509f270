import type { Factor, User } from '@supabase/auth-js'
import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react'
import { proofPasswordSchema, secondFactorSchema } from '../../../domain/accounts.ts'
import type { Result } from '../../../domain/result.ts'
import { auth } from '../lib/client.ts'
import { verifiedFactors, type Failure } from '../lib/factors.ts'
import { mailProofCode, proveMailedCode, provePassword } from '../lib/proof.ts'
import { toastError } from '../lib/toasts.ts'
import { useCheckedForm } from '../lib/use-checked-form.ts'
import { useFocusAtFirst } from '../lib/use-focus-at-first.ts'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { TextField } from './Field.tsx'
import { CodeForm, SecondStep, SEND_AGAIN_MS, useWait } from './SecondStep.tsx'

/** How the user can confirm that they own the account: with a factor if they have one. */
type Means = { readonly factors: readonly Factor[] } | { readonly email: string; readonly hasPassword: boolean }

/** @returns whether it was confirmed; false when the user cancelled */
type Ask = (means: Means) => Promise<boolean>

interface Asked {
  readonly means: Means
  readonly answer: (isProven: boolean) => void
}

const AskContext = createContext<Ask>(() => Promise.resolve(false))

/** Provides step-up authentication to its children, in a dialog above them. */
export function StepUp({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const latest = useRef<Asked>(undefined)
  const ask = useCallback<Ask>(
    (means) =>
      new Promise((answer) => {
        // One dialog at a time: a newer request replaces the previous one.
        latest.current?.answer(false)
        latest.current = { means, answer }
        setAsked(latest.current)
      }),
    [],
  )
  const end = async (isProven: boolean) => {
    asked?.answer(isProven)
    // A newer request may have replaced this one meanwhile.
    if (latest.current !== asked) return
    latest.current = undefined
    setAsked(undefined)
  }
  return (
    <AskContext value={ask}>
      {children}
      {asked && (
        <Dialog title="Confirm it’s you" onClose={() => void end(false)}>
          {'factors' in asked.means ? (
            <SecondStep factors={asked.means.factors} onPassed={() => end(true)} />
          ) : (
            <Confirmation {...asked.means} onProven={() => end(true)} />
          )}
        </Dialog>
      )}
    </AskContext>
  )
}

/** Asks for one of some factors, or for a recovery code. @returns whether it was verified */
export function useAskFactor() {
  const ask = use(AskContext)
  return (factors: readonly Factor[]) => ask({ factors })
}

/**
 * Runs a request that may need step-up authentication: when the server requires a second factor or a recent proof, the user
 * is asked for it, and the request is repeated.
 * @returns the result; undefined when the user cancelled
 */
export function useStepUp() {
  const ask = use(AskContext)
  return async function withStepUp<Value, Refused extends Pick<Failure, 'code'>>(
    work: () => Promise<Result<Value, Refused>>,
  ): Promise<Result<Value, Refused> | undefined> {
    const first = await work()
    const means = first.ok ? undefined : await meansFor(first.failure)
    if (!means) return first
    return (await ask(means)) ? work() : undefined
  }
}

/** The step that an error requires; undefined for none, or for one that this account does not have. */
async function meansFor({ code }: Pick<Failure, 'code'>): Promise<Means | undefined> {
  const needsProof = code === 'reauthentication_needed'
  if (!needsProof && code !== 'insufficient_aal' && code !== '42501') return undefined
  const { data } = await auth().getUser()
  if (!data.user) return undefined
  const factors = verifiedFactors(data.user)
  if (factors.length > 0) return { factors }
  return needsProof ? { email: data.user.email ?? '', hasPassword: hasPassword(data.user) } : undefined
}

/** Users of an external provider may have no password yet. */
export const hasPassword = ({ identities = [] }: User): boolean =>
  identities.some(({ provider }) => provider === 'email')

interface ConfirmationProps {
  email: string
  hasPassword: boolean
  onProven: () => Promise<void>
}

function Confirmation({ email, hasPassword, onProven }: ConfirmationProps) {
  const [isByMail, setIsByMail] = useState(!hasPassword)
  /** When another mail can be requested; a mailed code stays valid meanwhile. */
  const [againAt, setAgainAt] = useState<number>()
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-muted">You signed in a while ago. Confirm it’s you to make this change.</p>
      {isByMail ? (
        <MailedCode email={email} againAt={againAt} onMailed={setAgainAt} onProven={onProven} />
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
  againAt: number | undefined
  onMailed: (againAt: number) => void
}

/** The code is mailed on a press, so that changing one's mind costs none. */
function MailedCode({ email, againAt, onMailed, onProven }: MailedCodeProps) {
  const [isSending, setIsSending] = useState(false)
  const wait = useWait(againAt ?? 0)
  const button = useFocusAtFirst<HTMLButtonElement>()
  const send = async () => {
    setIsSending(true)
    const mailed = await mailProofCode()
    setIsSending(false)
    if (mailed.ok) onMailed(Date.now() + SEND_AGAIN_MS)
    else toastError(mailed.failure)
  }
  if (againAt === undefined) {
    return (
      <Button ref={button} disabled={isSending} onClick={() => void send()}>
        {isSending ? 'Sending...' : 'Email me a code'}
      </Button>
    )
  }
  return (
    <>
      <output className="text-sm wrap-anywhere">We emailed a code to {email}.</output>
      <CodeForm key={againAt} schema={secondFactorSchema} pass={proveMailedCode} onPassed={onProven} />
      <Button variant="outline" disabled={wait > 0 || isSending} onClick={() => void send()}>
        {wait > 0 ? `Send again in ${wait} s` : 'Send again'}
      </Button>
    </>
  )
}
