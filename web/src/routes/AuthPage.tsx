import { useEffect, useState } from 'react'
import { loadDataClient, storedSession } from '../lib/session/client.ts'
import { config } from '../lib/session/config.ts'
import { useLocation } from '../lib/navigation/Router.tsx'
import { lazyPart } from '../lib/offline/lazy-part.ts'
import { dropMailedLink, hasReturned, mailedLink, returnedCode } from '../lib/session/auth-redirect.ts'
import { useSession, type Session, type SecondFactor } from '../lib/session/session.tsx'
import { toastError } from '../lib/texts/toasts.ts'
import { usePageTitle } from '../ui/Page.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { TabPanel, Tabs } from '../ui/Tabs.tsx'
import { completeProviderSignIn } from '../features/auth/api.ts'
import { NewPasswordForm } from '../features/auth/NewPasswordForm.tsx'
import { ProviderButtons } from '../features/auth/ProviderButtons.tsx'
import { SignInForm } from '../features/auth/SignInForm.tsx'
import { SignUp } from '../features/auth/SignUpForm.tsx'
import { accountForms, useLanding, type Credentials } from '../features/auth/use-auth-form.ts'

const SecondFactorForm = lazyPart(() => import('./SecondFactorForm.tsx'), 'SecondFactorForm', 'now')

const ContinueCard = lazyPart(() => import('../features/auth/ContinueCard.tsx'), 'ContinueCard', 'now')

const SignedInCard = lazyPart(() => import('../features/auth/SignedInCard.tsx'), 'SignedInCard', 'now')

const tabs = [
  { id: 'sign-in', label: 'Sign In' },
  { id: 'sign-up', label: 'Sign Up' },
] as const

type TabId = (typeof tabs)[number]['id']

export function AuthPage() {
  const { productName, productTagline } = config()
  const session = useSession()
  usePageTitle('AI-Powered Founder Growth Platform')
  usePreloadedParts()
  const isReturning = useReturn()
  const wasSignedIn = useWasSignedIn(session)
  const [link, setLink] = useState(mailedLink)
  const onLinkDone = () => {
    dropMailedLink()
    setLink(undefined)
  }

  return (
    <main className="auth-stage">
      <div className="auth-brand">
        <img src="/icon.svg" alt="" width="44" height="44" />
        <h1>{productName}</h1>
        <p>{productTagline}</p>
      </div>
      <div className="auth-card">
        {isReturning ? (
          <Spinner label="Signing in..." className="min-h-76 w-full" />
        ) : link ? (
          <ContinueCard link={link} session={session} onDone={onLinkDone} />
        ) : (
          <NextStep session={session} wasSignedIn={wasSignedIn} />
        )}
      </div>
    </main>
  )
}

/** Signs in a user who returns from an external provider. @returns whether that is in progress */
function useReturn(): boolean {
  const [isReturning, setIsReturning] = useState(hasReturned)
  const landing = useLanding()
  useEffect(() => {
    // Taken once, even if the effect runs twice.
    const code = returnedCode()
    if (code === undefined) return
    void completeProviderSignIn(code).then(async (signedIn) => {
      if (!signedIn.ok) toastError(signedIn.failure)
      // With a second factor the code comes first.
      else if (!signedIn.value.hasFactor) await landing.afterSignIn(signedIn.value.id)
      setIsReturning(false)
    })
  })
  return isReturning
}

/** Whether the user was signed in when the page opened, and has not signed out on it: who signs in on it is led on. */
function useWasSignedIn({ state }: Session): boolean | undefined {
  const [wasSignedIn, setWasSignedIn] = useState<boolean>()
  const isSignedIn = state === 'signed-in'
  if (state !== 'loading' && (wasSignedIn === undefined || (wasSignedIn && !isSignedIn))) setWasSignedIn(isSignedIn)
  return wasSignedIn
}

function NextStep({ session, wasSignedIn }: { session: Session; wasSignedIn: boolean | undefined }) {
  const factors = session.state === 'signed-in' ? session.factorsToPass : none
  const [shownFactors, setShownFactors] = useState(factors)
  if (session.state === 'signed-out' ? shownFactors.length > 0 : factors.length > 0 && shownFactors !== factors)
    setShownFactors(factors)
  const isRecovering = session.state === 'signed-in' && session.recovering
  // The second factor comes first, since a new password requires it. The form stays until the next screen is known.
  if (factors.length > 0 || (shownFactors.length > 0 && !isRecovering)) {
    return <SecondFactorForm factors={shownFactors} isRecovering={isRecovering} />
  }
  if (isRecovering) return <NewPasswordForm />
  if (session.state === 'loading' && storedSession()) return <Spinner className="min-h-76 w-full" />
  if (wasSignedIn && session.state === 'signed-in') return <SignedInCard account={session.account} />
  return <SignInOrUp />
}

const none: readonly SecondFactor[] = []

function SignInOrUp() {
  const [tab, setTab] = useState<TabId>('sign-in')
  const [typed, setTyped] = useState<Credentials>({ firstName: '', lastName: '', email: '', password: '' })
  const form = {
    typed,
    onType: (field: keyof Credentials, text: string) => setTyped((current) => ({ ...current, [field]: text })),
  }

  const target: unknown = useLocation().state
  const isForApp = typeof target === 'string' && target.startsWith('/oauth/consent')

  return (
    <>
      {isForApp && <p className="mb-4 text-center">Sign in to connect the app.</p>}
      <Tabs label="Account" tabs={tabs} value={tab} onChange={setTab}>
        <TabPanel id="sign-in">
          <SignInForm {...form} />
        </TabPanel>
        <TabPanel id="sign-up">
          <SignUp {...form} />
        </TabPanel>
      </Tabs>
      <ProviderButtons />
    </>
  )
}

/** Signing in needs the schema of its form, and the role check after it the tables; the screen itself does not. */
function usePreloadedParts() {
  useEffect(() => {
    accountForms().catch(() => undefined)
    const timer = setTimeout(() => loadDataClient().catch(() => undefined), 1000)
    return () => clearTimeout(timer)
  }, [])
}
