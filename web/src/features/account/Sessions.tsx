import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay, formatTime } from '../../lib/texts/dates.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { sessionsQuery, signOutElsewhere } from './api.ts'
import { useRefreshUser } from '../../lib/session/user.ts'
import { deviceName } from './device-name.ts'

/** The user's sessions, and the button to revoke the others. */
export function Sessions({ user }: { user: string }) {
  const query = useQuery(sessionsQuery(user))
  const refresh = useRefreshUser(user)
  const [isBusy, setIsBusy] = useState(false)
  const signOut = async () => {
    if (isBusy) return
    setIsBusy(true)
    const signedOut = await signOutElsewhere()
    if (signedOut.ok) toastSuccess(accountTexts.signedOutElsewhere)
    else toastError(signedOut.failure)
    await refresh()
    setIsBusy(false)
  }

  return (
    <Loaded query={query} failed={accountTexts.sessionsLoadFailed} loading={<Skeleton lines={1} />}>
      {(sessions) => (
        <>
          <ul className="flex flex-col gap-2">
            {sessions.map(({ id, user_agent, last_seen_at, is_current }) => (
              <li key={id} className="flex items-center gap-3 rounded-md border border-border px-3 py-2">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{deviceName(user_agent)}</p>
                  <p className="text-sm text-muted">
                    Last seen {formatDay(last_seen_at)},{' '}
                    <span className="whitespace-nowrap">{formatTime(last_seen_at)}</span>
                  </p>
                </div>
                {is_current && <Badge tone="primary">This device</Badge>}
              </li>
            ))}
          </ul>
          {sessions.length > 1 ? (
            <Button variant="outline" className="self-start" aria-disabled={isBusy} onClick={() => void signOut()}>
              {isBusy ? 'Signing out...' : 'Sign Out Everywhere Else'}
            </Button>
          ) : (
            <p className="text-sm text-muted">You’re not signed in anywhere else.</p>
          )}
        </>
      )}
    </Loaded>
  )
}
