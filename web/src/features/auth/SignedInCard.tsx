import { config } from '../../lib/session/config.ts'
import { signOut, type Account } from '../../lib/session/session.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'

/** For users who open this page while signed in. */
export const SignedInCard = ({ account }: { account: Account }) => (
  <section aria-label="You are signed in" className="flex flex-col gap-4">
    <h2 className="text-lg">You are signed in</h2>
    <p className="text-sm text-muted wrap-anywhere">As {account.email}.</p>
    <ButtonLink to="/">Open {config().productName}</ButtonLink>
    <Button variant="ghost" onClick={() => void signOut()}>
      Sign Out
    </Button>
  </section>
)
