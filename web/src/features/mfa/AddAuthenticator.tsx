import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { secondFactorSchema } from '../../lib/session/account-forms.ts'
import { passFactor } from './factors.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { copyText } from '../../ui/clipboard.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { useFocusAtFirst } from '../../ui/use-focus-at-first.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { enrolApp, type Enrolment } from './api.ts'
import { Buttons, NameStep, stepLook, useRemovalOnUnmount, type EnrolmentProps } from './enrolment.tsx'

/** First a name, then the key, verified by a code. */
export function AddAuthenticator({ user, onDone, onCancel }: EnrolmentProps) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const removeOnUnmount = useRemovalOnUnmount()
  const onEnrolled = (enrolled: Enrolment) => {
    removeOnUnmount(enrolled.id)
    setEnrolment(enrolled)
  }
  const finish = () => {
    removeOnUnmount(undefined)
    onDone()
  }
  return enrolment ? (
    <CodeStep enrolment={enrolment} onProven={finish} onCancel={onCancel} />
  ) : (
    <NameStep
      type="totp"
      user={user}
      enrol={(name) => enrolApp(name, user)}
      onEnrolled={onEnrolled}
      onCancel={onCancel}
    />
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
  const key = useRef<HTMLElement>(null)
  const copy = async () => {
    if (await copyText(secret, key.current)) toastSuccess(accountTexts.secretCopied)
  }
  return (
    <form noValidate className={stepLook} onSubmit={(event) => void onSubmit(event)}>
      <p className="text-sm">
        Scan this with an authenticator app, such as the one of your password manager, and type the code that it shows.
      </p>
      <img src={qrCode} alt="QR code with the key below" className="size-48 self-center rounded-md bg-white" />
      <div>
        <p className="mb-1.5 text-sm font-medium">Or type this key into the app</p>
        <div className="flex items-center gap-2">
          <code ref={key} className="min-w-0 flex-1 rounded-md bg-surface px-3 py-2 text-sm wrap-anywhere">
            {secret}
          </code>
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
