import { useEffect, useState, type ReactNode } from 'react'
import { navigate } from '../../lib/navigation/navigate.ts'
import type { Result } from '../../../../domain/result.ts'
import { AUTH_REDIRECT_PATH, type MailedLink } from '../../lib/session/auth-redirect.ts'
import { prepareSignOut, type Session } from '../../lib/session/session.tsx'
import { texts } from '../../lib/texts/texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { useFocusAtFirst } from '../../ui/use-focus-at-first.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { previewLink, redeemLink, type LinkFailure } from './api.ts'
import { authTexts } from './auth-texts.ts'
import { useLanding } from './use-auth-form.ts'

interface ContinueCardProps {
  link: MailedLink
  session: Session
  /** Called when the link was redeemed or dismissed. */
  onDone: () => void
}

/**
 * Asks before a mailed link signs in: a crafted URL must not choose who is signed in, and a mail scanner that
 * opens the link must not redeem it.
 */
export function ContinueCard({ link, session, onDone }: ContinueCardProps) {
  const [preview, setPreview] = useState<Result<string | undefined, LinkFailure>>()
  useEffect(() => void previewLink(link).then(setPreview), [link])

  if (!preview) return <Spinner label="Checking your link..." className="min-h-76 w-full" />
  if (preview.ok) return <Continue link={link} email={preview.value} session={session} onDone={onDone} />
  if (preview.failure === 'expired') {
    return (
      <Message {...authTexts.linkExpired}>
        <Button onClick={onDone}>Go to Sign In</Button>
      </Message>
    )
  }
  const onRetry = () => {
    setPreview(undefined)
    void previewLink(link).then(setPreview)
  }
  return (
    <Message title="Your link could not be checked" description={texts.unreachable}>
      <Button onClick={onRetry}>Try again</Button>
    </Message>
  )
}

function Continue({ link, email, session, onDone }: ContinueCardProps & { email: string | undefined }) {
  const { title, why } = textsOf(link.type)
  const [isBusy, setIsBusy] = useState(false)
  const redeem = useRedeem(link, session, onDone)
  const button = useFocusAtFirst<HTMLButtonElement>()
  const onPress = async () => {
    setIsBusy(true)
    await redeem()
    setIsBusy(false)
  }
  const replaced = session.state === 'signed-in' ? ` You are signed in as ${session.account.email} now.` : ''

  return (
    <Message title={title} description={`Continuing ${why}.${replaced}`}>
      <Button
        ref={button}
        className="h-auto min-h-9 py-1.5 whitespace-normal wrap-anywhere"
        disabled={isBusy}
        onClick={() => void onPress()}
      >
        {isBusy ? 'Signing in...' : email === undefined ? 'Continue' : `Continue as ${email}`}
      </Button>
      <Button variant="ghost" disabled={isBusy} onClick={onDone}>
        Not now
      </Button>
    </Message>
  )
}

/** Redeems the link, and opens its target. */
function useRedeem(link: MailedLink, session: Session, onDone: () => void) {
  const landing = useLanding()
  return async () => {
    if (session.state === 'signed-in' && !(await prepareSignOut())) return
    const redeemed = await redeemLink(link)
    if (!redeemed.ok) return toastError(redeemed.failure)
    onDone()
    if (redeemed.value === 'half') {
      toastSuccess(authTexts.halfConfirmed)
      if (session.state === 'signed-in') navigate('/')
      return
    }
    // This page asks for the new password or the second factor next.
    if (link.type === 'recovery' || redeemed.value.hasFactor) return
    if (new URL(link.to, location.origin).pathname === AUTH_REDIRECT_PATH) return landing.afterSignIn(redeemed.value.id)
    toastSuccess(link.type.startsWith('email_change') ? authTexts.emailChanged : authTexts.welcome)
    navigate(link.to)
  }
}

function Message({ title, description, children }: { title: string; description: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-4">
      <h2 className="text-lg">{title}</h2>
      <p className="text-sm text-muted wrap-anywhere">{description}</p>
      {children}
    </section>
  )
}

const textsOf = (type: string) => {
  const { links } = authTexts
  return Object.hasOwn(links, type) ? links[type as keyof typeof links] : links.magiclink
}
