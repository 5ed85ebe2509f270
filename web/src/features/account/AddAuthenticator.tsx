import type { User } from '@supabase/auth-js'
import { Copy } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { FACTOR_NAME_LIMIT, factorNameSchema, secondFactorSchema } from '../../../../domain/accounts.ts'
import { texts } from '../../lib/texts.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { useCheckedForm } from '../../lib/use-checked-form.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { abandon, enrolApp, passFactor, verifiedFactors, type Enrolment } from './api.ts'
import { freeName } from './factor-name.ts'
import { useProven } from './second-factor.tsx'

interface AddAuthenticatorProps {
  user: User
  onDone: () => void
  onCancel: () => void
}

/** First a name, then the key, which is proven by a code. */
export function AddAuthenticator({ user, onDone, onCancel }: AddAuthenticatorProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const keep = useAbandoned()
  const begin = (begun: Enrolment) => {
    keep(begun.id)
    setEnrolment(begun)
  }
  const finish = () => {
    keep(undefined)
    onDone()
  }
  return enrolment ? (
    <CodeStep enrolment={enrolment} onProven={finish} onCancel={onCancel} />
  ) : (
    <NameStep user={user} onBegun={begin} onCancel={onCancel} />
  )
}

/** However the form goes, by Cancel, by another tab or with the dialog: what is not proven by then does not stay. */
function useAbandoned() {
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
    // It went while the answer was on its way.
    if (factorId && isGone.current) void abandon(factorId)
  }
}

interface NameStepProps {
  user: User
  onBegun: (enrolment: Enrolment) => void
  onCancel: () => void
}

function NameStep({ user, onBegun, onCancel }: NameStepProps) {
  const [name, setName] = useState(() => freeName('totp', verifiedFactors(user)))
  const field = useFocusAtFirst()
  const proven = useProven()
  const { isBusy, wrongField, onSubmit } = useCheckedForm({
    schema: factorNameSchema,
    typed: { name },
    submit: async (form) => {
      const begun = await proven(() => enrolApp(form.name, user))
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
      <Buttons isBusy={isBusy} label="Continue" onCancel={onCancel} />
    </form>
  )
}

interface CodeStepProps {
  enrolment: Enrolment
  onProven: () => void
  onCancel: () => void
}

function CodeStep({ enrolment: { id, qrCode, secret }, onProven, onCancel }: CodeStepProps) {
  const [code, setCode] = useState('')
  const field = useFocusAtFirst()
  const { isBusy, wrongField, onSubmit } = useCheckedForm({
    schema: secondFactorSchema,
    typed: { code },
    submit: async (form) => {
      const passed = await passFactor(id, form.code)
      if (passed.ok) return onProven()
      setCode('')
      toastError(passed.failure)
      field.current?.focus()
    },
  })
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toastSuccess(texts.account.secretCopied),
      () => toastError(texts.account.copyFailed),
    )
  return (
    <form noValidate className={stepLook} onSubmit={(event) => void onSubmit(event)}>
      <p className="text-sm">
        Scan this with an authenticator app, such as the one of your password manager, and type the code that it shows.
      </p>
      <img src={qrCode} alt="QR code with the key below" className="size-48 self-center rounded-md bg-white" />
      <div>
        <p className="mb-1.5 text-sm font-medium">Or type this key into the app</p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 rounded-md bg-surface px-3 py-2 text-sm wrap-anywhere">{secret}</code>
          <Button variant="outline" size="icon" aria-label="Copy key" onClick={() => void copy()}>
            <Copy aria-hidden />
          </Button>
        </div>
      </div>
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
      <Buttons isBusy={isBusy} label="Turn On" onCancel={onCancel} />
    </form>
  )
}

const stepLook = 'flex flex-col gap-4 rounded-md bg-sunken p-4'

const Buttons = ({ isBusy, label, onCancel }: { isBusy: boolean; label: string; onCancel: () => void }) => (
  <div className="flex gap-2">
    <Button type="submit" disabled={isBusy}>
      {isBusy ? 'Checking...' : label}
    </Button>
    <Button variant="ghost" onClick={onCancel}>
      Cancel
    </Button>
  </div>
)

/** Each step takes the place of what had the focus: at once, before the dialog finds that nothing has it. */
function useFocusAtFirst() {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return field
}
