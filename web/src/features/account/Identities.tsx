import type { User, UserIdentity } from '@supabase/auth-js'
import { useState } from 'react'
import { config } from '../../lib/session/config.ts'
import { accountTexts } from '../../lib/texts/account-texts.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { connectAccount, disconnectAccount } from './api.ts'
import { useRefreshUser } from '../../lib/session/user.ts'
import { providerName } from './provider-name.ts'
import { useStepUp } from '../../lib/session/step-up.ts'

/** Identities at external providers: email and password have sections of their own. */
const accountsOf = ({ identities = [] }: User): readonly UserIdentity[] =>
  identities.filter(({ provider }) => provider !== 'email')

export const hasIdentities = (user: User): boolean =>
  config().signIn.providers.length > 0 || accountsOf(user).length > 0

interface IdentitiesProps {
  user: User
  /** The provider that is being linked. */
  connecting: string | undefined
}

/** Linked identities, and those that can be linked. */
export function Identities({ user, connecting }: IdentitiesProps) {
  const [leaving, setLeaving] = useState<UserIdentity>()
  const [isBusy, setIsBusy] = useState(false)
  const withStepUp = useStepUp()
  const refresh = useRefreshUser(user.id)
  const accounts = accountsOf(user)
  const connectable = config().signIn.providers.filter(({ id }) => !accounts.some(({ provider }) => provider === id))

  const connect = async (provider: string) => {
    setIsBusy(true)
    const left = await withStepUp(() => connectAccount(user.id, provider))
    setIsBusy(false)
    if (left && !left.ok) toastError(left.failure)
  }
  const disconnect = async (identity: UserIdentity) => {
    setIsBusy(true)
    const gone = await withStepUp(() => disconnectAccount(identity))
    if (gone?.ok) toastSuccess(accountTexts.disconnected(providerName(identity.provider)))
    else if (gone) toastError(gone.failure)
    await refresh()
    setIsBusy(false)
  }

  return (
    <>
      {accounts.length > 0 && (
        <ul className="flex flex-col gap-2">
          {accounts.map((identity) => (
            <li
              key={identity.identity_id}
              className="flex items-center gap-3 rounded-md border border-border py-2 pr-2 pl-3"
            >
              <div className="min-w-0 flex-1">
                <p className="font-medium wrap-anywhere">{providerName(identity.provider)}</p>
                <p className="text-sm wrap-anywhere text-muted">{addressOf(identity)}</p>
              </div>
              <Button
                variant="ghost"
                aria-label={`Disconnect ${providerName(identity.provider)}`}
                disabled={isBusy}
                onClick={() => setLeaving(identity)}
              >
                Disconnect
              </Button>
            </li>
          ))}
        </ul>
      )}
      {connectable.map(({ id, name }) => (
        <Button
          key={id}
          variant="outline"
          className="self-start"
          disabled={isBusy || connecting !== undefined}
          onClick={() => void connect(id)}
        >
          {connecting === id ? `Connecting ${name}...` : `Connect ${name}`}
        </Button>
      ))}
      {leaving && (
        <AlertDialog
          title={`Disconnect ${providerName(leaving.provider)}?`}
          description="You won’t be able to sign in with it, and devices that did will be signed out."
          confirmLabel="Disconnect"
          onConfirm={() => {
            setLeaving(undefined)
            void disconnect(leaving)
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

const addressOf = ({ identity_data }: UserIdentity): string => {
  const email: unknown = identity_data?.['email']
  return typeof email === 'string' ? email : 'No address given'
}
