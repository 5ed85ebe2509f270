import { useEffect, useState } from 'react'
import { returnedConnection, takeConnection } from '../../lib/session/auth-redirect.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { finishConnecting } from './api.ts'
import { useRefreshUser } from '../../lib/session/user.ts'
import { providerName } from './provider-name.ts'

/** Links the identity of a returned user. @returns its provider while that is in progress */
export function useLinking(user: string): string | undefined {
  const [provider, setProvider] = useState(() => {
    const returned = returnedConnection(user)
    return returned?.code === undefined ? undefined : returned.provider
  })
  const refresh = useRefreshUser(user)
  useEffect(() => {
    // Taken once, even if the effect runs twice.
    const returned = takeConnection(user)
    if (returned?.code === undefined) return
    void finishConnecting(returned.code).then(async (connected) => {
      if (connected.ok) toastSuccess(accountTexts.connected(providerName(returned.provider)))
      else toastError(connected.failure)
      await refresh()
      setProvider(undefined)
    })
  })
  return provider
}
