import { useEffect, useState, type ReactNode } from 'react'
import { MIN_PASSWORD_LENGTH, NAME_LIMIT } from '../../../domain/accounts.ts'
import type { Invitation } from '../../../domain/invitations.ts'
import { FIRST_STEPS, local } from '../lib/offline/storage.ts'
import { acceptSchema } from '../lib/session/account-forms.ts'
import { navigate } from '../lib/navigation/navigate.ts'
import { config } from '../lib/session/config.ts'
import { signOut, useSession } from '../lib/session/session.tsx'
import { toastError } from '../lib/texts/toasts.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { TextField } from '../ui/Field.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { usePageTitle } from '../ui/Page.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useCheckedForm } from '../ui/use-checked-form.ts'
import { useFocusAtFirst } from '../ui/use-focus-at-first.ts'
import { signIn } from '../features/auth/api.ts'
import { acceptInvitation, readInvitation } from '../features/invitation/api.ts'

/** Where the link of an invitation leads: name and password make the account. Its token is in the fragment. */
export function InvitationPage() {
  const { productName, productTagline } = config()
  usePageTitle('Your Invitation')
  const [attempt, setAttempt] = useState(0)
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
  return (
    <main className="auth-stage">
      <div className="auth-brand">
        <img src="/icon.svg" alt="" width="44" height="44" />
        <h1>{productName}</h1>
        <p>{productTagline}</p>
      </div>
      <div className="auth-card">
        <Opened key={attempt} token={token} onRetry={() => setAttempt(attempt + 1)} />
      </div>
    </main>
  )
}

function Opened({ token, onRetry }: { token: string; onRetry: () => void }) {
  const session = useSession()
  const [read, setRead] = useState<Awaited<ReturnType<typeof readInvitation>>>()
  const [isAccepted, setIsAccepted] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void readInvitation(token).then((answer) => isCurrent && setRead(answer))
    return () => {
      isCurrent = false
    }
  }, [token])

  if (session.state === 'signed-in' && !isAccepted) {
    return (
      <Notice title="You are signed in" text="An invitation makes a new account. Sign out first to accept it.">
        <Button onClick={() => void signOut()}>Sign Out</Button>
        <ButtonLink to="/" variant="outline">
          Open {config().productName}
        </ButtonLink>
      </Notice>
    )
  }
  if (!read) return <Spinner label="Opening the invitation..." className="min-h-76 w-full" />
  if (read.ok) return <AcceptForm token={token} invitation={read.value} onAccepting={() => setIsAccepted(true)} />
  const { code, error } = read.failure
  return (
    <Notice title="This invitation cannot be opened" text={error}>
      {code === undefined ? (
        <Button onClick={onRetry}>Try Again</Button>
      ) : (
        <ButtonLink to="/auth">Go to Sign In</ButtonLink>
      )}
    </Notice>
  )
}

const Notice = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="flex flex-col gap-4">
    <h2 className="text-xl">{title}</h2>
    <p className="text-muted">{text}</p>
    {children}
  </div>
)

interface AcceptFormProps {
  token: string
  invitation: Invitation
  /** Before the new account is signed in. */
  onAccepting: () => void
}

function AcceptForm({ token, invitation, onAccepting }: AcceptFormProps) {
  const [typed, setTyped] = useState({ firstName: '', lastName: '', password: '' })
  const first = useFocusAtFirst()
  const { isBusy, wrongField, onSubmit } = useCheckedForm({
    schema: acceptSchema,
    typed,
    submit: async (form) => {
      const accepted = await acceptInvitation(token, form)
      if (!accepted.ok) return toastError({ title: 'Not accepted', description: accepted.failure.error })
      onAccepting()
      local.setItem(FIRST_STEPS, '')
      const signedIn = await signIn({ email: accepted.value.email, password: form.password })
      // The account is there, and the link is used up.
      if (!signedIn.ok) toastError(signedIn.failure)
      navigate(signedIn.ok ? '/' : '/auth')
    },
  })
  const field = (name: keyof typeof typed) => ({
    name,
    required: true,
    value: typed[name],
    'aria-invalid': wrongField === name,
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((current) => ({ ...current, [name]: target.value })),
  })
  const { email, inviter } = invitation
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void onSubmit(event)}>
      <div>
        <h2 className="text-xl">Welcome</h2>
        <p className="mt-1 text-muted">
          {inviter ?? 'The team'} invites you. Choose your name and a password for <bdi>{email}</bdi>.
        </p>
      </div>
      {/* Password managers look here for whose password it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      <TextField
        ref={first}
        label="First Name"
        autoComplete="given-name"
        maxLength={NAME_LIMIT}
        {...field('firstName')}
      />
      <TextField label="Last Name" autoComplete="family-name" maxLength={NAME_LIMIT} {...field('lastName')} />
      <PasswordField
        label="Password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        autoComplete="new-password"
        {...field('password')}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Creating account...' : 'Accept Invitation'}
      </Button>
    </form>
  )
}
