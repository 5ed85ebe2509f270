import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { config } from '../../lib/client.ts'
import { hasReturned, returnedCode } from '../../lib/return.ts'
import { isAdmin } from '../../lib/roles.ts'
import { useAccount } from '../../lib/session.tsx'
import { texts } from '../../lib/texts.ts'
import { toastError, toastSuccess } from '../../lib/toasts.ts'
import { usePageTitle } from '../../ui/Page.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { finishConnecting } from './api.ts'

/** Where somebody comes back to from the page of an account that they connect. */
export function ConnectReturn() {
  const { id } = useAccount()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const [hasCode] = useState(hasReturned)
  usePageTitle('Connecting')

  useEffect(() => {
    const name = config().signIn.providers.find((provider) => provider.id === query.get('provider'))?.name
    const home = async () => navigate((await isAdmin(id)) ? '/admin' : config().landingPath, { replace: true })
    // The person has been told why there is none.
    if (!hasCode) return void home()
    // Taken once, however often the effect runs.
    const code = returnedCode()
    if (code === undefined) return
    void finishConnecting(code).then((connected) => {
      if (connected.ok) toastSuccess(texts.account.connected(name ?? 'The account'))
      else toastError(connected.failure)
      return home()
    })
  }, [id, query, navigate, hasCode])

  return (
    <main className="grid min-h-svh place-items-center">
      <h1 className="sr-only">Connecting your account</h1>
      <Spinner label="Connecting..." />
    </main>
  )
}
