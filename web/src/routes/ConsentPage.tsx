import { useEffect, useState, type ReactNode } from 'react'
import { WRITING_SCOPES } from '../../../domain/app-scopes.ts'
import { config } from '../lib/session/config.ts'
import { signOut } from '../lib/session/session.tsx'
import { useStepUp } from '../lib/session/step-up.ts'
import { toastError } from '../lib/texts/toasts.ts'
import { AlertDialog } from '../ui/AlertDialog.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { usePageTitle } from '../ui/Page.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useFocusAtFirst } from '../ui/use-focus-at-first.ts'
import {
  answerAppRequest,
  readAppRequest,
  redirectTarget,
  scopeText,
  type AppRequest,
} from '../features/connected-apps/api.ts'
import { StepUp } from '../features/mfa/StepUp.tsx'

/** Where an app sends its user (OAuth): says who asks for what, and sends the answer back. */
export function ConsentPage() {
  usePageTitle('Connect an App')
  const [attempt, setAttempt] = useState(0)
  return (
    <main className="auth-stage">
      <div className="auth-brand">
        <img src="/icon.svg" alt="" width="44" height="44" />
        <h1>{config().productName}</h1>
      </div>
      <div className="auth-card">
        <StepUp>
          <Request key={attempt} onRetry={() => setAttempt(attempt + 1)} />
        </StepUp>
      </div>
    </main>
  )
}

function Request({ onRetry }: { onRetry: () => void }) {
  const [parameters] = useState(() => new URLSearchParams(location.search))
  const id = parameters.get('authorization_id')
  const [read, setRead] = useState<Awaited<ReturnType<typeof readAppRequest>>>()
  useEffect(() => {
    if (id === null) return
    let isCurrent = true
    void readAppRequest(id).then((answer) => isCurrent && setRead(answer))
    return () => {
      isCurrent = false
    }
  }, [id])

  if (id === null) return <Refused reason={REASONS.get(parameters.get('refused') ?? '')} />
  if (!read) return <Spinner label="Opening the request..." className="min-h-76 w-full" />
  if (read.ok) return <Question request={read.value} />
  const { code, description } = read.failure
  if (code === 'openid') return <Refused reason={REASONS.get(code)} />
  // Supabase's server says `validation_failed` of a request that was answered.
  if (code === 'oauth_authorization_not_found' || code === 'validation_failed') return <Refused />
  return (
    <Notice title="The request cannot be opened" text={description}>
      <Button onClick={onRetry}>Try Again</Button>
    </Notice>
  )
}

/** Why the server could not even ask, for the app's developer. */
const REASONS = new Map([
  [
    'client_id',
    'there is no app with this client_id. Apps that were not used for long are removed and register again.',
  ],
  ['redirect_uri', 'the app has not registered this redirect_uri.'],
  ['parameters', 'a parameter is there twice, or too long.'],
  ['openid', 'apps may not ask for the scope openid here.'],
])

/** Nothing can be answered: the app has to ask again. */
const Refused = ({ reason }: { reason?: string | undefined }) => (
  <Notice
    title="This request cannot be answered"
    text="It is too old, was answered already, was opened with another account, or asks for something that is not offered. Go back to the app and connect again."
  >
    {reason && <p className="text-sm wrap-anywhere text-muted">For the app’s developer: {reason}</p>}
    <ButtonLink to="/">Open {config().productName}</ButtonLink>
  </Notice>
)

const Notice = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <div className="flex flex-col gap-4">
    <Heading>{title}</Heading>
    <p className="text-muted">{text}</p>
    {children}
  </div>
)

/** Focused: it replaces the control that was pressed, or a spinner. */
const Heading = ({ children }: { children: ReactNode }) => (
  <h2 ref={useFocusAtFirst<HTMLHeadingElement>()} tabIndex={-1} className="text-xl wrap-anywhere outline-none">
    {children}
  </h2>
)

type Answer = 'approve' | 'deny'

function Question({ request }: { request: AppRequest }) {
  const { client, redirect_uri, user } = request
  const asked = request.scope.split(' ')
  // What the app has not asked for is chosen, rather than left out.
  const [refused, setRefused] = useState<readonly string[]>(request.onSupabase ? [...WRITING_SCOPES] : [])
  const allowed = asked.filter((scope) => !refused.includes(scope))
  const [sending, setSending] = useState<Answer>()
  const [back, setBack] = useState<{ readonly url: string; readonly answer: Answer }>()
  const [isLeaving, setIsLeaving] = useState(false)
  const withStepUp = useStepUp()
  const target = redirectTarget(redirect_uri)
  const name = client.name || target

  const answer = async (action: Answer) => {
    if (sending) return
    setSending(action)
    const sent = await withStepUp(() =>
      answerAppRequest(request, { action, ...(action === 'approve' && { scope: allowed.join(' ') }) }),
    )
    setSending(undefined)
    if (!sent) return
    if (!sent.ok) return toastError(sent.failure)
    // An app on this computer opens in its own window, and this page stays.
    setBack({ url: sent.value, answer: action })
    location.assign(sent.value)
  }

  if (back) {
    const said = back.answer === 'approve' ? `You have allowed ${name}.` : `You have not allowed ${name}.`
    return (
      <Notice title="You can go back to the app" text={`${said} If it has not opened, open it again.`}>
        <Button onClick={() => location.assign(back.url)}>Open It Again</Button>
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-5">
      <div>
        <Heading>
          Connect <bdi>{name}</bdi>?
        </Heading>
        <p className="mt-1 text-muted">
          It asks to act for <bdi className="wrap-anywhere">{user.email}</bdi>.
        </p>
      </div>
      {client.registration_type !== 'manual' && (
        <p className="rounded-md bg-sunken p-3 text-sm">
          <strong>Not verified.</strong> The app chose its name itself. Your answer goes to{' '}
          <bdi className="font-medium wrap-anywhere">{target}</bdi>. Continue only if you have just started this there.
        </p>
      )}
      <fieldset className="flex flex-col gap-2" disabled={sending !== undefined}>
        <legend className="mb-2 font-medium">It may</legend>
        {asked.map((scope) =>
          WRITING_SCOPES.has(scope) && asked.length > 1 ? (
            <label key={scope} className="flex items-start gap-3">
              <input
                type="checkbox"
                className="mt-1 size-4 shrink-0 accent-primary"
                checked={!refused.includes(scope)}
                onChange={({ target: { checked } }) =>
                  setRefused(checked ? refused.filter((one) => one !== scope) : [...refused, scope])
                }
              />
              {scopeText(scope)}
            </label>
          ) : (
            <p key={scope} className="flex items-start gap-3">
              <span aria-hidden className="mx-1 mt-2 size-2 shrink-0 rounded-full bg-primary" />
              {scopeText(scope)}
            </p>
          ),
        )}
      </fieldset>
      <p className="text-sm text-muted">
        It never sees your password, your account settings, your chats or other founders. You can disconnect it at any
        time in your account, under Security.
      </p>
      <div className="flex flex-col gap-2">
        <Button
          aria-disabled={sending !== undefined || allowed.length === 0}
          onClick={() => allowed.length > 0 && void answer('approve')}
        >
          {sending === 'approve' ? 'Sending...' : 'Allow'}
        </Button>
        <Button variant="outline" aria-disabled={sending !== undefined} onClick={() => void answer('deny')}>
          {sending === 'deny' ? 'Sending...' : 'Cancel'}
        </Button>
        <Button variant="ghost" onClick={() => setIsLeaving(true)}>
          Use Another Account
        </Button>
      </div>
      {isLeaving && (
        <AlertDialog
          title="Sign out?"
          description={`This request can only be answered by ${user.email}. Sign in with the other account, then connect again from the app.`}
          confirmLabel="Sign Out"
          onConfirm={() => {
            setIsLeaving(false)
            void signOut()
          }}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </div>
  )
}
