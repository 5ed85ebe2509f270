import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../../lib/data/keys.ts'
import { refetch } from '../../lib/data/refetch.ts'
import { formatDay } from '../../lib/texts/dates.ts'
import { toastError, toastSuccess } from '../../lib/texts/toasts.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Loaded, Skeleton } from '../../ui/states.tsx'
import { AssistantAddress } from './AssistantAddress.tsx'
import { connectedAppsQuery, disconnectApp, scopeText, type ConnectedApp } from './api.ts'
import { connectedAppsTexts as texts } from './texts.ts'
import { useRowFocus } from './use-row-focus.ts'

/** The apps that act for the user, each with its button to disconnect it, and the address to connect another. */
export function ConnectedApps({ user }: { user: string }) {
  const query = useQuery(connectedAppsQuery(user))
  const queries = useQueryClient()
  const [asked, setAsked] = useState<ConnectedApp['client']>()
  const [leaving, setLeaving] = useState<string>()
  const { list, focusAt } = useRowFocus<HTMLDivElement>()
  const disconnect = async ({ id, name }: ConnectedApp['client']) => {
    if (leaving !== undefined) return
    setLeaving(id)
    const place = query.data?.findIndex(({ client }) => client.id === id)
    const gone = await disconnectApp(id)
    if (gone.ok) toastSuccess(texts.disconnected(appName(name)))
    else toastError(gone.failure)
    await refetch(queries, keys.account.apps(user))
    if (gone.ok) focusAt(place)
    setLeaving(undefined)
  }

  return (
    <Loaded query={query} failed={texts.loadFailed} loading={<Skeleton lines={1} />}>
      {(apps) => (
        <div ref={list} className="flex flex-col gap-4">
          {apps === null || apps.length === 0 ? (
            <p className="text-sm text-muted">No app is connected.</p>
          ) : (
            <ul className="flex flex-col gap-2">
              {apps.map(({ client, scopes, granted_at, last_used_at }) => (
                <li key={client.id} className="flex items-start gap-3 rounded-md border border-border py-2 pr-2 pl-3">
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
                      <bdi>{appName(client.name)}</bdi>
                      {client.registration_type === 'dynamic' && <Badge>Not verified</Badge>}
                    </p>
                    <ul className="mt-1 text-sm">
                      {scopes.map((scope) => (
                        <li key={scope}>{scopeText(scope)}</li>
                      ))}
                    </ul>
                    <p className="mt-1 text-sm text-muted">
                      Connected {formatDay(granted_at)}
                      {last_used_at && `, last used ${formatDay(last_used_at)}`}
                    </p>
                  </div>
                  <Button
                    variant="ghost"
                    aria-label={`Disconnect ${appName(client.name)}`}
                    aria-disabled={leaving !== undefined}
                    onClick={() => leaving === undefined && setAsked(client)}
                  >
                    {leaving === client.id ? 'Disconnecting...' : 'Disconnect'}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {apps !== null && <AssistantAddress />}
          {asked && (
            <AlertDialog
              title={`Disconnect ${appName(asked.name)}?`}
              description="Its access ends at once. What it has added stays. To use it again, connect it from the app."
              confirmLabel="Disconnect"
              onConfirm={() => {
                setAsked(undefined)
                void disconnect(asked)
              }}
              onClose={() => setAsked(undefined)}
            />
          )}
        </div>
      )}
    </Loaded>
  )
}

const appName = (name: string): string => name || 'An app without a name'
