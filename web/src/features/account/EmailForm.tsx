import type { User } from '@supabase/auth-js'
import { useState } from 'react'
import { newEmailSchema } from '../../lib/session/account-forms.ts'
import { useDraft } from '../../lib/offline/drafts.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { useCheckedForm } from '../../ui/use-checked-form.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/Field.tsx'
import { changeEmail, mailAgain } from './api.ts'
import { useRefreshUser } from '../../lib/session/user.ts'
import { useStepUp } from '../../lib/session/step-up.ts'

export function EmailForm({ user }: { user: User }) {
  const [email, setEmail] = useDraft(user.id, 'email', '', 'memory')
  const withStepUp = useStepUp()
  const refresh = useRefreshUser(user.id)
  const { isBusy, wrongField, onSubmit } = useCheckedForm({
    schema: newEmailSchema,
    typed: { email },
    submit: async (form) => {
      if (form.email.toLowerCase() === user.email) return toastError(accountTexts.emailSame)
      const changed = await withStepUp(() => changeEmail(form.email))
      if (!changed) return
      if (!changed.ok) return toastError(changed.failure)
      setEmail((now) => (now === email ? '' : now))
      toastSuccess(accountTexts.emailAsked)
      await refresh()
    },
  })

  return (
    <>
      {user.new_email && <Pending current={user.email ?? ''} pending={user.new_email} />}
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
        <TextField
          label="New email"
          name="email"
          type="email"
          autoComplete="email"
          required
          value={email}
          aria-invalid={wrongField === 'email'}
          onChange={(event) => setEmail(event.target.value)}
        />
        <p className="text-sm text-muted">
          We send a link to both addresses, the new one and <span className="wrap-anywhere">{user.email}</span>. Your
          email changes when both have been opened.
        </p>
        <Button type="submit" className="self-start" aria-disabled={isBusy}>
          {isBusy ? 'Sending...' : 'Change Email'}
        </Button>
      </form>
    </>
  )
}

/** A pending change of email, until its links are opened. */
function Pending({ current, pending }: { current: string; pending: string }) {
  const [isBusy, setIsBusy] = useState(false)
  const repeat = async () => {
    if (isBusy) return
    setIsBusy(true)
    const mailed = await mailAgain(current)
    setIsBusy(false)
    if (mailed.ok) toastSuccess(accountTexts.emailAsked)
    else toastError(mailed.failure)
  }
  return (
    <div className="flex flex-col items-start gap-3 rounded-md bg-primary-soft px-4 py-3">
      <p className="text-sm wrap-anywhere">
        <span className="font-medium">{pending}</span> is not confirmed yet. Open the link in the email to {pending} and
        the one in the email to {current}. Until then you sign in with {current}.
      </p>
      <Button variant="outline" size="sm" aria-disabled={isBusy} onClick={() => void repeat()}>
        {isBusy ? 'Sending...' : 'Send Both Emails Again'}
      </Button>
    </div>
  )
}
