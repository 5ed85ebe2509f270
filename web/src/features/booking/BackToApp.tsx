import { Link } from '../../lib/navigation/Link.tsx'
import { config } from '../../lib/session/config.ts'
import { useSession } from '../../lib/session/session.tsx'

/** For who is signed in: the page opens in a tab of its own, without the app's navigation. */
export function BackToApp() {
  const session = useSession()
  if (session.state !== 'signed-in' || session.factorsToPass.length > 0) return null
  return (
    <Link
      to="/"
      className="inline-flex min-h-9 items-center text-sm text-muted underline-offset-4 hover:underline pointer-coarse:min-h-11"
    >
      Back to {config().productName}
    </Link>
  )
}
